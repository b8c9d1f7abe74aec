import { Injectable } from '@nestjs/common';
import type {
  buyProfit,
  continueCustody,
  getProfitInfo,
  getProfitList,
  getProfitTotal,
  sellProfit,
  setCustodyLossLimit,
  setCustodyPause,
} from '../../../contracts/custody.calls.js';
import {
  CUSTODY_PRODUCTS,
  CUSTODY_VIP_CLASSES,
  groupOf,
  type CustodyAnswer,
  type CustodyGroup,
  type CustodyInfo,
  type CustodyLimits,
  type CustodyProduct,
  type CustodyProducts,
  type CustodyTotals,
  type CustodyVip,
} from '../../../contracts/custody.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { CUSTODY_RATE_STEP, firstDateOf, interestOf } from '../../../shared/custody.js';
import { amount, format } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { viewOfLimits } from '../../core/own-limits.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { Agreements } from '../../core/ports/agreements.js';
import { CustodyRates } from '../../core/ports/custody-rates.js';
import { InvestmentCaps, type InvestmentCap } from '../../core/ports/investment-caps.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { PastAssets } from '../../core/ports/past-assets.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { Writers } from '../../engine/writer/writers.js';
import {
  BuyCustody,
  ContinueCustody,
  RedeemCustody,
  SetCustodyLossLimit,
  SetCustodyPause,
  type CustodyPurchase,
} from './custody.commands.js';
import { CUSTODY_REALM, purchaseScope, standingOf } from './custody.handler.js';
import { CustodyQuery, viewOfEnded } from './custody.query.js';
import {
  averageGate,
  isProductId,
  quotaLeft,
  ratesAt,
  standingProblems,
  grantDue,
  termsOf,
  worstOf,
  type CustodyStanding,
  type CustodyTerms,
} from './custody.rules.js';
import { custodyHouseKind, custodyKind, lostInMonth, openCustody, sumOf } from './custody.state.js';
import { daysOf, outlookOf } from './custody.outlook.js';
import { viewOf } from './custody.views.js';

type Session = CallContext<typeof buyProfit>['session'];
type Caller = Pick<CallContext<typeof buyProfit>, 'session' | 'requestToken'>;
/** What a person's purchase is checked against; `shut` where no trade password is set yet. */
type Own = CustodyStanding & Pick<CustodyPurchase, 'cap' | 'vip'> & { readonly shut: readonly Refusal[] };

const HUNDRED = '100';

