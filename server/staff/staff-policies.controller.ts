import type { RequestToken } from '../core/command.js';
import { Controller } from '@nestjs/common';
import { Pool } from 'pg';
import {
  approvePolicy,
  proposePolicy,
  rejectPolicyProposal,
  staffPolicyImpact,
  stopPayouts,
  withdrawPolicyProposal,
} from '../../contracts/policy-change.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { PolicyService, type PolicyEditor } from '../features/policy/policy.service.js';
import { policyImpact } from './policy-impact.js';

/** Policies for the console: who holds `market` reads them, who holds `policies` proposes and agrees. */
@Controller()
export class StaffPoliciesController {
  constructor(
    private readonly policies: PolicyService,
    private readonly pool: Pool,
  ) {}

  @Handle(staffPolicyImpact)
  impact({ input }: CallContext<typeof staffPolicyImpact>) {
    return policyImpact(this.pool, input.name);
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
}

function by({
  session,
  requestToken,
}: {
  session: { staffId: string };
  requestToken?: RequestToken | undefined;
}): PolicyEditor {
  return { staffId: session.staffId, requestToken };
}
