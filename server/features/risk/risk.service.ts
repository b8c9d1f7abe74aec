import type { submitQuestionnaire } from '../../../contracts/risk.calls.js';
import { assessRisk, DECLARATIONS, type RiskView } from '../../../contracts/risk.contract.js';
import type { Clock } from '../../core/clock.js';
import type { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { Vault } from '../../core/person.js';
import type { Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { AssessRisk } from './risk.commands.js';
import type { RiskPolicies, RiskQuery } from './risk.query.js';

interface Parts {
  readonly commands: Commands;
  readonly policies: RiskPolicies;
  readonly query: RiskQuery;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Takes the questionnaire of a real account. Visitors calculate in the browser, by the same published rules. */
export class RiskService {
  constructor(private readonly parts: Parts) {}

  async submit({ input, session, keys }: CallContext<typeof submitQuestionnaire>): Promise<RiskView | Refusal> {
    const { commands, policies, query, vault, clock, ids } = this.parts;
    const { userId } = session;
    const { purpose, investment, amount, monthly, occupation } = input;
    const answers = { purpose, investment, amount, monthly, occupation };
    const policy = policies.inForce('risk.scores');
    const { lines } = assessRisk(answers, policy.values);
    const data = {
      userId,
      assessmentId: ids.next('risk'),
      answers,
      sealedAnswers: await vault.seal(userId, 'risk.answers', JSON.stringify(lines)),
      declared: DECLARATIONS.filter((declaration) => input[declaration] === 'yes'),
      policy,
    };
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, keys };
    const result = await commands.execute(new AssessRisk(context, data));
    return result.ok ? query.view(userId) : result.refusal;
  }
}