/** What a call does around its command: rules, cap of the class, trade password, and what the owner reads. */
@Injectable()
export class CustodyService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly query: CustodyQuery,
    private readonly rates: CustodyRates,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly caps: InvestmentCaps,
    private readonly assets: PastAssets,
    private readonly principal: OpenPrincipal,
    private readonly debts: OpenDebts,
    private readonly levels: VerificationLevels,
    private readonly gate: TradeGate,
    private readonly accounts: AccountGate,
    private readonly agreements: Agreements,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async totals({ session }: CallContext<typeof getProfitTotal>): Promise<CustodyTotals> {
    const asset = 'USDT';
    if (session.realm !== CUSTODY_REALM) return { held: '0', accrued: '0', paid: '0', penalties: '0', asset };
    const at = this.clock.now();
    const state = await this.writers.read(CUSTODY_REALM, custodyKind, session.ownerId);
    const open = [...state.open.values()];
    const accrued = sumOf(open, (order) => interestOf(order.principal, ratesAt(order, this.rates, at)));
    const { interest, penalties } = state;
    return { held: format(openCustody(state)), accrued: format(accrued), paid: interest, penalties, asset };
  }

  async list({ session, input, lang }: CallContext<typeof getProfitList>): Promise<CustodyProducts | Refusal> {
    const at = this.clock.now();
    const own = await this.ownOf(session, at, input.group);
    if (own !== null && isRefusal(own)) return own;
    const scope = {
      streams: [[custodyHouseKind, CUSTODY_REALM]] as const,
      balances: [
        [HOUSE.treasury.account, 'USDT'],
        [HOUSE.treasuryHolds.account, 'USDT'],
      ] as const,
    };
    const { values } = this.policies.inForce('custody.rules');
    const treasury = await this.writers.look(CUSTODY_REALM, scope, (view) => {
      const house = view.state(custodyHouseKind, CUSTODY_REALM);
      // What the rule gives comes with the next sale, and covers it.
      const due = grantDue(house, values);
      return {
        free: format(view.balance(HOUSE.treasury.account, 'USDT') + due),
        held: format(view.balance(HOUSE.treasuryHolds.account, 'USDT')),
        granted: format(amount(house.granted) + due),
      };
    });
    const ids = CUSTODY_PRODUCTS.filter((id) => groupOf(id) === input.group);
    const products = ids.map((id) => this.product(this.termsOf(id, own), own, lang));
    const vipRules = { averageUsdt: values.vipAverageUsdt, days: values.vipAverageDays };
    return { at, products, treasury, own: own && limitsOf(own), vip: own && vipOf(own, values), vipRules };
  }

  async info({ session, input, lang }: CallContext<typeof getProfitInfo>): Promise<CustodyInfo | Refusal> {
    const at = this.clock.now();
    const nothing = { at, product: null, rates: [], order: null, days: [], now: null, atMaturity: null };
    const { productId, orderId = '' } = input;
    if (productId === undefined) return this.orderInfo(session, orderId, nothing);
    if (!isProductId(productId)) return refuse('custody.product-unknown', { field: 'productId', productId });
    if (!(await this.query.isUpToDate(CUSTODY_REALM))) return refuse('request.unavailable');
    const own = await this.ownOf(session, at, groupOf(productId));
    if (own !== null && isRefusal(own)) return own;
    const terms = this.termsOf(productId, own);
    const rows = await this.query.lastRates(terms);
    const rates = rows.map(({ date, rate, epoch }) => ({ date, rate, epoch }));
    return { ...nothing, product: this.product(terms, own, lang), rates };
  }

  async buy(call: CallContext<typeof buyProfit>): Promise<CustodyAnswer | Refusal> {
    const { session, input } = call;
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      // A version that is published meanwhile is none of this purchase's.
      const policy = this.policies.inForce('custody.rules');
      const { userId, ownerId } = session;
      const { cap, class: riskClass, policy: caps } = await this.caps.of(userId);
      const { productId, amount: text, agreed = null, article, firstDate: shownDate = null } = input;
      const vip = await this.vipFacts(ownerId, groupOf(productId), riskClass, context.at);
      if (vip !== null && isRefusal(vip)) return vip;
      const orderId = this.ids.next('cus');
      const agreement = await this.agreements.rulesOf(groupOf(productId), article);
      if (isRefusal(agreement)) return agreement;
      const wanted = { orderId, productId, amount: text, agreed, agreement, shownDate };
      return new BuyCustody(context, { userId, ownerId, ...wanted, policy, vip, cap: { cap, policy: caps } });
    });
    return result.ok ? { order: result.answer, position: result.position } : result.refusal;
  }

  async sell(call: CallContext<typeof sellProfit>): Promise<CustodyAnswer | Refusal> {
    const { session, input } = call;
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      const { userId, ownerId } = session;
      const { orderId, shownPenalty } = input;
      const requestId = this.ids.next('red');
      return new RedeemCustody(context, { userId, ownerId, orderId, requestId, shownPenalty });
    });
    return result.ok ? { order: result.answer, position: result.position } : this.overOr(call, result.refusal);
  }

  async continueOrder(call: CallContext<typeof continueCustody>): Promise<CustodyAnswer | Refusal> {
    const { userId, ownerId } = call.session;
    const { orderId } = call.input;
    const result = await this.commands.execute(new ContinueCustody(this.context(call), { userId, ownerId, orderId }));
    return result.ok ? { order: result.answer, position: result.position } : this.overOr(call, result.refusal);
  }

  /** A state of open orders alone cannot tell an order that is over from one that never was. */
  private async overOr(
    { session, input: { orderId } }: CallContext<typeof continueCustody> | CallContext<typeof sellProfit>,
    refusal: Refusal,
  ): Promise<Refusal> {
    if (refusal.refusal !== 'custody.not-found') return refusal;
    if (!(await this.query.isUpToDate(CUSTODY_REALM))) return refuse('request.unavailable');
    return (await this.query.row(session, orderId)) === undefined ? refusal : refuse('custody.over', { orderId });
  }

  setLossLimit(call: CallContext<typeof setCustodyLossLimit>) {
    const { userId, ownerId } = call.session;
    const limit = call.input.limit === 'none' ? null : call.input.limit;
    return this.changed(call, new SetCustodyLossLimit(this.context(call), { userId, ownerId, limit }));
  }

  setPause(call: CallContext<typeof setCustodyPause>) {
    const { userId, ownerId } = call.session;
    const until = call.input.until === 'none' ? null : Number(call.input.until);
    return this.changed(call, new SetCustodyPause(this.context(call), { userId, ownerId, until }));
  }

  private async changed(call: Caller, command: HouseCommand<unknown, null>): Promise<CustodyLimits | Refusal> {
    const result = await this.commands.execute(command);
    if (!result.ok) return result.refusal;
    const own = await this.standing(call.session, this.clock.now(), 'custody');
    return isRefusal(own) ? own : limitsOf(own);
  }

  private async orderInfo(
    session: Session | undefined,
    orderId: string,
    nothing: CustodyInfo,
  ): Promise<CustodyInfo | Refusal> {
    if (session === undefined || session.realm !== CUSTODY_REALM) return refuse('custody.not-found', { orderId });
    const { at } = nothing;
    const { open } = await this.writers.read(CUSTODY_REALM, custodyKind, session.ownerId);
    const order = open.get(orderId);
    if (order !== undefined) {
      const rates = ratesAt(order, this.rates, at);
      const days = daysOf(order, rates, this.rates);
      return { ...nothing, order: viewOf(order, rates), days, ...outlookOf(order, rates, at) };
    }
    if (!(await this.query.isUpToDate(CUSTODY_REALM))) return refuse('request.unavailable');
    const row = await this.query.row(session, orderId);
    if (row === undefined) return refuse('custody.not-found', { orderId });
    const view = viewOfEnded(row);
    return {
      ...nothing,
      order: view,
      days: daysOf({ ...view, ...row, principal: row.amount }, view.rates, this.rates),
    };
  }

  /** `null` without a session of a real account. */
  private async ownOf(session: Session | undefined, at: Instant, group: CustodyGroup): Promise<Own | Refusal | null> {
    return session?.realm === CUSTODY_REALM ? this.standing(session, at, group) : null;
  }

  /** Class and net assets of the last dates, for VIP products alone. */
  private async vipFacts(
    ownerId: string,
    group: CustodyGroup,
    riskClass: InvestmentCap['class'],
    at: Instant,
  ): Promise<CustodyPurchase['vip'] | Refusal> {
    if (group !== 'vip') return null;
    const { vipAverageDays } = this.policies.inForce('custody.rules').values;
    const days = await this.assets.daily(ownerId, vipAverageDays, at);
    return days === undefined ? refuse('request.unavailable') : { class: riskClass, days: [...days] };
  }

  private async standing(session: Session, at: Instant, group: CustodyGroup): Promise<Own | Refusal> {
    const { userId, ownerId } = session;
    const [{ cap, policy, class: riskClass }, shut] = await Promise.all([
      this.caps.of(userId),
      this.gate.refusal(session),
    ]);
    const vip = await this.vipFacts(ownerId, group, riskClass, at);
    if (vip !== null && isRefusal(vip)) return vip;
    const ports = { gate: this.accounts, levels: this.levels, principal: this.principal, debts: this.debts };
    const scope = purchaseScope(ports, session);
    const standing = await this.writers.look(CUSTODY_REALM, scope, (view) => standingOf(ports, view, session, at));
    // A session that has not given it is asked with the order.
    const missing = shut?.refusal === 'security.trade-password-missing' ? [shut] : [];
    return { ...standing, cap: { cap, policy }, vip, shut: missing };
  }

  private termsOf(productId: (typeof CUSTODY_PRODUCTS)[number], own: Own | null): CustodyTerms {
    return termsOf(this.policies.inForce('custody.rules').values, productId, own?.advanced ?? false);
  }

  private product(
    terms: CustodyTerms,
    own: Own | null,
    lang: CallContext<typeof getProfitList>['lang'],
  ): CustodyProduct {
    const policy = this.policies.inForce('custody.rules');
    const { productId, cycleDays, minimum, maximum, quota, rateMin, rateMax, penalty, penaltyRate, forSale } = terms;
    const problems =
      own === null ? [] : [...own.shut, ...standingProblems({ policy, cap: own.cap, vip: own.vip }, terms, own)];
    return {
      productId,
      cycleDays,
      minimum,
      maximum,
      quota,
      quotaLeft: own && format(quotaLeft(own.state, terms)),
      rateMin,
      rateMax,
      rateStep: CUSTODY_RATE_STEP,
      penalty: { kind: penalty, rate: penaltyRate },
      forSale,
      worstCase: worstOf(HUNDRED, terms),
      version: policy.version,
      firstDate: firstDateOf(this.clock.now()),
      problems: problems.map((problem) => this.texts.problem(lang, problem)),
    };
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

/** What VIP products ask of a person, and how far they are. */
function vipOf({ vip, advanced }: Own, rules: KnownPolicies['custody.rules']): CustodyVip | null {
  if (vip === null) return null;
  const classes = [...CUSTODY_VIP_CLASSES];
  const { class: riskClass, days } = vip;
  return {
    advanced,
    form: riskClass !== 'unassessed',
    class: riskClass,
    classes,
    ...averageGate(days, rules),
    days: [...days],
  };
}

function limitsOf({ state, at, cap: { cap }, principal }: Own): CustodyLimits {
  const { lossLimit, pause } = viewOfLimits(state, at);
  return {
    lossLimit: { ...lossLimit, lost: format(amount(lostInMonth(state, at))) },
    pause,
    cap: { cap, open: format(principal) },
  };
}
