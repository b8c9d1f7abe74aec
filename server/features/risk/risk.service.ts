import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { submitQuestionnaire } from '../../../contracts/risk.calls.js';
import { assessRisk, DECLARATIONS, type RiskView } from '../../../contracts/risk.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Vault } from '../../core/ports/vault.js';
import type { Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { AssessRisk } from './risk.commands.js';
import { RiskQuery } from './risk.query.js';
import { PolicySource } from '../../core/ports/policy-source.js';

/** Takes the questionnaire of a real account. Visitors calculate in the browser, by the same published rules. */
@Injectable()
export class RiskService {
  constructor(
    private readonly commands: Commands,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly query: RiskQuery,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async submit({ input, session, requestToken }: CallContext<typeof submitQuestionnaire>): Promise<RiskView | Refusal> {
    const { commands, policies, query, vault, clock, ids } = this;
    const { userId } = session;
    const { purpose, investment, amount, monthly, occupation } = input;
    const answers = { purpose, investment, amount, monthly, occupation };
    const policy = policies.inForce('risk.scores');
    const { score, lines } = assessRisk(answers, policy.values);
    const data = {
      userId,
      assessmentId: ids.next('risk'),
      score,
      sealedAnswers: await vault.seal(userId, 'risk.answers', JSON.stringify(lines)),
      declared: DECLARATIONS.filter((declaration) => input[declaration] === 'yes'),
      policy,
    };
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken };
    const result = await commands.execute(new AssessRisk(context, data));
    return result.ok ? query.view(userId) : result.refusal;
  }
}
