import { z } from 'zod';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { instant } from '../../core/command-schemas.js';

/** What every change of a policy answers. */
export interface PolicyAnswer {
  readonly name: string;
  /** Empty where one person stopped something at once. */
  readonly proposalId: string;
}

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const changeRules = z.object({ version: z.int(), reasonLengthMin: z.int(), proposalDays: z.int() });
/** Policy `policy.change`: how policies are changed. */
export type ChangeRules = DataOf<typeof changeRules>;

const seedPolicies = z.object({ policies: z.array(z.object({ name: z.string(), values })) });

/** Publishes the policies that have no version yet; what is in force stays in force. */
export class SeedPolicies extends HouseCommand<DataOf<typeof seedPolicies>, null> {
  static readonly type = 'SeedPolicies';
  static readonly schema = seedPolicies;
}

const proposePolicy = z.object({
  name: z.string(),
  proposalId: z.string(),
  staffId: z.string(),
  /** The version that the proposer saw. */
  baseVersion: z.int(),
  values,
  reason: z.string(),
  /** From when on they shall be in force; `null`: once another agrees. */
  effectiveFrom: instant.nullable(),
  rules: changeRules,
});

/** Proposes other values; `values` has all of them, also those that stay. */
export class ProposePolicy extends HouseCommand<DataOf<typeof proposePolicy>, PolicyAnswer> {
  static readonly type = 'ProposePolicy';
  static readonly schema = proposePolicy;
}

const stopByPolicy = z.object({
  name: z.string(),
  staffId: z.string(),
  values,
  reason: z.string(),
  rules: changeRules,
});

/** Puts values into force that only stop something: one person may, and what waited of the policy is over. */
export class StopByPolicy extends HouseCommand<DataOf<typeof stopByPolicy>, PolicyAnswer> {
  static readonly type = 'StopByPolicy';
  static readonly schema = stopByPolicy;
}

const effectPolicy = z.object({ name: z.string(), proposalId: z.string() });

/** By a timer, at the instant that was agreed to. */
export class EffectPolicy extends HouseCommand<DataOf<typeof effectPolicy>, PolicyAnswer> {
  static readonly type = 'EffectPolicy';
  static readonly schema = effectPolicy;
}

const approvePolicy = z.object({ name: z.string(), proposalId: z.string(), staffId: z.string(), rules: changeRules });

/** Approves another member's proposal. */
export class ApprovePolicy extends HouseCommand<DataOf<typeof approvePolicy>, PolicyAnswer> {
  static readonly type = 'ApprovePolicy';
  static readonly schema = approvePolicy;
}

const rejectPolicyProposal = approvePolicy.extend({ reason: z.string() });

/** Rejects another member's proposal. */
export class RejectPolicyProposal extends HouseCommand<DataOf<typeof rejectPolicyProposal>, PolicyAnswer> {
  static readonly type = 'RejectPolicyProposal';
  static readonly schema = rejectPolicyProposal;
}

const withdrawPolicyProposal = z.object({ name: z.string(), proposalId: z.string(), staffId: z.string() });

/** Takes one's own proposal back. */
export class WithdrawPolicyProposal extends HouseCommand<DataOf<typeof withdrawPolicyProposal>, PolicyAnswer> {
  static readonly type = 'WithdrawPolicyProposal';
  static readonly schema = withdrawPolicyProposal;
}

export type PolicyCommand = BodyOf<
  | typeof StopByPolicy
  | typeof EffectPolicy
  | typeof ProposePolicy
  | typeof ApprovePolicy
  | typeof RejectPolicyProposal
  | typeof WithdrawPolicyProposal
>;
