import { units, written } from '../../core/audit-figures.js';
import type { RecordedEvent } from '../../core/event.js';
import type { HistoryAudit, PolicyVersionAt, PublishedTerms } from '../../core/history-audit.js';
import type {
  FundEvent,
  FundFlowEnded,
  FundHouseEvent,
  FundPurchasePlaced,
  FundRedemptionRequested,
  FundRequestCancelled,
  FundStruck,
  FundUnitsIssued,
  FundUnitsRedeemed,
} from './fund.events.js';
import { fairProblems, isFair, missedProblems } from './fund-fair.check.js';
import { FundPlanCheck } from './fund-plan.check.js';
import { FundWaiting, type Requested } from './fund-waiting.check.js';
import {
  dayAfter,
  figuresOf,
  heldAfter,
  movesOf,
  paidFor,
  rulesAt,
  strikeMoves,
  strikesAt,
  textOf,
  unitsOf,
  waitingMaxOf,
  worth,
} from './fund.figures.js';

/** A fund as its own events say it. */
interface Fund {
  nextDate: string | null;
  held: Map<string, bigint>;
  cash: bigint;
  units: bigint;
  nav: string | null;
  rebalancingDue: boolean;
  /** By date: the value, `null` where no order gets it, and the oldest close that it is made of. */
  readonly struck: Map<string, { readonly nav: string | null; readonly oldest: number }>;
}

const UNIT_ASSETS = { low: 'LOWFUND', balanced: 'BALFUND' } as const;

/** Every net asset value, unit, payout and fee again, from the closes that each value names and the published rules. */
export const fundAudit: HistoryAudit = {
  check: 'funds',
  begin: (published, find) => {
    const check = new FundCheck(published, find);
    return { take: (event) => check.take(event), finish: () => check.finish() };
  },
};

class FundCheck {
  private readonly funds = new Map<string, Fund>();
  private readonly waiting = new FundWaiting();
  private readonly held = new Map<string, bigint>();
  /** What the fund must say next of requests: that they wait, or how they ended. */
  private readonly expected = new Map<string, { readonly position: number; readonly what: string }>();
  /** Prices of closes: both funds name one price. */
  private readonly closes = new Map<string, string>();

  private readonly plans: FundPlanCheck;

  constructor(
    private readonly published: PublishedTerms,
    private readonly find: (position: number, what: string) => void,
  ) {
    this.plans = new FundPlanCheck(published, (owner) => this.waiting.countOf(owner), find);
  }

  take(event: RecordedEvent): void {
    if (event.realm !== 'real') return;
    this.plans.passes(event.at);
    if (event.stream.startsWith('fundhouse-')) this.house(event as FundHouseEvent);
    else if (event.stream.startsWith('fund-')) this.own(event as FundEvent);
  }

  finish(): void {
    for (const [key, { position }] of this.expected) this.find(position, `the fund never says ${key}`);
    this.plans.finish();
  }

  private fund(level: string): Fund {
    const known = this.funds.get(level);
    if (known !== undefined) return known;
    const fund: Fund = {
      nextDate: null,
      held: new Map(),
      cash: 0n,
      units: 0n,
      nav: null,
      rebalancingDue: false,
      struck: new Map(),
    };
    this.funds.set(level, fund);
    return fund;
  }

  private own(event: FundEvent): void {
    this.plans.take(event);
    switch (event.type) {
      case 'FundPurchaseRequested':
      case 'FundPlanPurchaseRequested':
        return this.purchased(event, event.data);
      case 'FundRedemptionRequested':
        return this.redemption(event, event.data);
      case 'FundUnitsIssued':
        return this.issued(event, event.data);
      case 'FundUnitsRedeemed':
        return this.redeemed(event, event.data);
      case 'FundRequestCancelled':
      case 'FundRequestFailed':
        return this.ended(event, event.data);
      default:
    }
  }

