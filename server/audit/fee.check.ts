import type { PoolClient } from 'pg';
import type { FeeValues } from '../../shared/fees.js';
import { amount, format, times, ZERO, type Amount } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { PolicyVersionAt, PublishedTerms } from '../core/history-audit.js';
import { upcast } from '../engine/history/event-types.js';
import { bookOf } from '../features.js';
import type { PolicyPublished } from '../features/policy/policy.events.js';
import type { BookFact, FeeTerms, OrderAccepted, OrderMatched } from '../trading/venue/book.facts.js';
import { factOf, MARKET_ACTOR } from '../trading/venue/book.state.js';
import {
  dayName,
  feeDayOf,
  feeTermsOf,
  fillTerms,
  ratesOf,
  tradeFees,
  volumeDayOf,
  volumeDays,
  volumeOwner,
  type FeeRates,
} from '../trading/venue/fee.rules.js';
import type { Findings } from './findings.js';

/** Every version of every policy that was published, by `name version`. */
export type PublishedTables = ReadonlyMap<string, PolicyPublished['values']>;

export async function readPublished(client: PoolClient): Promise<PublishedTables> {
  return tablesOf(await readPolicies(client));
}

export function tablesOf(policies: PublishedTerms['policies']): PublishedTables {
  return new Map(
    [...policies].flatMap(([name, versions]) =>
      versions.map(({ version, values }) => [`${name} ${version}`, values] as const),
    ),
  );
}

/** Every version of every policy by its name, oldest first. */
export async function readPolicies(client: PoolClient): Promise<PublishedTerms['policies']> {
  const { rows } = await client.query<{ schema: number; data: string; at: number }>(
    `SELECT schema, data, at FROM events WHERE realm = 'house' AND type = 'PolicyPublished' ORDER BY position`,
  );
  const policies = new Map<string, PolicyVersionAt[]>();
  for (const { schema, data, at: publishedAt } of rows) {
    try {
      const { name, version, values } = upcast('PolicyPublished', schema, JSON.parse(data)).data as PolicyPublished;
      policies.set(name, [...(policies.get(name) ?? []), { version, publishedAt, values }]);
    } catch {
      // What cannot be read is a finding of its own, in the house's history.
    }
  }
  return policies;
}

/** A command may be decided a moment after 01:00 that was sent before it. */
const DAYS_LATE_MAX = 1;

/** The tier of every order and the fees of every fill of one realm, reckoned anew from its fills and the published tables. */
export class FeeCheck {
  /** By product and owner, then by UTC day: what is traded of one product decides no tier of another. */
  private readonly volumes = new Map<string, Map<number, Amount>>();
  private readonly orders = new Map<string, FeeRates>();
  /** Of orders that others came with, of those, and of orders for a whole position: what fills bring pays what was agreed before. */
  private readonly kept = new Map<string, FeeTerms>();
  private readonly quoteDecimals = new Map<string, number>();

  constructor(
    private readonly realm: string,
    private readonly tables: ReadonlyMap<string, FeeValues>,
    private readonly findings: Findings,
    private readonly books: typeof bookOf = bookOf,
  ) {}

