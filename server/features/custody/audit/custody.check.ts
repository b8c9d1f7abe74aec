import { units, written } from '../../../core/audit-figures.js';
import type { PolicyValues } from '../../../core/policy.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { HistoryAudit, PublishedTerms } from '../../../core/history-audit.js';
import type {
  CustodyBought,
  CustodyCompleted,
  CustodyEvent,
  CustodyHouseEvent,
  CustodyRateRevealed,
  CustodyRedeemed,
  CustodyRedemptionRequested,
} from '../custody.events.js';
import {
  bandKey,
  coverOf,
  datesAfter,
  endOf,
  interest,
  MINUTE_MS,
  penalty,
  postingsOf,
  revealedAt,
  rulesAt,
  wrongInVip,
} from './custody.figures.js';

interface Order {
  readonly bought: CustodyBought;
  readonly at: number;
  readonly dates: readonly string[];
  request: CustodyRedemptionRequested | null;
}

/** Rates that an end was paid by before the history revealed the last of them. */
interface Awaited {
  readonly key: string;
  readonly rate: string;
  readonly position: number;
  readonly orderId: string;
}

/** Every order, penalty, interest, hold and payout of custody again, from the published rules and the rates that were revealed. */
export const custodyAudit: HistoryAudit = {
  check: 'custody',
  begin: (published, find) => {
    const check = new CustodyCheck(published, find);
    return { take: (event) => check.take(event), finish: () => check.finish() };
  },
};

class CustodyCheck {
  private readonly open = new Map<string, Order>();
  /** What the treasury must say next of orders: their cover, then its end. */
  private readonly expected = new Map<string, { readonly position: number; readonly what: string }>();
  private readonly covered = new Set<string>();
  private readonly principal = new Map<string, bigint>();
  /** Whether an order of a date's last minute was dated a date later, as all are since the first one. */
  private isDatedLate = false;
  private readonly rates = new Map<string, string>();
  private awaited: Awaited[] = [];
  private nextDate: string | null = null;
  private granted = 0n;

  constructor(
    private readonly published: PublishedTerms,
    private readonly find: (position: number, what: string) => void,
  ) {}

  take(event: RecordedEvent): void {
    if (event.realm !== 'real') return;
    if (event.stream.startsWith('custodyhouse-')) this.house(event as CustodyHouseEvent);
    else if (event.stream.startsWith('custody-')) this.order(event as CustodyEvent);
  }

  finish(): void {
    for (const [key, { position }] of this.expected) this.find(position, `the treasury never says ${key}`);
    for (const { position, orderId, key } of this.awaited)
      this.find(position, `${orderId} was paid by a rate that was never revealed: ${key}`);
  }

  private order(event: CustodyEvent): void {
    switch (event.type) {
      case 'CustodyBought':
        return this.bought(event);
      case 'CustodyRedemptionRequested':
        return this.requested(event);
      case 'CustodyContinued':
      case 'CustodyRedemptionRejected': {
        const order = this.open.get(event.data.orderId);
        if (order?.request?.requestId !== event.data.requestId)
          return this.find(event.position, `${event.data.orderId} had no such request`);
        if (event.type === 'CustodyRedemptionRejected' && event.at >= order.bought.maturesAt)
          this.find(event.position, `${event.data.orderId} was decided at maturity or after it`);
        order.request = null;
        return;
      }
      case 'CustodyRedeemed':
      case 'CustodyCompleted':
        return this.ended(event, event.data);
      default:
    }
  }

