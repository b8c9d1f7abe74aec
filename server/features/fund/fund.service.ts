import { Injectable } from '@nestjs/common';
import type { buyFund, cancelFundRequest, getFund, redeemFund } from '../../../contracts/fund.calls.js';
import type { FundAnswer, FundHolding, FundView, OwnFund } from '../../../contracts/fund.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { FUND_ASSETS, payoutOf, type FundLevel } from '../../../shared/fund.js';
import { format } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands, type CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { Agreements } from '../../core/ports/agreements.js';
import { FundPrices } from '../../core/ports/fund-prices.js';
import { InvestmentCaps } from '../../core/ports/investment-caps.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { Writers } from '../../engine/writer/writers.js';
import { BuyFund, CancelFundRequest, RedeemFund } from './fund.commands.js';
import { navDateOf } from './fund-dates.rules.js';
import type { FundClose } from './fund.events.js';
import { FundFactSheets } from './fund-sheet.js';
import { FUND_REALM, purchaseScope, standingOf } from './fund.handler.js';
import type { FundNavRow } from './fund.projection.js';
import { FundQuery } from './fund.query.js';
import { assetsOf, standingProblems } from './fund.rules.js';
import { freeUnits, fundHouseKind, pendingUsdt, type FundHouseState } from './fund.state.js';
import { termsOf, valueOf, type FundTerms } from './fund-value.rules.js';

type Session = CallContext<typeof buyFund>['session'];
type Caller = Pick<CallContext<typeof buyFund>, 'session' | 'requestToken'>;