  private purchased(event: RecordedEvent, data: FundPurchasePlaced): void {
    const { requestId, ownerId, amount, policy } = data;
    const rules = rulesAt(this.published.policies.get('fund.rules') ?? [], event.at).find(
      ({ version }) => version === policy.version,
    )?.values;
    if (rules === undefined) this.find(event.position, `${requestId} follows rules that were not in force`);
    else if (units(amount) < units(String(rules['minUsdt'])) || units(amount) > units(String(rules['maxUsdt'])))
      this.find(event.position, `${requestId} of ${amount} USDT is outside the limits of version ${policy.version}`);
    this.fits(event, data, waitingMaxOf(rules));
    this.moved(event, requestId, {
      [`user/${ownerId}/finance/available USDT`]: -units(amount),
      [`user/${ownerId}/finance/frozen USDT`]: units(amount),
    });
    this.waits(event, data, 'purchase', amount);
  }

  private redemption(event: RecordedEvent, data: FundRedemptionRequested): void {
    const { requestId, ownerId, level, units: size } = data;
    const left = (this.held.get(`${ownerId} ${level}`) ?? 0n) - this.waiting.redeemingOf(data);
    if (units(size) > left) this.find(event.position, `${requestId} redeems ${size} units of ${written(left)}`);
    // Who redeems everything may always leave.
    if (units(size) < left) this.fits(event, data, this.waitingMaxAt(event.at));
    this.moved(event, requestId, {});
    this.waits(event, data, 'redemption', size);
  }

  /** As few of an owner wait in a fund as may. */
  private fits({ position }: RecordedEvent, data: Requested, most: number): void {
    const others = this.waiting.countOf(data);
    if (others >= most)
      this.find(position, `${data.requestId} waits beside ${others} orders of its owner, and ${most} may wait`);
  }

  private waitingMaxAt(at: number): number {
    const versions = rulesAt(this.published.policies.get('fund.rules') ?? [], at);
    return Math.max(...versions.map(({ values }) => waitingMaxOf(values)));
  }

  private waits({ position, at }: RecordedEvent, data: Requested, side: string, quantity: string): void {
    const { requestId, date, firstCloseAt } = data;
    if (this.waiting.has(requestId)) this.find(position, `${requestId} was requested twice`);
    if (data.strikesAt !== strikesAt(date) || firstCloseAt <= at || firstCloseAt > data.strikesAt)
      this.find(position, `${requestId} waits for a value that is partly known`);
    this.waiting.add(data, at);
    this.expected.set(`that ${requestId} waits`, { position, what: `${side} of ${quantity} for ${date}` });
  }

  private issued(event: RecordedEvent, data: FundUnitsIssued): void {
    const { requestId, ownerId, level, amount, nav, units: got } = data;
    const request = this.settled(event, data, nav);
    if (request !== undefined && (!('amount' in request) || request.amount !== amount))
      this.find(event.position, `${requestId} was for another amount than ${amount}`);
    const due = unitsOf(amount, nav);
    if (due !== got) this.find(event.position, `${requestId} got ${got} units, not ${due}`);
    const frozen = `user/${ownerId}/finance/frozen`;
    this.moved(event, requestId, {
      [`${frozen} USDT`]: -units(amount),
      [`house/fund-${level} USDT`]: units(amount),
      [`house/fund-units ${UNIT_ASSETS[level]}`]: -units(got),
      [`${frozen} ${UNIT_ASSETS[level]}`]: units(got),
    });
    this.owns(ownerId, level, units(got));
    this.expect(event, requestId, `${amount} USDT and ${got} units`);
  }

  private redeemed(event: RecordedEvent, data: FundUnitsRedeemed): void {
    const { requestId, ownerId, level, nav, paid, units: size } = data;
    const request = this.settled(event, data, nav);
    if (request !== undefined && (!('units' in request) || request.units !== size))
      this.find(event.position, `${requestId} was for other units than ${size}`);
    const due = paidFor(size, nav);
    if (due !== paid) this.find(event.position, `${requestId} was paid ${paid} USDT, not ${due}`);
    this.moved(event, requestId, {
      [`house/fund-${level} USDT`]: -units(paid),
      [`user/${ownerId}/finance/available USDT`]: units(paid),
      [`user/${ownerId}/finance/frozen ${UNIT_ASSETS[level]}`]: -units(size),
      [`house/fund-units ${UNIT_ASSETS[level]}`]: units(size),
    });
    this.owns(ownerId, level, -units(size));
    this.expect(event, requestId, `${written(-units(paid))} USDT and ${written(-units(size))} units`);
  }

