import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { auctionPrice } from './auction-price.js';
import { STILL, given } from './book.fixture.js';
import { createBook, decide, execute, LIMITS, newOrder, type LadderLevel, type Liquidity } from './book.js';

describe('the price of an auction', () => {
  it.each<[rule: string, bids: LadderLevel[], asks: LadderLevel[], middle: number, price: number, lots: number]>([
    [
      'trades most',
      [
        [100, 6],
        [99, 5],
      ],
      [
        [99, 4],
        [100, 1],
      ],
      99,
      100,
      5,
    ],
    [
      'leaves least behind where as much trades',
      [[105, 5]],
      [
        [95, 5],
        [100, 3],
      ],
      103,
      99,
      5,
    ],
    ['lies nearest to the reference among those', [[105, 5]], [[95, 5]], 103, 103, 5],
    ['lies at the limit nearest to a reference outside', [[105, 5]], [[95, 5]], 80, 95, 5],
    [
      'lies as low as the last seller allows when buyers want more',
      [[100, 50]],
      [
        [95, 10],
        [96, 10],
      ],
      94,
      96,
      20,
    ],
    [
      'lies as high as the last buyer allows when sellers want more',
      [
        [96, 10],
        [95, 10],
      ],
      [[90, 50]],
      97,
      95,
      20,
    ],
  ])('%s', (_, bids, asks, middle, priceTicks, lots) => {
    expect(auctionPrice(bids, asks, middle)).toEqual({ priceTicks, lots });
  });

  it('is none when nobody crosses', () => {
    expect(auctionPrice([[99, 5]], [[100, 5]], 99)).toBeNull();
    expect(auctionPrice([], [[100, 5]], 99)).toBeNull();
  });

  const prices = fc.uniqueArray(fc.integer({ min: 90, max: 110 }), { maxLength: 6 });
  const levels = (away: 1 | -1) =>
    fc
      .tuple(prices, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 }))
      .map(([at, lots]) => at.sort((a, b) => (a - b) * away).map((price, n): LadderLevel => [price, lots[n]!]));

  it('is the best of all prices, whatever the orders', () => {
    fc.assert(
      fc.property(levels(-1), levels(1), fc.integer({ min: 80, max: 120 }), (bids, asks, middle) => {
        const found = auctionPrice(bids, asks, middle);
        const sum = (of: LadderLevel[], allows: (price: number) => boolean) =>
          of.reduce((lots, level) => lots + (allows(level[0]) ? level[1] : 0), 0);
        const at = (price: number) => {
          const [demand, supply] = [sum(bids, (limit) => limit >= price), sum(asks, (limit) => limit <= price)];
          return [Math.min(demand, supply), -Math.abs(demand - supply), -Math.abs(price - middle)] as const;
        };
        const every = Array.from({ length: 60 }, (_, n) => 75 + n).filter((price) => at(price)[0] > 0);
        expect(found === null).toBe(every.length === 0);
        if (found === null) return;
        const own = at(found.priceTicks);
        for (const price of every) {
          const other = at(price);
          const first = [0, 1, 2].find((n) => own[n] !== other[n]);
          if (first !== undefined) expect(own[first]).toBeGreaterThan(other[first]!);
        }
        expect(found.lots).toBe(own[0]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('resting orders that the quotes jumped over', () => {
  const opening: Liquidity = {
    bids: [
      [9498, 1000],
      [9497, 1000],
    ],
    asks: [
      [9500, 1000],
      [9501, 1000],
    ],
  };
  const beat = { ...STILL, opening: true } as const;

  it('pay the price at which the market opens, and not their limit', () => {
    const scene = given(['buy 10000 ann:50', 'buy 9900 ben:30', 'buy 9499 cat:20']);
    expect(scene.when(beat, opening)).toEqual(['house takes 50 at 9500 from ann', 'house takes 30 at 9500 from ben']);
    expect(scene.picture()).toEqual(['buy 9499 cat:20']);
  });

  it('get it as sellers too', () => {
    const scene = given(['sell 9000 ann:50', 'sell 9499 ben:1']);
    expect(scene.when(beat, opening)).toEqual(['house takes 50 at 9498 from ann']);
  });

  it('share what is quoted by price and time, at the one price that trades most', () => {
    const scene = given(['buy 10000 ann:1500', 'buy 9900 ben:900']);
    expect(scene.when(beat, opening)).toEqual([
      'house takes 1500 at 9501 from ann',
      'house takes 500 at 9501 from ben',
    ]);
  });

  it('cannot be had at their stale limit by whoever comes before the beat', () => {
    const scene = given(['buy 10000 ann:50']);
    const order = newOrder({ orderId: 'eve', owner: 'eve', side: 'sell', priceTicks: 9000, lots: 50 });
    expect(scene.when({ type: 'PlaceOrder', order }, opening)).toEqual([
      'house takes 50 at 9500 from ann',
      'accepted eve, rests: no',
      'eve takes 50 at 9498 from house',
    ]);
  });

  it('are met by a triggered stop only after the quotes too', () => {
    const scene = given();
    scene.place('eve', 'sell', 9000, 10, { kind: 'stop', stopTicks: 9600 });
    scene.place('ann', 'buy', 10_000, 50);
    const traded = { lowTicks: 9550, highTicks: 9550, lastTicks: 9550 };
    expect(scene.when({ ...beat, opening: false, traded }, opening)).toEqual([
      'last trade at 9550',
      'house takes 50 at 9500 from ann',
      'triggered eve, rests: no',
      'eve takes 10 at 9498 from house',
    ]);
  });

  it('wait at no price of theirs while the tape is thin: each beat has one price, and takes what the tape traded', () => {
    const scene = given(['buy 10000 ann:50', 'buy 9900 ben:30']);
    const noiseTakers = [{ side: 'sell', lots: 60, limitTicks: null }] as const;
    expect(scene.when({ ...beat, opening: false, noiseTakers }, opening)).toEqual([
      'house takes 50 at 9500 from ann',
      'house takes 10 at 9500 from ben',
    ]);
    const later: Liquidity = { bids: [[9600, 9]], asks: [[9602, 9]] };
    expect(scene.when({ ...beat, opening: false, noiseTakers }, later).slice(0, 1)).toEqual([
      'house takes 9 at 9602 from ben',
    ]);
  });

  it('may be amended by their owner before the beat', () => {
    const scene = given(['buy 10000 ann:50']);
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', stopTicks: null, lots: null } as const;
    expect(scene.when({ ...amend, priceTicks: 9400 }, opening)).toEqual(['amended ann, loses its place']);
    expect(scene.when(beat, opening)).toEqual([]);
  });

  it('cancel the other leg of their pair', () => {
    const scene = given();
    const terms = { owner: 'ann', side: 'buy', lots: 4 } as const;
    const limit = newOrder({ ...terms, orderId: 'low', priceTicks: 9900 });
    const stop = newOrder({ ...terms, orderId: 'high', priceTicks: 11_000, kind: 'stop', stopTicks: 10_500 });
    scene.when({ type: 'PlaceOcoPair', limit, stop });
    expect(scene.when(beat, opening)).toEqual(['house takes 4 at 9500 from low', 'cancelled high with 4 left: oco']);
  });

  it('never stay crossed, and never pay more than the quotes did', () => {
    const lots = fc.integer({ min: 1, max: 9 });
    const bids = fc.array(fc.tuple(fc.integer({ min: 90, max: 110 }), lots), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(bids, fc.array(lots, { minLength: 1, maxLength: 5 }), (orders, quotes) => {
        const book = createBook(LIMITS);
        for (const [n, [priceTicks, size]] of orders.entries())
          execute(book, {
            type: 'PlaceOrder',
            order: newOrder({ orderId: `${n}`, owner: 'ann', side: 'buy', priceTicks, lots: size }),
          });
        const asks = quotes.map((size, n): LadderLevel => [95 + 2 * n, size]);
        const events = decide(book, beat, { bids: [], asks });
        if (!Array.isArray(events)) throw new Error(events.refusal);
        const fills = events.filter((event) => event.type === 'OrderMatched');
        expect(new Set(fills.map(({ priceTicks }) => priceTicks)).size).toBeLessThanOrEqual(1);
        let left = fills.reduce((sum, fill) => sum + fill.lots, 0);
        const rest = asks.map(([price, size]): LadderLevel => {
          const taken = Math.min(left, size);
          left -= taken;
          if (taken > 0) expect(fills[0]!.priceTicks).toBeGreaterThanOrEqual(price);
          return [price, size - taken];
        });
        expect(left).toBe(0);
        execute(book, beat, { bids: [], asks });
        expect(decide(book, beat, { bids: [], asks: rest.filter(([, size]) => size > 0) })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
