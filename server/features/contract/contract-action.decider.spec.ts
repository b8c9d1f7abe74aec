import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entryPrice, liquidationPrice, marginBrackets } from '../../../shared/margin.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { verifyRows } from '../../audit/history.check.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at } from '../../engine/writer/decider.testkit.js';
import { contractWorld, KnownContracts, type ContractWorld } from './delivery/contract-period.testkit.js';
import { contractFeature } from './contract.feature.js';
import { contractKind } from './contract.product.js';
import {
  amend,
  FEES,
  MARGIN,
  mode,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  protection,
  SYMBOL,
} from './contract.testkit.js';
import { openPosition } from './position/position.rules.js';
import { contractOf, positionKind } from './position/position.state.js';

const LOT = amount('0.001');
const ACTION = { symbol: SYMBOL, actionId: 'action-1' };
const batch = (persons: readonly string[]) => ({ ...ACTION, ownerIds: persons.map(ownerOf), isLast: false });
const pay = (perShare: string, persons: readonly string[] = people) => ({
  type: 'PassDividend',
  data: { ...batch(persons), perShare },
});
/** So many new shares for so many old ones, worth so much each. */
const split = (newShares: number, oldShares: number, price: string, persons: readonly string[] = people) => ({
  type: 'SplitPositions',
  data: { ...batch(persons), newShares, oldShares, price },
});
const splitOrders = (newShares: number, oldShares: number) => ({
  type: 'SplitContractOrders',
  data: { ...ACTION, newShares, oldShares, version: 2 },
});

const positionsOf = ({ realm }: ContractWorld, person: string) =>
  contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL);
const bookLots = ({ realm }: ContractWorld, person: string) =>
  realm.state(contractKind, SYMBOL).book.positions?.of(ownerOf(person));
const house = ({ realm }: ContractWorld, account: string): Amount => amount(`${realm.balance(account, 'USDT')}`);
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const audited = ({ realm }: ContractWorld) => verifyRows('demo', realm.rows, [...kinds, GIVEN]);

/** Ann is long and bob short, both at 100 and at 10 times. */
const opened = (quantity = '2') =>
  contractWorld().and(order('bob', 'sell', quantity, '100'), order('ann', 'buy', quantity, '100'));

describe('a dividend', () => {
  it('passes from short to long for each share, between their margins', () => {
    // "Long positions are credited, and short positions debited, dividend × size" (IG, "Dividend adjustments"): 2 × 0.5 = 1.
    const story = opened();
    const [ann, bob] = story.when(pay('0.5')).events;
    expect(ann?.data).toMatchObject({ side: 'long', quantity: '2', perShare: '0.5', paid: '-1', shortfall: '0' });
    expect(bob?.data).toMatchObject({ side: 'short', quantity: '2', perShare: '0.5', paid: '1', shortfall: '0' });
    expect(format(positionsOf(story, 'ann').long?.margin ?? ZERO)).toBe('21.09');
    expect(format(positionsOf(story, 'bob').short?.margin ?? ZERO)).toBe('19.11');
    expect(house(story, HOUSE.contractAgents.account)).toBe(ZERO);
    expect(audited(story)).toEqual([]);
  });

  it('is passed once, in parts as in one', () => {
    const story = opened().and(pay('0.5', ['bob']));
    story.when(pay('0.5')).then('PositionDividend');
    story.when(pay('0.5')).then();
  });

  it('takes no more than the margin: the agents bear the rest', () => {
    const story = opened();
    const [, bob] = story.when(pay('15')).events;
    expect(bob?.data).toMatchObject({ paid: '20.11', shortfall: '9.89' });
    expect(house(story, HOUSE.contractAgents.account)).toBe(amount('-9.89'));
    expect(audited(story)).toEqual([]);
  });

  it('comes after the funding that the position owes', () => {
    const facts = new KnownContracts();
    facts.fundings.push({ at: 2_000_000, rate: amount('0.0001'), premium: ZERO, mark: amount('100') });
    contractWorld({ facts })
      .and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'))
      .and(at(2_000_000, { type: 'ChargeFunding', data: { symbol: SYMBOL, toMs: 2_000_000 } }))
      .when(pay('0.5', ['ann']))
      .then('PositionFunded', 'PositionDividend');
  });
});

