import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ZERO } from '../../../../shared/money.js';
import { verifyRows } from '../../../audit/history.check.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { contractWorld, KnownContracts, orderIn, type ContractWorld } from './contract-period.testkit.js';
import { contractFeature } from '../contract.feature.js';
import { contractKind } from '../contract.product.js';
import { ownerOf, people, SYMBOL as PERPETUAL } from '../contract.testkit.js';
import type { PositionShrunk } from '../position/position.events.js';
import { contractOf, positionKind } from '../position/position.state.js';

/** Delivers on Friday, 4 December 2026, 08:00 UTC. */
const SYMBOL = 'BTCUSDT-261204';
const LOT = amount('0.001');

const deliver = (persons: readonly string[] = people, isLast = false) => ({
  type: 'DeliverContract',
  data: { symbol: SYMBOL, ownerIds: persons.map(ownerOf), isLast },
});
const delist = (price: string, persons: readonly string[] = people, isLast = false) => ({
  type: 'SettleDelistedContract',
  data: { symbol: SYMBOL, ownerIds: persons.map(ownerOf), isLast, price },
});
const cancelAll = (person: string) => ({
  type: 'CancelAllContractOrders',
  data: { symbol: SYMBOL, userId: `demo-${person}`, ownerId: ownerOf(person), reason: 'delivery' },
});
const money = (played: ContractWorld, person: string) => played.funds(ownerOf(person), 'USDT', 'futures');
const house = ({ realm }: ContractWorld, account: string): string =>
  format(amount(`${realm.balance(account, 'USDT')}`));
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const audited = ({ realm }: ContractWorld) => verifyRows('demo', realm.rows, [...kinds, GIVEN]);

function settlingAt(price: string | null) {
  const facts = new KnownContracts();
  facts.settlement = price === null ? null : amount(price);
  return contractWorld({ facts, symbol: SYMBOL });
}
/** Ann is long 2 BTC at 100, bob short; both at 10 times and with 20.09 and 20.11 of margin. */
const opened = (price: string | null) =>
  settlingAt(price).and(orderIn(SYMBOL, 'bob', 'sell', '2', '100'), orderIn(SYMBOL, 'ann', 'buy', '2', '100'));

describe('an account whose life is over', () => {
  const end = (person: string) => ({
    type: 'EndPositions',
    data: { userId: `demo-${person}`, ownerId: ownerOf(person) },
  });
  const markedAt = (price: string | null, facts = new KnownContracts()) => {
    facts.mark = price === null ? null : amount(price);
    return contractWorld({ facts, symbol: SYMBOL }).and(
      orderIn(SYMBOL, 'bob', 'sell', '2', '100'),
      orderIn(SYMBOL, 'ann', 'buy', '2', '100'),
    );
  };

  it('closes its positions at the mark price against the agents, and leaves those of others', () => {
    const story = markedAt('107.5');
    const [book, ann, ...more] = story.when(end('ann')).events;
    expect(book?.data).toMatchObject({ reason: 'account-end' });
    const closed = { cause: 'account-end', orderId: null, lots: 2_000, price: '107.5', fee: '0', realised: '15' };
    expect([ann?.data, more]).toMatchObject([closed, []]);
    expect([money(story, 'ann'), money(story, 'bob')]).toEqual(['1014.9 0', '979.85 20.11']);
    expect(story.realm.state(contractKind, SYMBOL).book.positions?.open).toEqual({ long: 0, short: 2_000 });
    expect(audited(story)).toEqual([]);
    story.when(end('ann')).then();
  });

  it('leaves no loss beyond the margin with anybody but the agents', () => {
    const story = markedAt('80');
    story.when(end('ann')).then('ContractPositionsAdjusted', 'PositionClosed');
    expect(money(story, 'ann')).toBe('979.81 0');
    expect(audited(story)).toEqual([]);
  });

  it('waits for its orders to be cancelled', () => {
    const story = markedAt('100').and(orderIn(SYMBOL, 'ann', 'sell', '1', '130', { positionSide: 'long' }));
    story.when(end('ann')).then('request.unavailable');
    story.and(cancelAll('ann')).when(end('ann')).then('ContractPositionsAdjusted', 'PositionClosed');
  });

  it('waits for prices where a clock leapt into an epoch that is not committed to yet', () => {
    const facts = new KnownContracts();
    const story = markedAt('100', facts);
    facts.areKnown = false;
    story.when(end('ann')).then('request.unavailable');
    facts.areKnown = true;
    story.when(end('ann')).then('ContractPositionsAdjusted', 'PositionClosed');
  });

  it('keeps what has no price any more for its delivery, which takes it with all others', () => {
    markedAt(null).when(end('ann')).then();
  });
});