  /** A settled request got the value of its date, all of whose closes came after it. */
  private settled(
    { position }: RecordedEvent,
    { requestId, level, date }: FundUnitsIssued | FundUnitsRedeemed,
    nav: string,
  ) {
    const request = this.waiting.take(requestId);
    if (request === undefined) {
      this.find(position, `${requestId} was settled and did not wait`);
      return undefined;
    }
    const struck = this.fund(level).struck.get(request.data.date);
    if (date !== request.data.date || struck?.nav !== nav)
      this.find(position, `${requestId} got ${nav}, not the value of ${request.data.date}`);
    if (struck !== undefined && struck.oldest <= request.at)
      this.find(position, `${requestId} got a value with a close of before it`);
    return request.data;
  }

  private ended(event: RecordedEvent, { requestId, ownerId, level, amount }: FundRequestCancelled): void {
    const request = this.waiting.take(requestId);
    if (request === undefined) return this.find(event.position, `${requestId} ended and did not wait`);
    const { data, at } = request;
    const struck = this.fund(level).struck.get(data.date);
    if (event.type === 'FundRequestCancelled' && event.at >= data.firstCloseAt)
      this.find(event.position, `${requestId} was cancelled when a close was known`);
    if (event.type === 'FundRequestFailed' && (struck === undefined || (struck.nav !== null && struck.oldest > at)))
      this.find(event.position, `${requestId} failed though it had a value`);
    const size = 'amount' in data ? data.amount : '0';
    if ((amount ?? '0') !== size) this.find(event.position, `${requestId} gives ${amount} USDT back, not ${size}`);
    const account = `user/${ownerId}/finance`;
    this.moved(event, requestId, {
      [`${account}/frozen USDT`]: -units(size),
      [`${account}/available USDT`]: units(size),
    });
    this.expect(event, requestId, '0 USDT and 0 units');
  }

  private owns(ownerId: string, level: string, change: bigint): void {
    const key = `${ownerId} ${level}`;
    this.held.set(key, (this.held.get(key) ?? 0n) + change);
  }

  private expect({ position }: RecordedEvent, requestId: string, what: string): void {
    this.expected.set(`how ${requestId} ended`, { position, what });
  }

  private moved({ position, postings }: RecordedEvent, what: string, wanted: Record<string, bigint>): void {
    const [found, due] = [movesOf(postings), textOf(new Map(Object.entries(wanted)))];
    if (found !== due) this.find(position, `${what} moves ${found || 'nothing'}, not ${due || 'nothing'}`);
  }

  private house(event: FundHouseEvent): void {
    const { position, data } = event;
    const fund = this.fund(data.level);
    switch (event.type) {
      case 'FundOpened':
        if (fund.nextDate !== null) this.find(position, `the fund ${data.level} was opened twice`);
        fund.nextDate = event.data.date;
        return;
      case 'FundFlowPlaced': {
        const { requestId, side, quantity, date } = event.data;
        return this.said(position, `that ${requestId} waits`, `${side} of ${quantity} for ${date}`);
      }
      case 'FundFlowEnded':
        return this.flowed(position, fund, event.data);
      case 'FundStruck':
        return this.struck(event, fund, event.data);
      case 'FundStrikeMissed': {
        const { level, date, nextDate } = event.data;
        this.dated(position, fund, date, nextDate);
        for (const what of missedProblems(event.data, this.fairValues()))
          this.find(position, `${level} of ${date}: ${what}`);
        fund.struck.set(date, { nav: null, oldest: 0 });
      }
    }
  }

  private flowed(position: number, fund: Fund, { requestId, cash, units: change }: FundFlowEnded): void {
    this.said(position, `how ${requestId} ended`, `${cash} USDT and ${change} units`);
    fund.cash += units(cash);
    fund.units += units(change);
  }

  private said(position: number, key: string, what: string): void {
    const expected = this.expected.get(key);
    this.expected.delete(key);
    if (expected?.what !== what)
      this.find(position, `the fund says ${key}: ${what}, not ${expected?.what ?? 'nothing'}`);
  }

  private dated(position: number, fund: Fund, date: string, nextDate: string): void {
    if (date !== fund.nextDate) this.find(position, `${date} is struck where ${fund.nextDate} comes next`);
    if (nextDate !== dayAfter(date)) this.find(position, `${nextDate} comes after ${date}`);
    fund.nextDate = nextDate;
  }

