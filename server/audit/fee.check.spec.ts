import { describe, expect, it } from '@jest/globals';
import { TABLE } from '../../shared/fees.testkit.js';
import { amount, format } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import { bookOf } from '../features.js';
import { spotKind } from '../features/spot/spot.state.js';
import { amend, limit, market, ownerOf, place, QuotedMarket, spot } from '../features/spot/spot.testkit.js';
import { bookKind } from '../trading/venue/book.state.js';
import { feeDayOf, feeTermsOf } from '../trading/venue/fee.rules.js';
import { FeeCheck } from './fee.check.js';
import { Findings } from './findings.js';

const FIRST = Date.parse('2026-11-24T12:00:00Z');
const NEXT = Date.parse('2026-11-25T12:00:00Z');
/** That of contracts is half as dear. */
const HALF = Object.fromEntries(
  Object.entries(TABLE).map(([key, value]) => [
    key,
    /^(m|t)aker/.test(key) ? format(amount(String(value)) / 2n) : value,
  ]),
);
const tables = new Map([
  ['spot.fees 2', TABLE],
  ['contract.fees 2', HALF],
]);
type Policy = 'spot.fees' | 'contract.fees';
const feesAt = (instant: number, volume: string, name: Policy = 'spot.fees') => {
  const values = name === 'spot.fees' ? TABLE : HALF;
  return feeTermsOf({ name, version: 2, values }, amount(volume), feeDayOf(instant));
};

/** Alice trades 1,000,000 with the agents on one day, and is in the first tier on the next. */
function history(policy: Policy = 'spot.fees'): RecordedEvent[] {
  const agents = new QuotedMarket();
  agents.quotes = { bids: [[9_900, 1_000_000]], asks: [[10_100, 1_000_000]] };
  const sent = (instant: number, step: { type: string; data: object }, volume: string) => ({
    ...step,
    data: { ...step.data, fees: feesAt(instant, volume, policy) },
    at: instant,
  });
  const world = spot(agents);
  for (let n = 0; n < 20; n += 1) {
    const side = n % 2 === 0 ? 'buy' : 'sell';
    world.and(sent(FIRST, place({ ...market(side, '500'), orderId: `o-${n}` }), '0'));
  }
  const volume = '1000000';
  return world
    .and(sent(NEXT, place({ ...limit('buy', '5', '98'), orderId: 'o-rests' }), volume))
    .and(sent(NEXT, amend({ orderId: 'o-rests', price: '99' }), volume))
    .and(sent(NEXT, place(market('buy', '1')), volume))
    .and({ ...agents.moves({ bids: [[9_800, 10_000]], asks: [[9_900, 10_000]] }), at: NEXT }).realm.events as never;
}

const contractKind = bookKind({ ...spotKind.product, name: 'contract', prefix: 'Contract' });
const books: typeof bookOf = (stream) =>
  stream.startsWith('contract-') ? { kind: contractKind, symbol: stream.slice('contract-'.length) } : bookOf(stream);

/** The same trades in a book of contracts. */
const inContracts = (events: readonly RecordedEvent[]): RecordedEvent[] =>
  events.map((event) => ({
    ...event,
    stream: event.stream.replace('spot-', 'contract-'),
    type: event.type.replace('Spot', 'Contract'),
  }));

const findings = (events: readonly RecordedEvent[], published = tables): string[] => {
  const found = new Findings();
  const check = new FeeCheck('demo', published, found, books);
  for (const event of events) check.take(event);
  return found.list().map(({ what }) => what);
};

/** The last event of a type, with other data. */
function changed(type: string, change: (data: Record<string, unknown>) => object): RecordedEvent[] {
  const events = history();
  const at = events.findLastIndex((event) => event.type === type);
  return events.map((event, index) =>
    index === at
      ? { ...event, data: { ...(event.data as object), ...change(event.data as Record<string, unknown>) } }
      : event,
  );
}

describe('the audit of fees', () => {
  it('finds nothing in a history whose orders have the tiers of their days', () => {
    const events = history();
    expect(findings(events)).toEqual([]);
    expect(events.filter(({ type }) => type === 'SpotOrderMatched').length).toBeGreaterThan(20);
    expect(events.findLast(({ type }) => type === 'SpotOrderAccepted')?.data).toMatchObject({
      order: { owner: ownerOf('alice') },
      fees: { tier: 1, maker: '0.0009', day: '2026-11-25', volume: '1000000' },
    });
  });

  it('lets liquidations pay by the lowest tier whatever was traded before, and nobody else', () => {
    const events = changed('SpotOrderAccepted', () => ({ fees: feesAt(NEXT, '0') }));
    const last = events.findLastIndex(({ type }) => type === 'SpotOrderAccepted');
    const byActor = (actor: string) =>
      findings(events.slice(0, last + 1).map((event, at) => (at === last ? { ...event, actor } : event)));
    expect(byActor('user:alice').join()).toContain('o-1 has volume "0", and its fills and tables give "1000000"');
    expect(byActor('market')).toEqual([]);
  });

  it.each<[string, string, (data: Record<string, unknown>) => object, string]>([
    [
      'a tier that the volume does not reach',
      'SpotOrderAccepted',
      () => ({ fees: feesAt(NEXT, '5000000') }),
      'o-1 has volume "5000000", and its fills and tables give "1000000"',
    ],
    [
      'the tier of another day',
      'SpotOrderAmended',
      () => ({ fees: feesAt(NEXT + 86_400_000, '1000000') }),
      'o-rests has the tier of 2026-11-26, on 2026-11-25',
    ],
    [
      'a version that nobody published',
      'SpotOrderAccepted',
      () => ({ fees: { ...feesAt(NEXT, '1000000'), policyVersion: 9 } }),
      'o-1 pays by spot.fees v9, no published version of spot.fees',
    ],
    [
      'a fee that the rate does not give',
      'SpotOrderMatched',
      () => ({ makerFee: '0' }),
      'has makerFee "0", and its fills and tables give "0.4455"',
    ],
    [
      'a fill that names another tier',
      'SpotOrderMatched',
      () => ({ makerTerms: { rate: '0.0009', tier: 2, policyVersion: 2 } }),
      'has makerTerms',
    ],
  ])('finds %s', (_, type, change, expected) => {
    expect(findings(changed(type, change)).join('\n')).toContain(expected);
  });

  it('knows the fees of each product by its own table, and its tiers by its own volume', () => {
    const [spot, contracts] = [history(), inContracts(history('contract.fees'))];
    expect(findings([...spot, ...contracts])).toEqual([]);
    expect(findings([...contracts, ...spot])).toEqual([]);
    expect(contracts.findLast(({ type }) => type === 'ContractOrderAccepted')?.data).toMatchObject({
      fees: { tier: 1, maker: '0.00045', volume: '1000000', policy: 'contract.fees' },
    });
  });

  it('finds a tier of contracts that what was traded on the spot market would give', () => {
    const traded = history().filter(({ at }) => at < NEXT);
    const next = inContracts(history('contract.fees').filter(({ at, type }) => at === NEXT || /Opened$/.test(type)));
    const found = findings([...traded, ...next]);
    expect(found.join('\n')).toContain('o-rests has volume "1000000", and its fills and tables give "0"');
  });

  it('finds an order of a contract that pays by the table of the spot market', () => {
    const found = findings(inContracts(history()));
    expect(found.join('\n')).toContain('o-0 pays by spot.fees v2, no published version of contract.fees');
  });
});