  private bought(event: RecordedEvent<'CustodyBought', CustodyBought>): void {
    const { data, position, at } = event;
    const { orderId, policy, principal, highest } = data;
    const rules = this.rulesOf(policy.version);
    if (rules === undefined) return this.find(position, `${orderId} follows rules that were not published`);
    if (!rulesAt(this.published.policies.get('custody.rules') ?? [], at).includes(policy.version))
      this.find(position, `${orderId} follows rules that others had taken the place of`);
    const dates = this.datesOf(data, at);
    const [minimum, maximum] = [String(rules[`${data.productId}MinUsdt`]), String(rules[`${data.productId}MaxUsdt`])];
    const expected = {
      cycleDays: rules['cycleDays'],
      rateMin: rules['rateMin'],
      rateMax: rules['rateMax'],
      penalty: data.productId === 'flat' ? 'flat' : 'remaining-days',
      penaltyRate: rules[`${data.productId}Penalty`],
      firstDate: dates[0],
      lastDate: dates.at(-1),
      highest: written(interest(principal, [data.rateMax], data.cycleDays, 'up')),
    };
    for (const [field, value] of Object.entries(expected)) {
      const found = data[field as keyof typeof expected];
      if (found !== value) this.find(position, `${orderId} has ${field} ${found}, not ${value}`);
    }
    if ((data.productId === 'vip') !== (data.vip !== null)) this.find(position, `${orderId} is VIP or is not`);
    for (const wrong of wrongInVip(data, rules, at)) this.find(position, `${orderId} was sold as VIP: ${wrong}`);
    const most = data.advanced && data.productId !== 'vip' ? 2n * units(maximum) : units(maximum);
    if (units(principal) < units(minimum) || units(principal) > most)
      this.find(position, `${orderId} is of ${principal} USDT, beyond the rules`);
    const { ownerId, productId } = data;
    const held = this.held(data, units(principal));
    if (held > units(String(rules[`${productId}QuotaUsdt`])))
      this.find(position, `${ownerId} has ${written(held)} USDT of ${productId}, beyond the quota`);
    this.expected.set(`cover of ${orderId}`, { position, what: coverOf(data) });
    this.posted(event, postingsOf(ownerId, { principal, highest }));
    this.open.set(orderId, { bought: data, at, dates, request: null });
  }

  private requested({ data, position, at }: RecordedEvent<string, CustodyRedemptionRequested>): void {
    const order = this.open.get(data.orderId);
    if (order === undefined) return this.find(position, `${data.orderId} is not in custody`);
    if (order.request !== null) this.find(position, `${data.orderId} has a request already`);
    if (at >= order.bought.maturesAt) this.find(position, `${data.orderId} was to be redeemed after maturity`);
    const left = order.dates.filter((date) => Date.parse(`${date}T00:00:00Z`) > at).length;
    const costs = written(penalty(order.bought, left));
    if (data.penalty !== costs || data.notBegun !== left)
      this.find(
        position,
        `${data.orderId} costs ${data.penalty} USDT for ${data.notBegun} dates, not ${costs} for ${left}`,
      );
    order.request = data;
  }

  private ended(event: RecordedEvent, data: CustodyRedeemed | CustodyCompleted): void {
    const { position, at } = event;
    const { orderId } = data;
    const order = this.open.get(orderId);
    if (order === undefined) return this.find(position, `${orderId} is not in custody`);
    this.open.delete(orderId);
    const { bought, dates, request } = order;
    const isEarly = 'penalty' in data;
    if (isEarly && (request?.requestId !== data.requestId || request.penalty !== data.penalty))
      this.find(position, `${orderId} was redeemed otherwise than was asked for`);
    if (isEarly && at >= bought.maturesAt) this.find(position, `${orderId} was decided at maturity or after it`);
    const known = dates.filter((date) => revealedAt(bought, date) <= at);
    if (data.rates.length !== known.length || (!isEarly && known.length < bought.cycleDays))
      this.find(position, `${orderId} was paid for ${data.rates.length} dates, not ${known.length}`);
    for (const [n, rate] of data.rates.entries()) this.paidBy(position, bought, dates[n] ?? '', rate);
    const earned = written(interest(bought.principal, data.rates, 1, 'down'));
    const costs = isEarly ? data.penalty : '0';
    const returned = written(units(bought.principal) + units(earned) - units(costs));
    if (data.interest !== earned || data.returned !== returned)
      this.find(position, `${orderId} paid ${data.interest} and ${data.returned} USDT, not ${earned} and ${returned}`);
    const { ownerId, principal, highest } = bought;
    this.held(bought, -units(principal));
    this.expected.set(`end of ${orderId}`, { position, what: endOf(bought, earned, costs) });
    this.posted(event, postingsOf(ownerId, { principal, highest, interest: earned, penalty: costs }));
  }

