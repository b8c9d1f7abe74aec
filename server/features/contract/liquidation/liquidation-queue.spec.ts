import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PositionSide } from '../../../../shared/margin.js';
import { LiquidationQueue } from './liquidation-queue.js';

/** The obvious queue: every position is looked at. */
class Plain {
  private readonly prices = new Map<string, bigint>();

  constructor(private readonly side: PositionSide) {}

  set(id: string, price: bigint | null): void {
    if (price === null) this.prices.delete(id);
    else this.prices.set(id, price);
  }

  reachedBy(mark: bigint): string[] {
    return this.sorted(([, price]) => (this.side === 'long' ? mark <= price : mark >= price)).map(([id]) => id);
  }

  nearest(count: number) {
    return this.sorted(() => true)
      .slice(0, count)
      .map(([id, price]) => ({ id, price }));
  }

  private sorted(isWanted: (entry: [string, bigint]) => boolean): [string, bigint][] {
    const away = this.side === 'long' ? -1n : 1n;
    return [...this.prices]
      .filter(isWanted)
      .sort(([one, at], [other, to]) => Number(away * (at - to)) || (one < other ? -1 : 1));
  }
}

const side = fc.constantFrom<PositionSide>('long', 'short');
const changes = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 60 }).map((n) => `p-${n}`),
    price: fc.option(fc.bigInt({ min: 1n, max: 200n }), { freq: 5 }),
    mark: fc.bigInt({ min: 0n, max: 201n }),
  }),
  { maxLength: 200 },
);

describe('the queue of liquidations', () => {
  it('finds whom a mark price reaches as a look at every position does', () => {
    fc.assert(
      fc.property(side, changes, (own, moves) => {
        const [fast, plain] = [new LiquidationQueue(own), new Plain(own)];
        for (const { id, price, mark } of moves) {
          fast.set(id, price);
          plain.set(id, price);
          expect(fast.reachedBy(mark)).toEqual(plain.reachedBy(mark));
          expect(fast.nearest(3)).toEqual(plain.nearest(3));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reaches a long at its price and below, a short at its price and above', () => {
    const [longs, shorts] = [new LiquidationQueue('long'), new LiquidationQueue('short')];
    for (const queue of [longs, shorts]) for (const price of [90n, 100n, 110n]) queue.set(`p-${price}`, price);
    expect(longs.reachedBy(100n)).toEqual(['p-110', 'p-100']);
    expect(shorts.reachedBy(100n)).toEqual(['p-90', 'p-100']);
    expect([longs.reachedBy(111n), shorts.reachedBy(89n)]).toEqual([[], []]);
    longs.set('p-110', null);
    expect([longs.size, longs.reachedBy(100n)]).toEqual([2, ['p-100']]);
  });
});
