import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { pageOf } from './envelope.contract.js';
import {
  decideProposalBody,
  decisionView,
  getDecisionsQuery,
  getPoliciesQuery,
  getPolicyQuery,
  policyChanged,
  policyImpactQuery,
  policyImpactView,
  policyView,
  proposePolicyBody,
  rejectProposalBody,
  staffDecisionRow,
  staffPolicyProposalRow,
  staffPolicyRow,
  staffPolicyVersionRow,
  stopPayoutsBody,
} from './policy-change.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const getPolicies = defineCall({
  method: 'GET',
  path: 'web/getPolicies',
  access: 'public',
  summary: 'Every policy as it is in force: name, version and values.',
  input: getPoliciesQuery,
  output: z.array(policyView),
});

export const getPolicy = defineCall({
  method: 'GET',
  path: 'web/getPolicy',
  access: 'public',
  summary: 'One version of a policy; the one in force when none is named.',
  input: getPolicyQuery,
  output: policyView,
  refusals: ['policy.unknown', 'policy.version-unknown'],
});

export const getDecisions = defineCall({
  method: 'GET',
  path: 'web/getDecisions',
  access: 'user',
  summary:
    'Decisions about the caller with the policies that they followed and the figures that they used, newest first.',
  input: getDecisionsQuery,
  output: pageOf(decisionView),
  refusals: ['request.field-invalid'],
});

export const staffPolicies = defineCall({
  method: 'GET',
  path: 'staff/policies',
  access: 'staff:market',
  summary: 'Every policy as it is in force, and whether a proposal waits.',
  output: z.array(staffPolicyRow),
  ...LIST_CALL,
});

export const staffPolicy = defineCall({
  method: 'GET',
  path: 'staff/policies/:id',
  access: 'staff:market',
  summary: 'One policy as it is in force.',
  output: staffPolicyRow,
  ...ROW_CALL,
});

export const staffPolicyVersions = defineCall({
  method: 'GET',
  path: 'staff/policy-versions',
  access: 'staff:market',
  summary: 'Every version of every policy, and which is in force.',
  output: z.array(staffPolicyVersionRow),
  ...LIST_CALL,
});

export const staffPolicyImpact = defineCall({
  method: 'GET',
  path: 'staff/policy-impact',
  access: 'staff:market',
  summary: 'How many accounts and requests under way a change of a policy meets now.',
  input: policyImpactQuery,
  output: policyImpactView,
  bare: true,
  refusals: ['policy.unknown'],
});

export const staffPolicyProposals = defineCall({
  method: 'GET',
  path: 'staff/policy-proposals',
  access: 'staff:market',
  summary: 'What was proposed, by whom and why, and what became of it.',
  output: z.array(staffPolicyProposalRow),
  ...LIST_CALL,
});

export const staffPolicyProposal = defineCall({
  method: 'GET',
  path: 'staff/policy-proposals/:id',
  access: 'staff:market',
  summary: 'One proposal.',
  output: staffPolicyProposalRow,
  ...ROW_CALL,
});

export const proposePolicy = defineCall({
  method: 'POST',
  path: 'staff/proposePolicy',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Proposes other values; they are in force once another member of the staff agrees.',
  input: proposePolicyBody,
  output: policyChanged,
  bare: true,
  refusals: [
    'policy.unknown',
    'policy.proposal-waiting',
    'policy.version-stale',
    'policy.value-invalid',
    'policy.value-conflict',
    'policy.reason-short',
    'policy.nothing-changed',
    'policy.effective-date',
  ],
});

export const stopPayouts = defineCall({
  method: 'POST',
  path: 'staff/stopPayouts',
  access: 'staff:stopping',
  repeats: 'command',
  summary: 'Stops all payouts and new withdrawals at once; two people release them by the policy `withdrawal.pause`.',
  input: stopPayoutsBody,
  output: policyChanged,
  bare: true,
  refusals: ['policy.reason-short', 'policy.nothing-changed'],
});

const LATE = ['policy.unknown', 'policy.proposal-decided'] as const;

export const approvePolicy = defineCall({
  method: 'POST',
  path: 'staff/approvePolicy',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Puts a proposal of somebody else into force.',
  input: decideProposalBody,
  output: policyChanged,
  bare: true,
  refusals: [...LATE, 'policy.own-proposal', 'policy.proposal-old', 'policy.value-invalid', 'policy.value-conflict'],
});

export const rejectPolicyProposal = defineCall({
  method: 'POST',
  path: 'staff/rejectPolicyProposal',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Says no to a proposal of somebody else, and why.',
  input: rejectProposalBody,
  output: policyChanged,
  bare: true,
  refusals: [...LATE, 'policy.own-proposal', 'policy.reason-short'],
});

export const withdrawPolicyProposal = defineCall({
  method: 'POST',
  path: 'staff/withdrawPolicyProposal',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Takes one’s own proposal back.',
  input: decideProposalBody,
  output: policyChanged,
  bare: true,
  refusals: [...LATE, 'policy.not-your-proposal'],
});

export const staffDecisions = defineCall({
  method: 'GET',
  path: 'staff/decisions',
  access: 'staff:users',
  summary: 'Decisions about users with the policies that they followed.',
  output: z.array(staffDecisionRow),
  ...LIST_CALL,
});