  /** Orders of a date's last minute earned the next date once; none does after one that did not. */
  private datesOf({ firstDate, cycleDays }: CustodyBought, at: number): string[] {
    const dates = datesAfter(at, cycleDays);
    const asBefore = datesAfter(at - MINUTE_MS, cycleDays);
    if (asBefore[0] === dates[0]) return dates;
    if (firstDate === asBefore[0] && !this.isDatedLate) return asBefore;
    this.isDatedLate = true;
    return dates;
  }

  /** What an owner has of a product, after a change of it. */
  private held({ ownerId, productId }: CustodyBought, change: bigint): bigint {
    const key = `${ownerId} ${productId}`;
    const held = (this.principal.get(key) ?? 0n) + change;
    this.principal.set(key, held);
    return held;
  }

  /** The treasury's own figures follow from the order that they are of. */
  private said(position: number, key: string, what: string): void {
    const expected = this.expected.get(key);
    this.expected.delete(key);
    if (expected?.what !== what)
      this.find(position, `the treasury says ${what} as ${key}, not ${expected?.what ?? 'nothing'}`);
  }

  private paidBy(position: number, bought: CustodyBought, date: string, rate: string): void {
    const { orderId } = bought;
    const key = bandKey(bought, date);
    const revealed = this.rates.get(key);
    if (revealed === undefined) this.awaited.push({ key, rate, position, orderId });
    else if (revealed !== rate) this.find(position, `${orderId} was paid ${rate} for ${date}, not ${revealed}`);
  }

  private house(event: CustodyHouseEvent): void {
    const { type, data, position } = event;
    switch (type) {
      case 'CustodyTreasuryGranted': {
        this.granted += units(data.granted);
        const rules = this.rulesOf(data.policy.version);
        if (data.total !== rules?.['grantUsdt'] || units(data.total) !== this.granted)
          this.find(position, `the treasury was granted ${data.total} USDT in all, not ${written(this.granted)}`);
        return;
      }
      case 'CustodyRatesBegun':
        this.nextDate = data.date;
        return;
      case 'CustodyCovered':
        this.covered.add(data.orderId);
        return this.said(position, `cover of ${data.orderId}`, coverOf(data));
      case 'CustodyCoverEnded':
        if (!this.covered.delete(data.orderId)) this.find(position, `${data.orderId} was not covered`);
        return this.said(position, `end of ${data.orderId}`, endOf(data, data.interest, data.penalty));
      default:
        return this.revealed(position, data);
    }
  }

  private revealed(position: number, { date, rates, nextDate }: CustodyRateRevealed): void {
    if (date !== this.nextDate) this.find(position, `the rate of ${date} was revealed where ${this.nextDate} was due`);
    this.nextDate = nextDate;
    for (const rate of rates) this.rates.set(bandKey(rate, date), rate.rate);
    const wrong = this.awaited.filter(({ key, rate }) => this.rates.has(key) && this.rates.get(key) !== rate);
    for (const { position: paidAt, orderId, key, rate } of wrong)
      this.find(paidAt, `${orderId} was paid ${rate} for ${date}, not ${this.rates.get(key)}`);
    this.awaited = this.awaited.filter(({ key }) => !this.rates.has(key));
  }

  private posted({ position, postings = [], type }: RecordedEvent, expected: ReadonlyMap<string, bigint>): void {
    const found = new Map<string, bigint>();
    for (const { account, amount } of postings) found.set(account, (found.get(account) ?? 0n) + amount);
    for (const account of new Set([...found.keys(), ...expected.keys()])) {
      const [is, must] = [found.get(account) ?? 0n, expected.get(account) ?? 0n];
      if (is !== must) this.find(position, `${type} moves ${written(is)} USDT at ${account}, not ${written(must)}`);
    }
  }

  private rulesOf(version: number): PolicyValues | undefined {
    return this.published.policies.get('custody.rules')?.find((one) => one.version === version)?.values;
  }
}