  take(event: RecordedEvent): void {
    const book = this.books(event.stream);
    if (book === undefined) return;
    const { product } = book.kind;
    try {
      this.takeFact(factOf(product, event), event, `${product.name}.fees`);
    } catch (error) {
      this.find(event.position, `${event.type}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private takeFact(fact: BookFact, event: RecordedEvent, policy: string): void {
    switch (fact.type) {
      case 'BookOpened':
        this.quoteDecimals.set(event.stream, fact.data.spec.quoteDecimals);
        return;
      case 'OrderAccepted':
        return this.accepted(fact.data, event, policy);
      case 'OrderAmended':
        if (fact.data.byFill) return this.same(fact.data.orderId, fact.data.orderId, fact.data.fees, event.position);
        if (this.kept.has(fact.data.orderId) || fact.data.attached) this.kept.set(fact.data.orderId, fact.data.fees);
        return this.terms(fact.data.orderId, fact.data.owner, fact.data.fees, event, policy);
      case 'OrderMatched':
        return this.trade(fact.data, event, policy);
      case 'OrderCancelled':
        this.orders.delete(fact.data.orderId);
        return;
      default:
        return;
    }
  }

  private accepted({ order, fees }: OrderAccepted, event: RecordedEvent, policy: string): void {
    const { orderId, owner, attached, parent, wholePosition } = order;
    if (attached !== undefined || parent !== undefined || wholePosition) this.kept.set(orderId, fees);
    if (parent === undefined) return this.terms(orderId, owner, fees, event, policy);
    this.orders.set(orderId, ratesOf(fees));
    this.same(orderId, parent.orderId, fees, event.position);
  }

  private same(orderId: string, from: string, fees: FeeTerms, position: number): void {
    const kept = this.kept.get(from);
    if (kept === undefined) throw new Error(`${orderId} came with no order`);
    this.compare(position, orderId, kept, fees);
  }

  private terms(orderId: string, owner: string, fees: FeeTerms, event: RecordedEvent, policy: string): void {
    const { at, position, actor } = event;
    this.orders.set(orderId, ratesOf(fees));
    const day = Date.parse(fees.day) / 86_400_000;
    const late = feeDayOf(at) - day;
    if (!(late >= 0 && late <= DAYS_LATE_MAX))
      this.find(position, `${orderId} has the tier of ${fees.day}, on ${dayName(feeDayOf(at))}`);
    const values = this.tables.get(`${policy} ${fees.policyVersion}`);
    if (fees.policy !== policy || values === undefined)
      return this.find(
        position,
        `${orderId} pays by ${fees.policy} v${fees.policyVersion}, no published version of ${policy}`,
      );
    const version = { name: policy, version: fees.policyVersion, values };
    // A liquidation pays by the lowest tier, whatever the owner of the position has traded.
    const volume = actor === MARKET_ACTOR ? ZERO : this.volume(`${policy} ${owner}`, day);
    this.compare(position, orderId, feeTermsOf(version, volume, day), fees);
  }

  private trade(data: OrderMatched, { at, position, stream }: RecordedEvent, policy: string): void {
    const notional = times(amount(data.price), amount(data.quantity), 'down');
    const sides = { maker: this.ratesFor(data.makerOrderId), taker: this.ratesFor(data.takerOrderId) };
    const fees = tradeFees(notional, sides.maker, sides.taker, this.quoteDecimals.get(stream) ?? 0);
    const { makerFee, takerFee, makerTerms, takerTerms } = data;
    const expected = {
      notional: format(notional),
      makerFee: format(fees.maker),
      takerFee: format(fees.taker),
      makerTerms: fillTerms(sides.maker, 'maker'),
      takerTerms: fillTerms(sides.taker, 'taker'),
    };
    this.compare(position, data.tradeId, expected, {
      notional: data.notional,
      makerFee,
      takerFee,
      makerTerms,
      takerTerms,
    });
    const owner = volumeOwner(data);
    if (owner !== undefined) this.count(`${policy} ${owner}`, volumeDayOf(at), notional);
    if (data.makerRemainingLots === 0) this.orders.delete(data.makerOrderId ?? '');
  }

  private ratesFor(orderId: string | null): FeeRates | null {
    if (orderId === null) return null;
    const rates = this.orders.get(orderId);
    if (rates === undefined) throw new Error(`${orderId} was never accepted`);
    return rates;
  }

  private count(key: string, day: number, notional: Amount): void {
    const own = this.volumes.get(key) ?? new Map<number, Amount>();
    this.volumes.set(key, own.set(day, (own.get(day) ?? ZERO) + notional));
  }

  private volume(key: string, day: number): Amount {
    const [from, to] = volumeDays(day);
    let sum = ZERO;
    for (const [of, notional] of this.volumes.get(key) ?? []) if (of >= from && of <= to) sum += notional;
    return sum;
  }

  private compare<Terms extends object>(position: number, what: string, expected: Terms, found: Terms): void {
    for (const key of Object.keys(expected) as (keyof Terms & string)[]) {
      const [wanted, had] = [expected[key], found[key]].map((value) => JSON.stringify(sorted(value)));
      if (wanted !== had) this.find(position, `${what} has ${key} ${had}, and its fills and tables give ${wanted}`);
    }
  }

  private find(position: number, what: string): void {
    this.findings.add('fees', this.realm, position, what);
  }
}

/** The names of an object in one order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
