import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ONE, ZERO, type Amount } from '../../../shared/money.js';
import { verifyRows } from '../../audit/history.check.js';
import { decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { BookMarket, BookTerms } from '../../market/book-market.js';
import type { PositionSide } from '../../trading/matching/book.js';
import type { PlaceOrder } from '../../trading/venue/order.commands.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { perpetualKind, perpetualPositionKind } from './perpetual.testkit.js';
import { positionId } from './position.state.js';

const SYMBOL = 'BTCUSDT-PERP';
const LOT = amount('0.001');
const TERMS: BookTerms = {
  spec: {
    symbol: SYMBOL,
    version: 1,
    base: 'BTC',
    quote: 'USDT',
    tickSize: '0.01',
    lotSize: '0.001',
    baseDecimals: 8,
    quoteDecimals: 8,
  },
  limits: { minQuantity: '0.001', maxQuantity: '9000', minNotional: '0.01', maxNotional: '1000000' },
};
const POLICY = { name: 'spot.rules', version: 1, limitBandLow: '0.2', limitBandHigh: '5', marketBand: '0.05' };
const FEES = {
  maker: '0.0002',
  taker: '0.0005',
  tier: 0,
  volume: '0',
  day: '1970-01-01',
  policy: 'spot.fees',
  policyVersion: 1,
};
const MARK = 10_000;
const market: BookMarket = {
  in: () => market,
  terms: () => TERMS,
  moment: () => ({
    referenceTicks: MARK,
    markTicks: MARK,
    liquidity: { bids: [[9_900, 100_000]], asks: [[10_100, 100_000]] },
    phase: 'continuous',
  }),
  beat: () => undefined,
  hours: () => ({ open: true, phase: 'open' }),
  impactAfter: () => undefined,
};
const people = ['ann', 'bob', 'cid'];
const ownerOf = (person: string): string => `demo-${person}.1`;

const { given } = decider({
  realm: 'demo',
  kind: perpetualKind,
  id: SYMBOL,
  handlers: orderHandlers(perpetualKind, market, openGate),
});
const world = () => given(...people.map((person) => funds(ownerOf(person), 'USDT', '1000', 'contract')));
type World = ReturnType<typeof world>;

interface Wanted {
  readonly positionSide?: PositionSide;
  readonly leverage?: number;
  readonly reduceOnly?: boolean;
  readonly market?: true;
}

let orders = 0;
function order(person: string, side: 'buy' | 'sell', quantity: string, price: string, wanted: Wanted = {}) {
  const { positionSide = side === 'buy' ? 'long' : 'short', leverage = 10, reduceOnly = false } = wanted;
  const data: PlaceOrder = {
    ...TERMS,
    symbol: SYMBOL,
    userId: `demo-${person}`,
    ownerId: ownerOf(person),
    policy: POLICY,
    fees: FEES,
    orderId: `o-${(orders += 1)}`,
    side,
    kind: wanted.market ? 'market' : 'limit',
    quantity,
    ...(wanted.market ? {} : { price }),
    postOnly: false,
    selfTrade: 'cancel-taker',
    clientOrderId: null,
    positionSide,
    reduceOnly,
    leverage,
  };
  return { type: 'PlacePerpetualOrder', data };
}

function position({ realm }: World, person: string, side: 'long' | 'short') {
  const holding = realm.state(perpetualPositionKind, positionId(ownerOf(person), SYMBOL))[side];
  if (holding === null) return null;
  const { lots, entryNotional, margin, fees, realised } = holding;
  return { lots, entry: format(entryNotional), margin: format(margin), fees: format(fees), realised: format(realised) };
}
const money = (played: World, person: string) => played.funds(ownerOf(person), 'USDT', 'contract');
const house = ({ realm }: World, account: string): string => format(amount(`${realm.balance(account, 'USDT')}`));
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const audited = ({ realm }: World) => verifyRows('demo', realm.rows, [perpetualKind, perpetualPositionKind, GIVEN]);

/** Signed entry cost of all open positions: what the clearing account owes. */
function openCost({ realm }: World): Amount {
  const costs = people.map((person) => {
    const { long, short } = realm.state(perpetualPositionKind, positionId(ownerOf(person), SYMBOL));
    return (short?.entryNotional ?? ZERO) - (long?.entryNotional ?? ZERO);
  });
  return costs.reduce((sum, each) => sum + each, ZERO);
}

describe('an order of a perpetual contract', () => {
  it('holds initial margin at the worse of its price and the mark, and the fees of opening and closing', () => {
    // 2 x 100 / 10, and 0.05% of 200 and of 180 that a long may still be worth.
    expect(money(world().and(order('ann', 'buy', '2', '100')), 'ann')).toBe('979.81 20.19');
    // Below the mark of 100 it holds by the mark: it may be amended up to it.
    expect(money(world().and(order('ann', 'buy', '2', '95')), 'ann')).toBe('979.81 20.19');
    // A short may be worth 220 when its margin is lost.
    expect(money(world().and(order('ann', 'sell', '2', '100')), 'ann')).toBe('979.79 20.21');
    expect(money(world().and(order('ann', 'buy', '2', '100', { leverage: 100 })), 'ann')).toBe('997.801 2.199');
  });

  it('is refused when the margin is not there, and holds nothing when it only closes', () => {
    world()
      .when(order('ann', 'buy', '100', '100'))
      .then('order.insufficient-balance');
    const open = world().and(order('ann', 'buy', '2', '101'));
    const before = money(open, 'ann');
    expect(money(open.and(order('ann', 'sell', '2', '120', { positionSide: 'long' })), 'ann')).toBe(before);
  });
});

describe('a position', () => {
  it('opens long and short side by side, each with its own margin', () => {
    const both = world().and(order('ann', 'buy', '1', '101'), order('ann', 'sell', '2', '99'));
    expect(position(both, 'ann', 'long')).toEqual({
      lots: 1_000,
      entry: '101',
      margin: '10.14545',
      fees: '0.0505',
      realised: '0',
    });
    expect(position(both, 'ann', 'short')).toMatchObject({ lots: 2_000, entry: '198' });
    expect(audited(both)).toEqual([]);
  });

  it('tells what a fill did, in the order in which it did it', () => {
    const opened = world().and(order('bob', 'sell', '3', '100'));
    opened
      .when(order('ann', 'buy', '1', '100'))
      .then('PerpetualOrderAccepted', 'PerpetualOrderMatched', 'PositionOpened', 'PositionOpened');
    opened
      .when(order('ann', 'buy', '1', '100'))
      .then('PerpetualOrderAccepted', 'PerpetualOrderMatched', 'PositionIncreased', 'PositionIncreased');
    opened
      .when(order('ann', 'sell', '0.5', '99', { positionSide: 'long' }))
      .then('PerpetualOrderAccepted', 'PerpetualOrderMatched', 'PositionReduced');
  });

  it('pays what was won when it is closed, less both fees', () => {
    const closed = world()
      .and(order('bob', 'sell', '1', '100'), order('ann', 'buy', '1', '100'))
      .and(order('cid', 'buy', '1', '110'), order('ann', 'sell', '1', '109', { positionSide: 'long', market: true }));
    expect(position(closed, 'ann', 'long')).toBeNull();
    expect(audited(closed)).toEqual([]);
  });

  it('turns in one-way mode: it closes what is open, and opens the rest', () => {
    const oneWay = { positionSide: 'both' } as const;
    const turned = world()
      .and(order('bob', 'sell', '1', '100', oneWay), order('ann', 'buy', '1', '100', oneWay))
      .and(order('cid', 'buy', '3', '100', oneWay), order('ann', 'sell', '3', '100', oneWay));
    expect([position(turned, 'ann', 'long'), position(turned, 'ann', 'short')?.lots]).toEqual([null, 2_000]);
    expect(position(turned, 'cid', 'long')?.lots).toBe(3_000);
    expect(audited(turned)).toEqual([]);
  });

  it('is known to its book after a restart', () => {
    const opened = world().and(order('ann', 'buy', '1', '101'), order('bob', 'sell', '2', '100'));
    opened.realm.reload();
    expect(opened.realm.state(perpetualKind, SYMBOL).book.positions?.of(ownerOf('ann')).long).toBe(1_000);
    expect(position(opened, 'ann', 'long')?.lots).toBe(1_000);
  });
});

describe('whatever people trade', () => {
  const step = fc.record({
    person: fc.constantFrom(...people),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 3_000 }),
    price: fc.integer({ min: 9_000, max: 11_000 }),
    leverage: fc.constantFrom(1, 3, 10, 50, 100),
    positionSide: fc.constantFrom<PositionSide>('long', 'short'),
    isMarket: fc.boolean(),
  });

  it.each(['hedge', 'one-way'])(
    'in %s mode: zero sums, margin on hold, and the clearing account is what is open',
    (mode) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
          const played = world();
          for (const { person, side, lots, price, leverage, positionSide, isMarket } of steps) {
            const own = mode === 'hedge' ? positionSide : ('both' as const);
            const wanted = { positionSide: own, leverage, ...(isMarket && { market: true as const }) };
            played.when(
              order(
                person,
                side,
                format((BigInt(lots) * LOT * ONE) / ONE),
                format(BigInt(price) * amount('0.01')),
                wanted,
              ),
            );
          }
          expect(audited(played)).toEqual([]);
          expect(house(played, HOUSE.contractClearing.account)).toBe(format(openCost(played)));
          const { positions } = played.realm.state(perpetualKind, SYMBOL).book;
          for (const person of people) {
            const { long, short } = played.realm.state(perpetualPositionKind, positionId(ownerOf(person), SYMBOL));
            const known = positions?.of(ownerOf(person)) ?? { long: 0, short: 0, both: 0 };
            const net = (long?.lots ?? 0) - (short?.lots ?? 0);
            expect(net).toBe(known.long - known.short + known.both);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
