import { useMutation } from '@tanstack/react-query';
import { useNotify, usePermissions, useRefresh } from 'react-admin';
import type { PolicyChanged } from '../../../contracts/policy-change.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { sendStaff } from '../../lib/http';

const CALLS = {
  propose: 'proposePolicy',
  approve: 'approvePolicy',
  reject: 'rejectPolicyProposal',
  withdraw: 'withdrawPolicyProposal',
} as const;
export type PolicyWish = keyof typeof CALLS;

/** Sends a wish about a policy; the page is read again, and a refusal stays where it can be read. */
export function usePolicyChange(wish: PolicyWish, done: () => void = () => undefined) {
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: object) => sendStaff<PolicyChanged>(CALLS[wish], body),
    onSuccess: () => {
      done();
      notify(`console.policy.done.${wish}`, { type: 'success' });
      refresh();
    },
  });
}

/** Whether the reader may propose and decide; the server refuses by the same table. */
export function useMayChangePolicies(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
