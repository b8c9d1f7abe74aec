import { usePermissions } from 'react-admin';
import {
  approveContractHalt,
  proposeContractHalt,
  rejectContractHalt,
  withdrawContractHalt,
} from '../../../contracts/contract-halt.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { useChange } from '../../ui/use-change';

const CALLS = {
  propose: proposeContractHalt,
  approve: approveContractHalt,
  reject: rejectContractHalt,
  withdraw: withdrawContractHalt,
} as const;
export type HaltRequest = keyof typeof CALLS;

/** Sends a request about the trading of a contract. */
export function useHaltChange<Request extends HaltRequest>(request: Request, done: () => void) {
  return useChange(CALLS[request], done, `console.halt.done.${request}`);
}

export function useMayHalt(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
