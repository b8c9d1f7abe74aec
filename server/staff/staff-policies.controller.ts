import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  decideProposalBody,
  policyImpactQuery,
  proposePolicyBody,
  rejectProposalBody,
  stopPayoutsBody,
  type StaffPolicyProposalRow,
  type StaffPolicyRow,
} from '../../contracts/policy-change.contract.js';
import type { Refusal } from '../core/refusal.js';
import { PG_POOL } from '../core/tokens.js';
import { Call, type Asked } from '../edge/http/call.js';
import { PolicyService, type Wisher } from '../features/policy/policy.service.js';
import { policyImpact } from './policy-impact.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { StaffLists } from './staff-lists.js';

const LATE = ['policy.unknown', 'policy.proposal-decided'] as const;

/** Policies for the console: who holds `market` reads them, who holds `policies` proposes and agrees. */
@Controller()
export class StaffPoliciesController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(PolicyService) private readonly policies: PolicyService,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/policies',
    access: 'staff:market',
    summary: 'Every policy as it is in force, and whether a proposal waits.',
    answer: 'StaffPolicyRow[]',
    ...LIST,
  })
  list({ session, input, header }: List<'staff:market'>) {
    return this.lists.list(session, 'policies', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/policies/:id',
    access: 'staff:market',
    summary: 'One policy as it is in force.',
    answer: 'StaffPolicyRow',
    ...ONE,
  })
  one({ session, input }: One<'staff:market'>): Promise<StaffPolicyRow | Refusal> {
    return this.lists.one<StaffPolicyRow>(session, 'policies', input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/policy-versions',
    access: 'staff:market',
    summary: 'Every version of every policy, and which is in force.',
    answer: 'StaffPolicyVersionRow[]',
    ...LIST,
  })
  versions({ session, input, header }: List<'staff:market'>) {
    return this.lists.list(session, 'policy-versions', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/policy-impact',
    access: 'staff:market',
    summary: 'How many accounts and requests under way a change of a policy meets now.',
    input: policyImpactQuery,
    answer: 'PolicyImpactView',
    body: 'bare',
    refusals: ['policy.unknown'],
  })
  impact({ input }: Asked<typeof policyImpactQuery, 'staff:market'>) {
    return policyImpact(this.pool, input.name);
  }

  @Call({
    method: 'GET',
    path: 'staff/policy-proposals',
    access: 'staff:market',
    summary: 'What was proposed, by whom and why, and what became of it.',
    answer: 'StaffPolicyProposalRow[]',
    ...LIST,
  })
  proposals({ session, input, header }: List<'staff:market'>) {
    return this.lists.list(session, 'policy-proposals', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/policy-proposals/:id',
    access: 'staff:market',
    summary: 'One proposal.',
    answer: 'StaffPolicyProposalRow',
    ...ONE,
  })
  proposal({ session, input }: One<'staff:market'>): Promise<StaffPolicyProposalRow | Refusal> {
    return this.lists.one<StaffPolicyProposalRow>(session, 'policy-proposals', input.id);
  }

  @Call({
    method: 'POST',
    path: 'staff/proposePolicy',
    access: 'staff:policies',
    summary: 'Proposes other values; they are in force once another member of the staff agrees.',
    input: proposePolicyBody,
    answer: 'PolicyChanged',
    body: 'bare',
    refusals: [
      'policy.unknown',
      'policy.proposal-waiting',
      'policy.version-stale',
      'policy.value-invalid',
      'policy.reason-short',
      'policy.nothing-changed',
      'policy.effective-date',
    ],
  })
  propose(asked: Asked<typeof proposePolicyBody, 'staff:policies'>) {
    return this.policies.propose(by(asked), asked.input);
  }

  @Call({
    method: 'POST',
    path: 'staff/stopPayouts',
    access: 'staff:stopping',
    summary: 'Stops all payouts and new withdrawals at once; two people release them by the policy `withdrawal.pause`.',
    input: stopPayoutsBody,
    answer: 'PolicyChanged',
    body: 'bare',
    refusals: ['policy.reason-short', 'policy.nothing-changed'],
  })
  stopPayouts(asked: Asked<typeof stopPayoutsBody, 'staff:stopping'>) {
    return this.policies.stopPayouts(by(asked), asked.input);
  }

  @Call({
    method: 'POST',
    path: 'staff/approvePolicy',
    access: 'staff:policies',
    summary: 'Puts a proposal of somebody else into force.',
    input: decideProposalBody,
    answer: 'PolicyChanged',
    body: 'bare',
    refusals: [...LATE, 'policy.own-proposal', 'policy.proposal-old', 'policy.value-invalid'],
  })
  approve(asked: Asked<typeof decideProposalBody, 'staff:policies'>) {
    return this.policies.approve(by(asked), asked.input);
  }

  @Call({
    method: 'POST',
    path: 'staff/rejectPolicyProposal',
    access: 'staff:policies',
    summary: 'Says no to a proposal of somebody else, and why.',
    input: rejectProposalBody,
    answer: 'PolicyChanged',
    body: 'bare',
    refusals: [...LATE, 'policy.own-proposal', 'policy.reason-short'],
  })
  reject(asked: Asked<typeof rejectProposalBody, 'staff:policies'>) {
    return this.policies.reject(by(asked), asked.input);
  }

  @Call({
    method: 'POST',
    path: 'staff/withdrawPolicyProposal',
    access: 'staff:policies',
    summary: 'Takes one’s own proposal back.',
    input: decideProposalBody,
    answer: 'PolicyChanged',
    body: 'bare',
    refusals: [...LATE, 'policy.not-your-proposal'],
  })
  withdraw(asked: Asked<typeof decideProposalBody, 'staff:policies'>) {
    return this.policies.withdraw(by(asked), asked.input);
  }

  @Call({
    method: 'GET',
    path: 'staff/decisions',
    access: 'staff:users',
    summary: 'Decisions about users with the policies that they followed.',
    answer: 'StaffDecisionRow[]',
    ...LIST,
  })
  decisions({ session, input, header }: List<'staff:users'>) {
    return this.lists.list(session, 'decisions', input, header);
  }
}

function by({ session, keys }: { session: { staffId: string }; keys: readonly string[] }): Wisher {
  return { staffId: session.staffId, keys };
}