/** What a call does around its command: rules, cap of the class, trade password, and what the owner reads. */
@Injectable()
export class FundService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly query: FundQuery,
    private readonly facts: FundFactSheets,
    private readonly prices: FundPrices,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly caps: InvestmentCaps,
    private readonly principal: OpenPrincipal,
    private readonly debts: OpenDebts,
    private readonly gate: TradeGate,
    private readonly accounts: AccountGate,
    private readonly agreements: Agreements,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async fund({ session, input: { level }, lang }: CallContext<typeof getFund>): Promise<FundView | Refusal> {
    const at = this.clock.now();
    if (!(await this.query.isUpToDate(FUND_REALM))) return refuse('request.unavailable');
    const { version, values } = this.policies.inForce('fund.rules');
    const terms = termsOf(values, level);
    const house = await this.writers.read(FUND_REALM, fundHouseKind, level);
    const { date: navDate, firstCloseAt, strikesAt } = navDateOf(assetsOf(house, values, level), at, this.prices);
    const rows = await this.query.navs(level);
    const own = session?.realm === FUND_REALM ? await this.ownOf(session, level, rows[0]?.nav ?? '0', at) : null;
    return {
      at,
      level,
      asset: FUND_ASSETS[level],
      forSale: terms.forSale,
      minimum: values.minUsdt,
      maximum: values.maxUsdt,
      version,
      navDate,
      firstCloseAt,
      strikesAt,
      nav: rows[0] === undefined ? null : navView(rows[0]),
      holdings: holdingsOf(house, terms, rows[0]),
      navs: rows.map(({ date, nav }) => ({ date, value: nav })).toReversed(),
      facts: this.facts.of(level, terms),
      own: own && own.view,
      problems: (own?.problems ?? []).map((problem) => this.texts.problem(lang, problem)),
    };
  }

  async buy(call: CallContext<typeof buyFund>): Promise<FundAnswer | Refusal> {
    const { session, input } = call;
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      // A version that is published meanwhile is none of this purchase's.
      const policy = this.policies.inForce('fund.rules');
      const { userId, ownerId } = session;
      const { cap, policy: caps } = await this.caps.of(userId);
      const { level, amount, agreed = null, article, navDate: shownDate = null } = input;
      const agreement = await this.agreements.rulesOf('fund', article);
      if (isRefusal(agreement)) return agreement;
      const wanted = { requestId: this.ids.next('fnd'), level, amount, agreed, agreement, shownDate };
      return new BuyFund(context, { userId, ownerId, ...wanted, policy, cap: { cap, policy: caps } });
    });
    return result.ok ? { request: result.answer, position: result.position } : result.refusal;
  }

  async redeem(call: CallContext<typeof redeemFund>): Promise<FundAnswer | Refusal> {
    const { session, input } = call;
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      const { userId, ownerId } = session;
      const { level, units, navDate: shownDate = null } = input;
      return new RedeemFund(context, { userId, ownerId, requestId: this.ids.next('fnd'), level, units, shownDate });
    });
    return result.ok ? { request: result.answer, position: result.position } : result.refusal;
  }

  async cancel(call: CallContext<typeof cancelFundRequest>): Promise<FundAnswer | Refusal> {
    const { session, input } = call;
    const { userId, ownerId } = session;
    const { level, requestId } = input;
    const named = { userId, ownerId, level, requestId };
    const result = await this.commands.execute(new CancelFundRequest(this.context(call), named));
    if (result.ok) return { request: result.answer, position: result.position };
    if (result.refusal.refusal !== 'fund.request-not-found') return result.refusal;
    // A state of waiting requests alone cannot tell one that is over from one that never was.
    if (!(await this.query.isUpToDate(FUND_REALM))) return refuse('request.unavailable');
    return (await this.query.row(session, requestId)) === undefined
      ? result.refusal
      : refuse('fund.request-over', { requestId });
  }

  private async ownOf(
    session: Session,
    level: FundLevel,
    nav: string,
    at: Instant,
  ): Promise<{ readonly view: OwnFund; readonly problems: readonly Refusal[] }> {
    const { userId, ownerId } = session;
    const owner = { userId, ownerId, level };
    const [{ cap, policy: caps }, shut] = await Promise.all([this.caps.of(userId), this.gate.refusal(session)]);
    const ports = { gate: this.accounts, principal: this.principal, debts: this.debts };
    const scope = purchaseScope(ports, owner);
    const { state, principal } = await this.writers.look(FUND_REALM, scope, (view) =>
      standingOf(ports, view, owner, at),
    );
    const { units, cost } = state.held[level];
    const policy = this.policies.inForce('fund.rules');
    const smallest = { level, amount: policy.values.minUsdt, policy, cap: { cap, policy: caps } };
    // A session that has not given it is asked with the order.
    const missing = shut?.refusal === 'security.trade-password-missing' ? [shut] : [];
    return {
      view: {
        units,
        free: format(freeUnits(state, level)),
        value: payoutOf(units, nav),
        cost,
        pendingUsdt: format(pendingUsdt(state, level)),
        cap,
        open: format(principal),
      },
      problems: [...missing, ...standingProblems(smallest, { principal, state })],
    };
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

const navView = ({ date, at, nav, gross, fee, cash, units, rebalanced }: FundNavRow): NonNullable<FundView['nav']> => ({
  date,
  at,
  nav,
  gross,
  fee,
  cash,
  units,
  rebalanced,
});

/** What the last value was made of, and what is to be held; quantities are those of after its trades. */
function holdingsOf({ holdings }: FundHouseState, { basket }: FundTerms, last: FundNavRow | undefined): FundHolding[] {
  const closes = new Map((JSON.parse(last?.closes ?? '[]') as FundClose[]).map((close) => [close.asset, close]));
  const held = new Map(holdings.map(({ asset, quantity }) => [asset, quantity]));
  const targets = new Map(basket.map(({ asset, weight }) => [asset, weight]));
  return [...new Set([...targets.keys(), ...held.keys(), ...closes.keys()])].map((asset) => {
    const close = closes.get(asset);
    return {
      asset,
      target: targets.get(asset) ?? '0',
      quantity: held.get(asset) ?? '0',
      valued: close?.quantity ?? '0',
      price: close?.price ?? null,
      closeAt: close?.closeAt ?? null,
      epoch: close?.fair === undefined ? (close?.epoch ?? null) : null,
      fair: close?.fair ?? null,
      value: close === undefined ? null : format(valueOf(close)),
    };
  });
}
