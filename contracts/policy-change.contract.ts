import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { pageQuery, requestToken } from './envelope.contract.js';
import { PAUSE_REASONS } from './policy.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const policyRefusals = {
  'policy.unknown': { status: 404 },
  'policy.version-unknown': { status: 404 },
  'policy.version-stale': { status: 409 },
  'policy.value-invalid': { status: 422 },
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
const value = z.union([z.string().max(200), z.number(), z.boolean()]);

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

/** `/staff/policy-impact`: whom a change meets. What is under way keeps the rules that it was made under. */
export interface PolicyImpactView {
  name: string;
  counts: { what: string; count: number }[];
}

/** What changed of a policy. */
export interface PolicyChanged {
  name: string;
  /** Empty where one person stopped something at once. */
  proposalId: string;
}

/** `/staff/policies`: a policy as it is in force; `id` is its name. Nobody is ''. */
export interface StaffPolicyRow {
  id: string;
  version: number;
  values: Record<string, string | number | boolean>;
  publishedAt: number;
  approvedBy: string;
  approvedByName: string;
  /** The proposal that waits for a second member of the staff. */
  waiting: string | null;
  position: number;
}

/** `/staff/policy-versions`: `id` is `<name>:<version>`. Nobody is '': it came with the installation. */
export interface StaffPolicyVersionRow {
  id: string;
  name: string;
  version: number;
  inForce: boolean;
  values: Record<string, string | number | boolean>;
  /** The values of the version before; `null` for the first. */
  before: Record<string, string | number | boolean> | null;
  reason: string;
  proposedBy: string;
  proposedByName: string;
  approvedBy: string;
  approvedByName: string;
  publishedAt: number;
  position: number;
}

export const PROPOSAL_STATES = ['waiting', 'scheduled', 'published', 'rejected', 'withdrawn'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** `/staff/policy-proposals`: `id` is the proposal's. Nobody is '', never is 0. */
export interface StaffPolicyProposalRow {
  id: string;
  name: string;
  baseVersion: number;
  /** The values of that version, to be compared. */
  before: Record<string, string | number | boolean>;
  values: Record<string, string | number | boolean>;
  reason: string;
  proposedBy: string;
  proposedByName: string;
  proposedAt: number;
  /** From when on it shall be in force; 0: once it is agreed to. */
  effectiveFrom: number;
  state: ProposalState;
  decidedBy: string;
  decidedByName: string;
  decidedAt: number;
  /** Why it was rejected. */
  decision: string;
  position: number;
}

export const getPolicyQuery = z.strictObject({
  ...commonFields,
  name,
  /** The version in force when absent. */
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

export const getPoliciesQuery = z.strictObject({ ...commonFields });

/** A published version of a policy, as everybody may read it. */
export interface PolicyView {
  name: string;
  version: number;
  values: Record<string, string | number | boolean>;
  publishedAt: number;
  /** Whether decisions follow it now. */
  inForce: boolean;
  /** Where the history holds it: realm `house`. */
  position: number;
}

export const getDecisionsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape });

/** Which version of which policy a decision about the asker followed, and the figures that it used. */
export interface DecisionView {
  /** `<realm>:<position>:<line>` */
  id: string;
  at: number;
  /** The event that was decided. */
  event: string;
  policy: string;
  version: number;
  inputs: Record<string, string | number | boolean>;
}

/** `/staff/decisions`: the same for any user. */
export interface StaffDecisionRow extends DecisionView {
  realm: string;
  userId: string;
  position: number;
}
