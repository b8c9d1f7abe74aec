import { useMutation } from '@tanstack/react-query';
import { useNotify, usePermissions, useRefresh } from 'react-admin';
import type { CallInput } from '../../../contracts/call.contract.js';
import {
  approvePolicy,
  proposePolicy,
  rejectPolicyProposal,
  withdrawPolicyProposal,
} from '../../../contracts/policy-change.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';

const CALLS = {
  propose: proposePolicy,
  approve: approvePolicy,
  reject: rejectPolicyProposal,
  withdraw: withdrawPolicyProposal,
} as const;
export type PolicyRequest = keyof typeof CALLS;

/** Sends a request about a policy; the page is read again, and a refusal stays where it can be read. */
export function usePolicyChange<Request extends PolicyRequest>(request: Request, done: () => void = () => undefined) {
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: CallInput<(typeof CALLS)[Request]>) => api.call(CALLS[request], body),
    onSuccess: () => {
      done();
      notify(`console.policy.done.${request}`, { type: 'success' });
      refresh();
    },
  });
}

/** Whether the reader may propose and decide; the server refuses by the same table. */
export function useMayChangePolicies(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
