import { Controller, Inject } from '@nestjs/common';
import { getDecisionsQuery, getPoliciesQuery, getPolicyQuery } from '../../../contracts/policy-change.contract.js';
import { isRefusal } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { PolicyQuery } from './policy.query.js';

/** What everybody may know of the rules, and everybody of the decisions about himself. */
@Controller()
export class PolicyController {
  constructor(@Inject(PolicyQuery) private readonly policies: PolicyQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getPolicies',
    access: 'public',
    summary: 'Every policy as it is in force: name, version and values.',
    input: getPoliciesQuery,
    answer: 'PolicyView[]',
  })
  async getPolicies(_asked: Asked<typeof getPoliciesQuery, 'public'>) {
    return silently(await this.policies.all());
  }

  @Call({
    method: 'GET',
    path: 'web/getPolicy',
    access: 'public',
    summary: 'One version of a policy; the one in force when none is named.',
    input: getPolicyQuery,
    answer: 'PolicyView',
    refusals: ['policy.unknown', 'policy.version-unknown'],
  })
  async getPolicy({ input }: Asked<typeof getPolicyQuery, 'public'>) {
    const found = await this.policies.one(input.name, input.version);
    return isRefusal(found) ? found : silently(found);
  }

  @Call({
    method: 'GET',
    path: 'web/getDecisions',
    access: 'user',
    summary:
      'Decisions about the asker with the policies that they followed and the figures that they used, newest first.',
    input: getDecisionsQuery,
    answer: 'Page<DecisionView>',
    refusals: ['request.field-invalid'],
  })
  async getDecisions({ session, input }: Asked<typeof getDecisionsQuery>) {
    const page = await this.policies.decisions(session, input);
    return isRefusal(page) ? page : silently(page);
  }
}
