import { z } from 'zod';
import { commonFields, pageQuery, requestToken } from './envelope.contract.js';
import { PAUSE_REASONS } from './policy.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const policyRefusals = {
  'policy.unknown': { status: 404 },
  'policy.version-unknown': { status: 404 },
  'policy.version-stale': { status: 409 },
  'policy.value-invalid': { status: 422 },
  'policy.value-conflict': { status: 422 },
  'policy.nothing-changed': { status: 422 },
  'policy.reason-short': { status: 422, policy: 'policy.change' },
  'policy.proposal-waiting': { status: 409 },
  'policy.proposal-decided': { status: 409 },
  'policy.proposal-old': { status: 409, policy: 'policy.change' },
  'policy.own-proposal': { status: 403 },
  'policy.not-your-proposal': { status: 403 },
  'policy.effective-date': { status: 422 },
} as const satisfies Record<string, RefusalRule>;

const name = z.string().min(1).max(64);
const proposalId = z.string().min(1).max(64);
const reason = z.string().trim().max(1000);
const value = z.union([z.string().max(600), z.number(), z.boolean()]);

/** `POST staff/proposePolicy`, as JSON: all values, also those that stay. */
export const proposePolicyBody = z.strictObject({
  name,
  /** The version that the proposer saw. */
  baseVersion: z.int().min(0).max(1_000_000),
  values: z.record(z.string().max(64), value),
  reason,
  /** From when on it shall be in force, once it is agreed to; at once where absent. */
  effectiveFrom: z.int().min(0).optional(),
  requestToken: requestToken.optional(),
});

/** `POST staff/approvePolicy` and `staff/withdrawPolicyProposal`. */
export const decideProposalBody = z.strictObject({ name, proposalId, requestToken: requestToken.optional() });

/** `POST staff/rejectPolicyProposal` */
export const rejectProposalBody = z.strictObject({ name, proposalId, reason, requestToken: requestToken.optional() });

/** `POST staff/stopPayouts`: `publicReason` is what users read, `reason` what the history keeps. */
export const stopPayoutsBody = z.strictObject({
  publicReason: z.enum(PAUSE_REASONS).exclude(['none']),
  reason,
  requestToken: requestToken.optional(),
});

export const policyImpactQuery = z.object({ name });

export const policyImpactView = z
  .object({
    name: z.string(),
    counts: z.array(z.object({ what: z.string(), count: z.number() })),
  })
  .meta({
    id: 'PolicyImpactView',
    description:
      '`/staff/policy-impact`: whom a change meets. What is under way keeps the rules that it was made under.',
  });
export type PolicyImpactView = z.output<typeof policyImpactView>;

export const policyChanged = z
  .object({
    name: z.string(),
    proposalId: z.string().describe('Empty where one person stopped something at once.'),
  })
  .meta({ id: 'PolicyChanged', description: 'What changed of a policy.' });
export type PolicyChanged = z.output<typeof policyChanged>;

export const staffPolicyRow = z
  .object({
    id: z.string(),
    version: z.number(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    publishedAt: z.number(),
    approvedBy: z.string(),
    approvedByName: z.string(),
    waiting: z.string().nullable().describe('The proposal that waits for a second member of the staff.'),
    position: z.number(),
  })
  .meta({
    id: 'StaffPolicyRow',
    description: "`/staff/policies`: a policy as it is in force; `id` is its name. Nobody is ''.",
  });
export type StaffPolicyRow = z.output<typeof staffPolicyRow>;

export const staffPolicyVersionRow = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.number(),
    inForce: z.boolean(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    before: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .nullable()
      .describe('The values of the version before; `null` for the first.'),
    reason: z.string(),
    proposedBy: z.string(),
    proposedByName: z.string(),
    approvedBy: z.string(),
    approvedByName: z.string(),
    publishedAt: z.number(),
    position: z.number(),
  })
  .meta({
    id: 'StaffPolicyVersionRow',
    description: "`/staff/policy-versions`: `id` is `<name>:<version>`. Nobody is '': it came with the installation.",
  });
export type StaffPolicyVersionRow = z.output<typeof staffPolicyVersionRow>;

export const PROPOSAL_STATES = ['waiting', 'scheduled', 'published', 'rejected', 'withdrawn'] as const;

export const staffPolicyProposalRow = z
  .object({
    id: z.string(),
    name: z.string(),
    baseVersion: z.number(),
    before: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('The values of that version, to be compared.'),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    reason: z.string(),
    proposedBy: z.string(),
    proposedByName: z.string(),
    proposedAt: z.number(),
    effectiveFrom: z.number().describe('From when on it shall be in force; 0: once it is agreed to.'),
    state: z.enum(PROPOSAL_STATES),
    decidedBy: z.string(),
    decidedByName: z.string(),
    decidedAt: z.number(),
    decision: z.string().describe('Why it was rejected.'),
    position: z.number(),
  })
  .meta({
    id: 'StaffPolicyProposalRow',
    description: "`/staff/policy-proposals`: `id` is the proposal's. Nobody is '', never is 0.",
  });
export type StaffPolicyProposalRow = z.output<typeof staffPolicyProposalRow>;

export const getPolicyQuery = z.strictObject({
  ...commonFields,
  name,
  /** The version in force when absent. */
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

export const getPoliciesQuery = z.strictObject({ ...commonFields });

export const policyView = z
  .object({
    name: z.string(),
    version: z.number(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    publishedAt: z.number(),
    inForce: z.boolean().describe('Whether decisions follow it now.'),
    position: z.number().describe('Where the history holds it: realm `house`.'),
  })
  .meta({ id: 'PolicyView', description: 'A published version of a policy, as everybody may read it.' });
export type PolicyView = z.output<typeof policyView>;

export const getDecisionsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape });

export const decisionView = z
  .object({
    id: z.string().describe('`<realm>:<position>:<line>`'),
    at: z.number(),
    event: z.string().describe('The event that was decided.'),
    policy: z.string(),
    version: z.number(),
    inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({
    id: 'DecisionView',
    description: 'Which version of which policy a decision about the caller followed, and the figures that it used.',
  });
export type DecisionView = z.output<typeof decisionView>;

export const staffDecisionRow = decisionView
  .extend({
    realm: z.string(),
    userId: z.string(),
    position: z.number(),
  })
  .meta({ id: 'StaffDecisionRow', description: '`/staff/decisions`: the same for any user.' });
export type StaffDecisionRow = z.output<typeof staffDecisionRow>;
