import { Injectable } from '@nestjs/common';
import type {
  buyOption,
  confirmOptionWarning,
  getOpenOptions,
  getOptionStanding,
  quoteOption,
  setOptionLossLimit,
  setOptionPause,
} from '../../../contracts/option.calls.js';
import type { OpenOptionsView, OptionAnswer, OptionQuote, OptionStanding } from '../../../contracts/option.contract.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { viewOfLimits } from '../../core/own-limits.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { InvestmentCaps, type InvestmentCap } from '../../core/ports/investment-caps.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { OptionPrices } from '../../core/ports/option-prices.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { Writers } from '../../engine/writer/writers.js';
import {
  BuyOption,
  ConfirmOptionWarning,
  SetOptionLossLimit,
  SetOptionPause,
  type Purchase,
} from './option.commands.js';
import { purchaseScope, standingOf } from './option.handler.js';
import { costOf, edgeOf, lostToday, problemsOf, winsOf } from './option.rules.js';
import { countedOf, openStakes, optionKind, tallyOf, type OpenOption, type Tally } from './option.state.js';
import { OptionTermsQuery, settlesBy } from './option.terms.js';
import { profitOf, viewOf } from './option.views.js';

type Session = CallContext<typeof buyOption>['session'];
type Asked = Pick<CallContext<typeof buyOption>, 'session'> & {
  input: Omit<CallContext<typeof buyOption>['input'], 'payoutRate'> & { payoutRate: string };
};
type Caller = Pick<CallContext<typeof buyOption>, 'session' | 'requestToken'>;

const BEAT_MS = 250;
const HUNDRED = 100n;

