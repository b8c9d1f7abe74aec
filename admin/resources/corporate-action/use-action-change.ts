import { useMutation } from '@tanstack/react-query';
import { useNotify, usePermissions, useRefresh } from 'react-admin';
import type { CallInput } from '../../../contracts/call.contract.js';
import {
  approveCorporateAction,
  proposeCorporateAction,
  rejectCorporateAction,
  withdrawCorporateAction,
} from '../../../contracts/corporate-action.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';

const CALLS = {
  propose: proposeCorporateAction,
  approve: approveCorporateAction,
  reject: rejectCorporateAction,
  withdraw: withdrawCorporateAction,
} as const;
export type ActionRequest = keyof typeof CALLS;

/** Sends a request about a corporate action; the page is read again, and a refusal stays where it can be read. */
export function useActionChange<Request extends ActionRequest>(request: Request, done: () => void) {
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: CallInput<(typeof CALLS)[Request]>) => api.call(CALLS[request], body),
    onSuccess: () => {
      done();
      notify(`console.action.done.${request}`, { type: 'success' });
      refresh();
    },
  });
}

/** Whether the reader may propose and decide; the server refuses by the same table. */
export function useMayChangeActions(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