  private struck(event: RecordedEvent, fund: Fund, data: FundStruck): void {
    const { level, date, closes, actions, trades, nextDate } = data;
    const wrong = (what: string): void => this.find(event.position, `${level} of ${date}: ${what}`);
    this.dated(event.position, fund, date, nextDate);
    const cash = actions.reduce((sum, action) => sum + units(action.cash), fund.cash);
    if (units(data.cash) !== cash) wrong(`has ${data.cash} USDT of cash, not ${written(cash)}`);
    if (units(data.units) !== fund.units) wrong(`has ${data.units} units, not ${written(fund.units)}`);
    const valued = heldAfter(fund.held, actions);
    const named = new Map(closes.map(({ asset, quantity }) => [asset, units(quantity)]));
    if (textOf(valued) !== textOf(named)) wrong(`values ${textOf(named)}, not ${textOf(valued)}`);
    this.priced(data, wrong);
    for (const what of fairProblems(data, this.fairValues())) wrong(what);
    const figures = figuresOf(data, this.feeAt(data, wrong), fund.nav);
    for (const key of ['gross', 'fee', 'nav'] as const)
      if (figures[key] !== data[key]) wrong(`${key} is ${data[key]}, not ${figures[key]}`);
    this.flows(data, wrong);
    if (data.rebalanced && !data.drawn && !fund.rebalancingDue) wrong('was rebalanced on a day that no seed drew');
    if (movesOf(event.postings) !== strikeMoves(data)) wrong(`moves ${movesOf(event.postings)}`);
    fund.held = heldAfter(valued, trades);
    fund.cash = trades.reduce((sum, trade) => sum - worth(trade), cash - units(data.fee));
    if ([...fund.held.values()].some((quantity) => quantity < 0n)) wrong('sold more than it held');
    fund.nav = data.nav;
    fund.rebalancingDue = (fund.rebalancingDue || data.drawn) && !data.rebalanced;
    const oldest = closes.reduce((least, { closeAt }) => Math.min(least, closeAt), Infinity);
    fund.struck.set(date, { nav: isFair(data) ? null : data.nav, oldest });
  }

  private fairValues(): readonly PolicyVersionAt[] {
    return this.published.policies.get('fund.fair-values') ?? [];
  }

  /** One price for a close in all funds and trades, and no close after 22:00. */
  private priced({ closes, trades, date }: FundStruck, wrong: (what: string) => void): void {
    for (const { asset, price, closeAt } of [...closes, ...trades]) {
      const key = `${asset} ${closeAt}`;
      const known = this.closes.get(key) ?? price;
      if (known !== price) wrong(`${asset} closed at ${known}, not at ${price}`);
      if (closeAt > strikesAt(date)) wrong(`${asset} closed after the strike`);
      this.closes.set(key, known);
    }
  }

  /** Of the version in force at 22:00. */
  private feeAt({ level, date, policy }: FundStruck, wrong: (what: string) => void): string {
    const versions = this.published.policies.get('fund.rules') ?? [];
    const inForce = versions.findLast(({ publishedAt }) => publishedAt <= strikesAt(date)) ?? versions[0];
    if (inForce?.version !== policy.version) wrong(`follows version ${policy.version}, not ${inForce?.version}`);
    const fee = String(inForce?.values[level === 'low' ? 'lowFee' : 'balancedFee'] ?? '0');
    const basket = String(inForce?.values[level === 'low' ? 'lowBasket' : 'balancedBasket'] ?? '');
    if (policy.inputs['basket'] !== basket) wrong(`is meant to hold ${String(policy.inputs['basket'])}, not ${basket}`);
    return fee;
  }

  /** All that waits for the date, and nothing else. */
  private flows({ level, date, purchases, redemptions }: FundStruck, wrong: (what: string) => void): void {
    let [usdt, size] = [0n, 0n];
    for (const { data } of this.waiting.all()) {
      if (data.level !== level || data.date !== date) continue;
      if ('amount' in data) usdt += units(data.amount);
      else size += units(data.units);
    }
    if (written(usdt) !== purchases) wrong(`buys for ${purchases} USDT, not ${written(usdt)}`);
    if (written(size) !== redemptions) wrong(`redeems ${redemptions} units, not ${written(size)}`);
  }
}