/** What a call does around its command: the market's figures of the instant, the cap of the class, the trade password. */
@Injectable()
export class OptionService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly terms: OptionTermsQuery,
    private readonly prices: OptionPrices,
    private readonly caps: InvestmentCaps,
    private readonly principal: OpenPrincipal,
    private readonly gate: TradeGate,
    private readonly accounts: AccountGate,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** What an option would pay and cost, and all that stands against it. Decides as a purchase would, and keeps nothing. */
  async quote({ session, input, lang }: CallContext<typeof quoteOption>): Promise<OptionQuote | Refusal> {
    const at = this.clock.now();
    const purchase = await this.purchase({ session, input: { ...input, payoutRate: '0' } }, at);
    if (isRefusal(purchase)) return purchase;
    const shut = await this.gate.refusal(session);
    const { symbol, direction, delivery, stake, policy, offer } = purchase;
    const { values } = policy;
    const latest = settlesBy(values, delivery, at);
    const problems = await this.writers.look(session.realm, purchaseScope(this.ports, session), (view) => {
      const barred = this.accounts.refusal(view, session.userId, session.ownerId, at);
      const standing = { ...standingOf(this.ports, view, session, at), lastBeat: Math.floor(latest / BEAT_MS) };
      return [barred, shut, ...problemsOf(purchase, standing)].filter((problem) => problem !== undefined);
    });
    const { figures } = offer;
    const payoutRate = figures?.payouts[direction] ?? null;
    const wins = payoutRate === null ? null : winsOf(stake, payoutRate);
    const cost = wins === null || figures === null ? null : costOf({ stake, wins, direction }, figures.chances);
    const spread = (values.delayBeatsMax - values.delayBeatsMin) * BEAT_MS;
    return {
      symbol,
      direction,
      delivery,
      stake,
      at,
      problems: problems.map((problem) => this.texts.problem(lang, problem)),
      price: figures?.price ?? null,
      chances: figures?.chances ?? null,
      winChance: figures?.chances[direction] ?? null,
      payoutRate,
      wins,
      edge: edgeOf(values, delivery),
      cost,
      costOfHundred: cost === null ? null : format(amount(cost) * HUNDRED),
      entersBy: at + values.delayBeatsMax * BEAT_MS,
      settlesFrom: latest - spread,
      settlesBy: latest,
      rules: this.terms.rules(policy),
    };
  }

  async buy(call: CallContext<typeof buyOption>): Promise<OptionAnswer | Refusal> {
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(call.session);
      if (shut !== undefined) return shut;
      const purchase = await this.purchase(call, context.at);
      return isRefusal(purchase) ? purchase : new BuyOption(context, purchase);
    });
    return result.ok ? { option: result.answer, position: result.position } : result.refusal;
  }

  /** Those that settle soonest first, with the price and chance of now. */
  async open({ session, input }: CallContext<typeof getOpenOptions>): Promise<OpenOptionsView> {
    const at = this.clock.now();
    const { open } = await this.writers.read(session.realm, optionKind, session.ownerId);
    const wanted = [...open.values()].filter(({ symbol }) => input.symbol === undefined || symbol === input.symbol);
    const options = wanted
      .toSorted((one, other) => one.lastBeat - other.lastBeat)
      .map((option) => ({ ...viewOf(option), ...this.live(option, at) }));
    return { at, options };
  }

  async standing({ session }: Pick<CallContext<typeof getOptionStanding>, 'session'>): Promise<OptionStanding> {
    const at = this.clock.now();
    const cap = await this.capOf(session);
    return this.writers.look(session.realm, purchaseScope(this.ports, session), (view) => {
      const { state, available, principal } = standingOf(this.ports, view, session, at);
      const { lossLimit, pause } = viewOfLimits(state, at);
      const lost = lostToday(state, at) + openStakes(state);
      return {
        warningConfirmedAt: state.warnedAt,
        all: totalsOf(state.all),
        today: totalsOf(tallyOf(state, at)),
        open: { count: state.open.size, staked: format(openStakes(state)) },
        lossLimit: { ...lossLimit, lost: format(lost > ZERO ? lost : ZERO) },
        pause,
        cap: cap && { class: cap.class, cap: cap.cap, open: format(principal), version: cap.policy.version },
        available: format(available),
        rules: this.terms.rules(),
      };
    });
  }

  setLossLimit(call: CallContext<typeof setOptionLossLimit>) {
    const { userId, ownerId } = call.session;
    const limit = call.input.limit === 'none' ? null : call.input.limit;
    return this.changed(call, new SetOptionLossLimit(this.context(call), { userId, ownerId, limit }));
  }

  setPause(call: CallContext<typeof setOptionPause>) {
    const { userId, ownerId } = call.session;
    const until = call.input.until === 'none' ? null : Number(call.input.until);
    return this.changed(call, new SetOptionPause(this.context(call), { userId, ownerId, until }));
  }

  confirmWarning(call: CallContext<typeof confirmOptionWarning>) {
    const { userId, ownerId } = call.session;
    return this.changed(call, new ConfirmOptionWarning(this.context(call), { userId, ownerId }));
  }

  private async changed(call: Caller, command: HouseCommand<unknown, null>): Promise<OptionStanding | Refusal> {
    const result = await this.commands.execute(command);
    return result.ok ? this.standing(call) : result.refusal;
  }

  private async purchase({ session, input }: Asked, at: Instant): Promise<Purchase | Refusal> {
    const { symbol, direction, delivery, stake, payoutRate: shown } = input;
    // A version that is published meanwhile is none of this purchase's.
    const { policy } = this.terms;
    const offer = this.terms.offer(symbol, delivery, policy, at);
    if (isRefusal(offer)) return offer;
    const cap = await this.capOf(session);
    const { userId, ownerId } = session;
    return {
      userId,
      ownerId,
      optionId: this.ids.next('opt'),
      symbol,
      direction,
      delivery,
      stake,
      shown,
      offer,
      policy,
      cap: cap && { cap: cap.cap, policy: cap.policy },
    };
  }

  /** A demo account has no cap. */
  private async capOf({ realm, userId }: Session): Promise<InvestmentCap | null> {
    return realm === 'real' ? this.caps.of(userId) : null;
  }

  private live(option: OpenOption, at: Instant) {
    const { variance, entry, direction } = option;
    const counted = { ...countedOf(option), variance, entrySteps: entry?.steps ?? null };
    const { price, above } = this.prices.live(counted, at);
    const chance = above === null ? option.chances[direction] : `${direction === 'rise' ? above : 1 - above}`;
    return { price, winChance: Number(chance).toFixed(4) };
  }

  private get ports() {
    return { gate: this.accounts, principal: this.principal };
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

const totalsOf = ({ count, staked, returned, expected }: Tally) => ({
  count,
  staked,
  returned,
  expected,
  profit: profitOf(returned, staked),
});
