import { usePermissions } from 'react-admin';
import {
  approveCorporateAction,
  proposeCorporateAction,
  rejectCorporateAction,
  withdrawCorporateAction,
} from '../../../contracts/corporate-action.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { useChange } from '../../ui/use-change';

const CALLS = {
  propose: proposeCorporateAction,
  approve: approveCorporateAction,
  reject: rejectCorporateAction,
  withdraw: withdrawCorporateAction,
} as const;
export type ActionRequest = keyof typeof CALLS;

/** Sends a request about a corporate action. */
export function useActionChange<Request extends ActionRequest>(request: Request, done: () => void) {
  return useChange(CALLS[request], done, `console.action.done.${request}`);
}

/** Whether the reader may propose and decide; the server refuses by the same table. */
export function useMayChangeActions(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