describe('a delivery', () => {
  it('closes both sides at the settlement price, without a fee, and pays what was won', () => {
    // Profit of a USDⓈ-M contract is (settlement − entry) × size (Binance, "Delivery & Settlement"): 7.5 × 2 = 15.
    const story = opened('107.5');
    expect([money(story, 'ann'), money(story, 'bob')]).toEqual(['979.81 20.09', '979.85 20.11']);
    const closed = { cause: 'delivery', orderId: null, lots: 2_000, price: '107.5', notional: '215', fee: '0' };
    const [, ann, bob] = story.when(deliver()).events;
    expect(ann?.data).toMatchObject({ ...closed, side: 'long', realised: '15', released: '35.09' });
    expect(bob?.data).toMatchObject({ ...closed, side: 'short', realised: '-15', released: '5.11' });
    expect([money(story, 'ann'), money(story, 'bob')]).toEqual(['1014.9 0', '984.96 0']);
    expect(audited(story)).toEqual([]);
  });

  it('settles at a price between ticks: a long gets what is rounded down, a short pays what is rounded up', () => {
    const story = settlingAt('100.000033333333')
      .and(orderIn(SYMBOL, 'bob', 'sell', '0.001', '100'), orderIn(SYMBOL, 'ann', 'buy', '0.001', '100'))
      .and(deliver());
    const notionals = story.realm.events
      .filter(({ type }) => type === 'PositionClosed')
      .map(({ data }) => (data as PositionShrunk).notional);
    expect(notionals).toEqual(['0.10000003', '0.10000004']);
    expect(audited(story)).toEqual([]);
  });

  it('takes no more than the margin: what is beyond it the agents bear', () => {
    const story = opened('120').and(deliver());
    // 40 lost, 20.11 there.
    expect(money(story, 'bob')).toBe('979.85 0');
    const { shortfall } = story.realm.events.find(
      ({ type, data }) => type === 'PositionClosed' && (data as PositionShrunk).side === 'short',
    )?.data as PositionShrunk;
    expect(shortfall).toBe('19.89');
    expect(audited(story)).toEqual([]);
  });

  it('waits for the settlement price, and for the end of open orders', () => {
    opened(null).when(deliver()).then('request.unavailable');
    const resting = opened('107.5').and(orderIn(SYMBOL, 'ann', 'buy', '1', '95'));
    resting.when(deliver()).then('request.unavailable');
    resting
      .when(cancelAll('ann'))
      .then({ type: 'ContractOrderCancelled', data: expect.objectContaining({ reason: 'delivery' }) as unknown });
    resting.when(deliver()).then('ContractPositionsAdjusted', 'PositionClosed', 'PositionClosed');
  });

  it('is done once an owner, and over when nothing is left', () => {
    const half = opened('107.5');
    half.when(deliver(['ann'])).then('ContractPositionsAdjusted', 'PositionClosed');
    half.when(deliver(['ann'])).then();
    half.when(deliver([], true)).then('request.unavailable');
    half.when(deliver(['bob'])).then('ContractPositionsAdjusted', 'PositionClosed');
    const over = { symbol: SYMBOL, cause: 'delivery', price: '107.5' };
    half.when(deliver([], true)).then({ type: 'ContractSettled', data: over });
    half.when(deliver([], true)).then();
    expect(house(half, HOUSE.contractClearing.account)).toBe('0');
  });

  it('of a contract on a delisted instrument is at what its holders are paid', () => {
    const story = opened(null);
    story.when(delist('93')).then('ContractPositionsAdjusted', 'PositionClosed', 'PositionClosed');
    expect(story.realm.events.at(-1)?.data).toMatchObject({ cause: 'delisting', price: '93' });
    const over = { symbol: SYMBOL, cause: 'delisting', price: '93' };
    story.when(delist('93', [], true)).then({ type: 'ContractSettled', data: over });
    expect(audited(story)).toEqual([]);
  });

  it('leaves the other contracts of an owner alone', () => {
    const space = contractKind.product.space(PERPETUAL);
    const story = opened('107.5').and(deliver());
    expect(story.funds(ownerOf('ann'), 'USDT', space)).toBe('0 0');
  });
});

describe('whatever people trade until a delivery', () => {
  const trade = fc.record({
    person: fc.constantFrom(...people),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 2_999 }),
    ticks: fc.integer({ min: 9_900, max: 10_100 }),
    positionSide: fc.constantFrom('long' as const, 'short' as const),
  });

  it('leaves no lots, no orders and no holds, and nobody pays beyond the margin', () => {
    fc.assert(
      fc.property(
        fc.array(trade, { maxLength: 20 }),
        fc.integer({ min: 1, max: 300_000_001 }),
        fc.shuffledSubarray([...people], { minLength: people.length }),
        (trades, micros, turns) => {
          const facts = new KnownContracts();
          facts.settlement = BigInt(micros) * amount('0.000001');
          const played = contractWorld({ facts, symbol: SYMBOL });
          for (const { person, side, lots, ticks, positionSide } of trades) {
            const price = format(BigInt(ticks) * amount('0.01'));
            played.when(orderIn(SYMBOL, person, side, format(BigInt(lots) * LOT), price, { positionSide }));
          }
          played.and(...people.map(cancelAll));
          const free = people.map((person) =>
            played.realm.balance(`user/${ownerOf(person)}/futures/available`, 'USDT'),
          );
          played.and(...turns.map((person) => deliver([person])), deliver([], true));
          const { book } = played.realm.state(contractKind, SYMBOL);
          expect(book.orders.size).toBe(0);
          expect(book.positions?.names()).toEqual([]);
          for (const [index, person] of people.entries()) {
            expect(money(played, person)).toMatch(/^[\d.]+ 0$/);
            const available = played.realm.balance(`user/${ownerOf(person)}/futures/available`, 'USDT');
            expect(amount(available)).toBeGreaterThanOrEqual(amount(free[index] ?? '0'));
            const { long, short } = contractOf(played.realm.state(positionKind, ownerOf(person)), SYMBOL);
            expect([long, short]).toEqual([null, null]);
          }
          expect(amount(`${played.realm.balance(HOUSE.contractClearing.account, 'USDT')}`)).toBe(ZERO);
          expect(audited(played)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
