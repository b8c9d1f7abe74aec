import type { Instant } from '../../core/clock.js';
import type { PolicyValues } from '../../core/policy.js';

/** Publishes the policies that have no version yet; what is in force stays in force. */
export interface SeedPolicies {
  readonly policies: readonly { readonly name: string; readonly values: PolicyValues }[];
}

/** Policy `policy.change`: how policies are changed. */
export interface ChangeRules {
  readonly version: number;
  readonly reasonLengthMin: number;
  readonly proposalDays: number;
}

/** Wishes other values; `values` names all of them, also those that stay. */
export interface ProposePolicy {
  readonly name: string;
  readonly proposalId: string;
  readonly staffId: string;
  /** The version that the proposer saw. */
  readonly baseVersion: number;
  readonly values: PolicyValues;
  readonly reason: string;
  /** From when on they shall be in force; `null`: once another agrees. */
  readonly effectiveFrom: Instant | null;
  readonly rules: ChangeRules;
}

/** Puts values into force that only stop something: one person may, and what waited of the policy is over. */
export interface StopByPolicy {
  readonly name: string;
  readonly staffId: string;
  readonly values: PolicyValues;
  readonly reason: string;
  readonly rules: ChangeRules;
}

/** By a timer, at the instant that was agreed to. */
export interface EffectPolicy {
  readonly name: string;
  readonly proposalId: string;
}

/** Puts a proposal of somebody else into force. */
export interface ApprovePolicy {
  readonly name: string;
  readonly proposalId: string;
  readonly staffId: string;
  readonly rules: ChangeRules;
}

/** Says no to a proposal of somebody else. */
export interface RejectPolicyProposal {
  readonly name: string;
  readonly proposalId: string;
  readonly staffId: string;
  readonly reason: string;
  readonly rules: ChangeRules;
}

/** Takes one's own proposal back. */
export interface WithdrawPolicyProposal {
  readonly name: string;
  readonly proposalId: string;
  readonly staffId: string;
}

export type PolicyCommand =
  | { readonly type: 'StopByPolicy'; readonly data: StopByPolicy }
  | { readonly type: 'EffectPolicy'; readonly data: EffectPolicy }
  | { readonly type: 'ProposePolicy'; readonly data: ProposePolicy }
  | { readonly type: 'ApprovePolicy'; readonly data: ApprovePolicy }
  | { readonly type: 'RejectPolicyProposal'; readonly data: RejectPolicyProposal }
  | { readonly type: 'WithdrawPolicyProposal'; readonly data: WithdrawPolicyProposal };
