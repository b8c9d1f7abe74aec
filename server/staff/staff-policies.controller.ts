import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  approvePolicy,
  proposePolicy,
  rejectPolicyProposal,
  staffDecisions,
  staffPolicies,
  staffPolicy,
  staffPolicyImpact,
  staffPolicyProposal,
  staffPolicyProposals,
  staffPolicyVersions,
  stopPayouts,
  withdrawPolicyProposal,
} from '../../contracts/policy-change.calls.js';
import type { StaffPolicyProposalRow, StaffPolicyRow } from '../../contracts/policy-change.contract.js';
import type { Refusal } from '../core/refusal.js';
import { PG_POOL } from '../core/tokens.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { PolicyService, type Wisher } from '../features/policy/policy.service.js';
import { policyImpact } from './policy-impact.js';
import { StaffLists } from './staff-lists.js';

/** Policies for the console: who holds `market` reads them, who holds `policies` proposes and agrees. */
@Controller()
export class StaffPoliciesController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(PolicyService) private readonly policies: PolicyService,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Handle(staffPolicies)
  list({ session, input, header }: CallContext<typeof staffPolicies>) {
    return this.lists.list(session, 'policies', input, header);
  }

  @Handle(staffPolicy)
  one({ session, input }: CallContext<typeof staffPolicy>): Promise<StaffPolicyRow | Refusal> {
    return this.lists.one(session, 'policies', input.id);
  }

  @Handle(staffPolicyVersions)
  versions({ session, input, header }: CallContext<typeof staffPolicyVersions>) {
    return this.lists.list(session, 'policy-versions', input, header);
  }

  @Handle(staffPolicyImpact)
  impact({ input }: CallContext<typeof staffPolicyImpact>) {
    return policyImpact(this.pool, input.name);
  }

  @Handle(staffPolicyProposals)
  proposals({ session, input, header }: CallContext<typeof staffPolicyProposals>) {
    return this.lists.list(session, 'policy-proposals', input, header);
  }

  @Handle(staffPolicyProposal)
  proposal({ session, input }: CallContext<typeof staffPolicyProposal>): Promise<StaffPolicyProposalRow | Refusal> {
    return this.lists.one(session, 'policy-proposals', input.id);
  }

  @Handle(proposePolicy)
  propose(context: CallContext<typeof proposePolicy>) {
    return this.policies.propose(by(context), context.input);
  }

  @Handle(stopPayouts)
  stopPayouts(context: CallContext<typeof stopPayouts>) {
    return this.policies.stopPayouts(by(context), context.input);
  }

  @Handle(approvePolicy)
  approve(context: CallContext<typeof approvePolicy>) {
    return this.policies.approve(by(context), context.input);
  }

  @Handle(rejectPolicyProposal)
  reject(context: CallContext<typeof rejectPolicyProposal>) {
    return this.policies.reject(by(context), context.input);
  }

  @Handle(withdrawPolicyProposal)
  withdraw(context: CallContext<typeof withdrawPolicyProposal>) {
    return this.policies.withdraw(by(context), context.input);
  }

  @Handle(staffDecisions)
  decisions({ session, input, header }: CallContext<typeof staffDecisions>) {
    return this.lists.list(session, 'decisions', input, header);
  }
}

function by({ session, keys }: { session: { staffId: string }; keys: readonly string[] }): Wisher {
  return { staffId: session.staffId, keys };
}
