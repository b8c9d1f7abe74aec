import { Injectable } from '@nestjs/common';
import type { endFundPlan, getFundPlans, setFundPlan } from '../../../contracts/fund.calls.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { firstDatesOf, PLANS_MAX } from '../../../shared/fund-plan.js';
import { dateOf } from '../../../shared/utc-date.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Agreements } from '../../core/ports/agreements.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { isRefusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Writers } from '../../engine/writer/writers.js';
import { EndFundPlan, SetFundPlan } from './fund.commands.js';
import { FUND_REALM } from './fund.handler.js';
import { planViewOf } from './fund-plan.decider.js';
import { fundKind } from './fund.state.js';

type Caller = Pick<CallContext<typeof setFundPlan>, 'session' | 'requestToken'>;

/** Recurring purchases of funds: their owner's list, setting and ending. */
@Injectable()
export class FundPlanService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly gate: TradeGate,
    private readonly agreements: Agreements,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async plans({ session: { realm, ownerId } }: CallContext<typeof getFundPlans>) {
    const own = realm === FUND_REALM ? await this.writers.read(FUND_REALM, fundKind, ownerId) : undefined;
    const plans = [...(own?.plans.values() ?? [])].map(planViewOf);
    return { plans, most: PLANS_MAX, ...firstDatesOf(dateOf(this.clock.now())) };
  }

  async set(call: CallContext<typeof setFundPlan>) {
    const { session, input } = call;
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      const { userId, ownerId } = session;
      const { level, amount, period, firstDate, agreed = null, article } = input;
      const policy = this.policies.inForce('fund.rules');
      const agreement = await this.agreements.rulesOf('fund', article);
      if (isRefusal(agreement)) return agreement;
      const ticked = { agreed, agreement, policy };
      const planId = this.ids.next('fpl');
      return new SetFundPlan(context, { userId, ownerId, planId, level, amount, period, firstDate, ...ticked });
    });
    return result.ok ? { plan: result.answer, position: result.position } : result.refusal;
  }

  async end(call: CallContext<typeof endFundPlan>) {
    const { userId, ownerId } = call.session;
    const { planId } = call.input;
    const result = await this.commands.execute(new EndFundPlan(this.context(call), { userId, ownerId, planId }));
    return result.ok ? { planId, position: result.position } : result.refusal;
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}