describe('a split', () => {
  it('leaves a funding of before that comes late what it was: more lots owe at the mark in shares of now', () => {
    const [hour, rate] = [3_600_000, amount('0.0001')];
    const paid = (late: boolean): Amount | undefined => {
      const facts = new KnownContracts();
      facts.fundings.push({ at: 1_000_000 + hour, rate, premium: rate, mark: amount(late ? '25' : '100') });
      const funded = [
        { type: 'ChargeFunding', data: { symbol: SYMBOL, toMs: 1_000_000 + hour } },
        { type: 'PostFunding', data: { symbol: SYMBOL, ownerIds: people.map(ownerOf), postedDueAt: 1_000_000 + hour } },
      ];
      const shares = split(4, 1, '25');
      const story = contractWorld({ facts }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
      story.and(...(late ? [shares, ...funded] : [...funded, shares]));
      expect(audited(story)).toEqual([]);
      return positionsOf(story, 'ann').long?.funding;
    };
    // 2 at 100 or 8 at 25, times 0.01%.
    expect([paid(false), paid(true)]).toEqual([amount('0.02'), amount('0.02')]);
  });

  const terms = { brackets: marginBrackets(MARGIN.brackets), takerRate: amount(FEES.taker) };
  const pricesOf = (story: ContractWorld) => {
    const holding = positionsOf(story, 'ann').long;
    if (holding === null) throw new Error('ann has no long position');
    const position = openPosition(holding, LOT, ZERO);
    return { entry: format(entryPrice(position)), liquidation: liquidationPrice(position, terms) ?? ZERO };
  };

  it('multiplies lots and divides entry and liquidation price; cost and margin stay', () => {
    // Two shares for one: 2 at 100 become 4 at 50.
    const story = opened();
    const before = pricesOf(story);
    story.when(split(2, 1, '50')).then('ContractPositionsAdjusted', 'PositionSplit', 'PositionSplit');
    expect(positionsOf(story, 'ann').long).toMatchObject({ lots: 4_000, entryNotional: amount('200') });
    expect(format(positionsOf(story, 'ann').long?.margin ?? ZERO)).toBe('20.09');
    const after = pricesOf(story);
    expect([before.entry, after.entry]).toEqual(['100', '50']);
    expect(Math.abs(Number(format(before.liquidation)) - 2 * Number(format(after.liquidation)))).toBeLessThan(1e-12);
    expect([bookLots(story, 'ann')?.long, bookLots(story, 'bob')?.short]).toEqual([4_000, 4_000]);
    expect(house(story, HOUSE.contractClearing.account)).toBe(ZERO);
    expect(audited(story)).toEqual([]);
    story.when(split(2, 1, '50')).then();
  });

  it('closes what makes no whole lot first, at the price of after the split and without a fee', () => {
    // One for ten: of 2,005 lots 5 are closed at 1,020 / 10 = 102, and 2,000 become 200.
    const story = opened('2.005');
    const [, closed, kept] = story.when(split(1, 10, '1020', ['ann'])).events;
    expect(closed).toMatchObject({
      type: 'PositionReduced',
      data: { cause: 'split', lots: 5, price: '102', notional: '0.51', fee: '0', realised: '0.01' },
    });
    expect(kept).toMatchObject({ type: 'PositionSplit', data: { lotsBefore: 2_000, after: { lots: 200 } } });
    expect(format(positionsOf(story, 'ann').long?.entryNotional ?? ZERO)).toBe('200');
    expect(bookLots(story, 'ann')?.long).toBe(200);
    expect(audited(story)).toEqual([]);
  });

  it('closes the whole position where it makes no lot at all', () => {
    const story = opened('0.009');
    story.when(split(1, 10, '1000')).then('ContractPositionsAdjusted', 'PositionClosed', 'PositionClosed');
    expect([positionsOf(story, 'ann').long, positionsOf(story, 'bob').short]).toEqual([null, null]);
    expect(audited(story)).toEqual([]);
    story.when(split(1, 10, '1000')).then();
  });

  it('keeps orders, with prices, quantities and the mark that they are reckoned by of after it', () => {
    const story = opened().and(
      order('ann', 'sell', '2', '120', { positionSide: 'long' }),
      order('cid', 'buy', '1', '90'),
      order('bob', 'sell', '1', '110'),
    );
    expect(story.when(splitOrders(2, 1)).answer).toMatchObject({
      owners: [
        { ownerId: ownerOf('cid'), adjusted: 1, cancelled: 0 },
        { ownerId: ownerOf('bob'), adjusted: 1, cancelled: 0 },
        { ownerId: ownerOf('ann'), adjusted: 1, cancelled: 0 },
      ],
    });
    story.and(split(2, 1, '50'));
    const { book } = story.realm.state(contractKind, SYMBOL);
    const kept = [...book.everyOrder()].map(({ order: { owner, priceTicks, lots, margin } }) => [
      owner,
      priceTicks,
      lots,
      margin?.markTicks,
    ]);
    expect(kept).toEqual([
      [ownerOf('cid'), 4_500, 2_000, 5_000],
      [ownerOf('bob'), 5_500, 2_000, 5_000],
      [ownerOf('ann'), 6_000, 4_000, 5_000],
    ]);
    expect(story.funds(ownerOf('cid'), 'USDT', 'contract')).toBe('989.905 10.095');
    expect(audited(story)).toEqual([]);
    story.when(splitOrders(2, 1)).then();
  });

  it('takes attached levels along with their order and those of its fills, rounded to wait longer', () => {
    const levels = { attached: '50:130.01:95.01,50::93' };
    const market = new PerpetualMarket();
    const story = contractWorld({ market }).and(
      order('bob', 'sell', '2', '100'),
      order('ann', 'buy', '2', '100'),
      order('cid', 'buy', '2', '99', { ...levels, orderId: 'kept' }),
      order('bob', 'sell', '1', '99', { orderId: 'met' }),
    );
    expect(story.when(splitOrders(2, 1)).answer).toMatchObject({ owners: [{ adjusted: 4, cancelled: 0 }] });
    story.and(split(2, 1, '50'));
    const { book } = story.realm.state(contractKind, SYMBOL);
    const own = [...book.ordersOf(ownerOf('cid'))].map(({ orderId, order: { stopTicks, lots, attached } }) => [
      orderId,
      stopTicks,
      lots,
      attached?.levels.map(({ takeProfit, stopLoss }) => [takeProfit?.stopTicks, stopLoss?.stopTicks]),
    ]);
    // A trigger that is rounded waits longer: up for a take-profit of a long, down for its stop-loss.
    expect(own).toEqual([
      [
        'kept',
        null,
        4_000,
        [
          [6_501, 4_750],
          [undefined, 4_650],
        ],
      ],
      ['kept.t1', 6_501, 1_000, undefined],
      ['kept.s1', 4_750, 1_000, undefined],
      ['kept.s2', 4_650, 1_000, undefined],
    ]);
    market.mark = 5_000;
    story.and(order('ann', 'sell', '0.5', '49.5', { positionSide: 'long' }));
    expect(book.find('kept.s2')?.remainingLots).toBe(1_250);
    expect(audited(story)).toEqual([]);
  });

  it('leaves the pair of a whole position with what the position has become, also where its lots are halves', () => {
    const story = opened('2.005').and(protection('ann', 'long', { takeProfit: '120', stopLoss: '95' }));
    story.and(splitOrders(3, 2), split(3, 2, '66.67'));
    const { book } = story.realm.state(contractKind, SYMBOL);
    const pair = [...book.ordersOf(ownerOf('ann'))].map(({ order: { kind, stopTicks }, remainingLots }) => [
      kind,
      stopTicks,
      remainingLots,
    ]);
    expect(pair).toEqual([
      ['take-profit', 8_000, 3_006],
      ['stop', 6_333, 3_006],
    ]);
    expect(bookLots(story, 'ann')?.long).toBe(3_006);
    expect(audited(story)).toEqual([]);
  });

  it('makes the pair no larger than a position whose closed lot leaves as many as before', () => {
    const story = opened('0.003').and(protection('ann', 'long', { takeProfit: '120', stopLoss: '95' }));
    story.and(splitOrders(3, 2), split(3, 2, '66.67'));
    const { book } = story.realm.state(contractKind, SYMBOL);
    expect(bookLots(story, 'ann')?.long).toBe(3);
    expect([...book.ordersOf(ownerOf('ann'))].map(({ remainingLots }) => remainingLots)).toEqual([3, 3]);
  });

  it('cancels an order whose levels begin at a lot that the split parts', () => {
    const story = contractWorld().and(
      order('bob', 'sell', '1', '100'),
      order('ann', 'buy', '1', '100'),
      order('cid', 'buy', '0.01', '99', { orderId: 'entry', attached: '100:130:' }),
      order('bob', 'sell', '0.003', '99'),
      amend('cid', 'entry', { attached: '100:140:' }),
      order('bob', 'sell', '0.001', '99'),
    );
    story.and(splitOrders(3, 2));
    expect(story.realm.state(contractKind, SYMBOL).book.find('entry')).toBeNull();
  });
});

describe('a book that is split', () => {
  const traces = (story: ContractWorld) => {
    const { lastTrade, book } = story.realm.state(contractKind, SYMBOL);
    return [lastTrade, book.lastTradeTicks, book.impact];
  };

  it.each([
    ['nothing rests', 2, 1, []],
    ['nothing that rests goes on', 1, 10, [order('cid', 'buy', '1', '90')]],
  ] as const)('forgets trades at prices of before where %s', (_, newShares, oldShares, resting) => {
    const story = opened().and(...resting);
    expect(traces(story)[0]).toMatchObject({ priceTicks: 10_000 });
    story.and(splitOrders(newShares, oldShares));
    expect(traces(story)).toEqual([null, null, null]);
    story.when(splitOrders(newShares, oldShares)).then();
    expect(audited(story)).toEqual([]);
  });

  it('has no event where nobody ever traded or rests', () => {
    contractWorld().when(splitOrders(2, 1)).then();
    contractWorld()
      .and(order('cid', 'buy', '1', '90'), {
        type: 'CancelAllContractOrders',
        data: { ownerId: ownerOf('cid'), symbol: SYMBOL, side: null, reason: 'user' },
      })
      .when(splitOrders(2, 1))
      .then();
  });
});

describe('whatever people hold', () => {
  const trade = fc.record({
    person: fc.constantFrom(...people),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 2_999 }),
    ticks: fc.integer({ min: 9_900, max: 10_100 }),
    positionSide: fc.constantFrom('long' as const, 'short' as const),
  });
  const ratio = fc
    .record({ newShares: fc.integer({ min: 1, max: 12 }), oldShares: fc.integer({ min: 1, max: 12 }) })
    .filter(({ newShares, oldShares }) => newShares !== oldShares);

  it.each(['hedge', 'one-way'] as const)(
    'in %s mode: a split leaves book and positions alike, sums at zero, and the clearing account at what is open',
    (chosen) => {
      fc.assert(
        fc.property(
          fc.array(trade, { maxLength: 15 }),
          ratio,
          fc.integer({ min: 8_000, max: 12_000 }),
          fc.shuffledSubarray([...people], { minLength: people.length }),
          (trades, { newShares, oldShares }, markTicks, turns) => {
            const played = contractWorld();
            for (const person of people) played.when(mode(person, chosen));
            for (const { person, side, lots, ticks, positionSide } of trades) {
              const own = chosen === 'hedge' ? positionSide : ('both' as const);
              const price = format(BigInt(ticks) * amount('0.01'));
              played.when(order(person, side, format(BigInt(lots) * LOT), price, { positionSide: own }));
            }
            const before = people.map((person) => positionsOf(played, person));
            const price = (BigInt(markTicks) * amount('0.01') * BigInt(oldShares)) / BigInt(newShares);
            played.and(splitOrders(newShares, oldShares), pay('0.7'));
            const action = { actionId: 'action-2' };
            for (const person of [...turns, ...turns]) {
              const asked = split(newShares, oldShares, format(price), [person]);
              played.and({ ...asked, data: { ...asked.data, ...action } });
            }
            let open = ZERO;
            for (const [index, person] of people.entries()) {
              const { long, short } = positionsOf(played, person);
              const known = bookLots(played, person) ?? { long: 0, short: 0, both: 0 };
              expect((long?.lots ?? 0) - (short?.lots ?? 0)).toBe(known.long - known.short + known.both);
              for (const side of ['long', 'short'] as const) {
                const [was, is] = [before[index]?.[side]?.lots ?? 0, { long, short }[side]?.lots ?? 0];
                const exact = (was * newShares) / oldShares;
                expect(is).toBeLessThanOrEqual(exact);
                expect(exact - is).toBeLessThan(newShares);
              }
              open += (short?.entryNotional ?? ZERO) - (long?.entryNotional ?? ZERO);
              expect(played.funds(ownerOf(person), 'USDT', 'contract')).not.toMatch(/-|\.\d{9}/);
            }
            expect(house(played, HOUSE.contractClearing.account)).toBe(open);
            expect(audited(played)).toEqual([]);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
