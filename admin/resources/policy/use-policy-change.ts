import { usePermissions } from 'react-admin';
import {
  approvePolicy,
  proposePolicy,
  rejectPolicyProposal,
  withdrawPolicyProposal,
} from '../../../contracts/policy-change.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { useChange } from '../../ui/use-change';

const CALLS = {
  propose: proposePolicy,
  approve: approvePolicy,
  reject: rejectPolicyProposal,
  withdraw: withdrawPolicyProposal,
} as const;
export type PolicyRequest = keyof typeof CALLS;

/** Sends a request about a policy. */
export function usePolicyChange<Request extends PolicyRequest>(request: Request, done: () => void = () => undefined) {
  return useChange(CALLS[request], done, `console.policy.done.${request}`);
}

/** Whether the reader may propose and decide; the server refuses by the same table. */
export function useMayChangePolicies(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
