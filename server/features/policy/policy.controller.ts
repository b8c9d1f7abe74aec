import { Controller } from '@nestjs/common';
import { getDecisions, getPolicies, getPolicy } from '../../../contracts/policy-change.calls.js';
import { isRefusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { PolicyQuery } from './policy.query.js';

/** The public rules, and a person's own decisions. */
@Controller()
export class PolicyController {
  constructor(private readonly policies: PolicyQuery) {}

  @Handle(getPolicies)
  async getPolicies(_call: CallContext<typeof getPolicies>) {
    return silently(await this.policies.all());
  }

  @Handle(getPolicy)
  async getPolicy({ input }: CallContext<typeof getPolicy>) {
    const found = await this.policies.one(input.name, input.version);
    return isRefusal(found) ? found : silently(found);
  }

  @Handle(getDecisions)
  async getDecisions({ session, input }: CallContext<typeof getDecisions>) {
    const page = await this.policies.decisions(session, input);
    return isRefusal(page) ? page : silently(page);
  }
}
