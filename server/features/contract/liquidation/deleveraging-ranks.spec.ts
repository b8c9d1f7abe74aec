import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OpenPosition, PositionSide } from '../../../../shared/margin.js';
import { amount, ONE, ZERO } from '../../../../shared/money.js';
import { DeleveragingRanks } from './deleveraging-ranks.js';
import { levelOf, ranked } from './liquidation.rules.js';

const CENT = amount('0.01');

/** Of a thousandth a lot, opened at a price in cents with so many times its margin. */
function positionOf(side: PositionSide, lots: number, entry: number, leverage: number): OpenPosition {
  const quantity = BigInt(lots) * amount('0.001');
  const entryNotional = (quantity * BigInt(entry) * CENT) / ONE;
  return { side, quantity, entryNotional, margin: entryNotional / BigInt(leverage), fundingOwed: ZERO };
}

/** The ranks, and beside them the obvious queue: all of them in order. */
class Watched {
  readonly open = new Map<string, OpenPosition>();
  private readonly ranks: DeleveragingRanks;

  constructor(private readonly side: PositionSide) {
    this.ranks = new DeleveragingRanks(side);
  }

  set(id: string, lots: number, entry: number, leverage: number): void {
    const position = positionOf(this.side, lots, entry, leverage);
    this.open.set(id, position);
    this.ranks.set(id, position, ZERO);
  }

  drop(id: string): void {
    this.open.delete(id);
    this.ranks.drop(id);
  }

  of(id: string, mark: number, at = 0) {
    return this.ranks.of(id, {
      mark: BigInt(mark) * CENT,
      index: ZERO,
      at,
      positionOf: (other) => this.open.get(other),
    });
  }

  plainly(mark: number): string[] {
    const all = [...this.open].map(([owner, position]) => ({ owner, lots: 1, position }));
    return ranked(all, BigInt(mark) * CENT).map(({ owner }) => owner);
  }
}

// Few sizes, prices and leverages, so that many scores are equal or nearly so.
const changes = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 40 }).map((n) => `demo-${n}.1`),
    lots: fc.constantFrom(0, 1, 2, 1_000),
    entry: fc.integer({ min: 9_998, max: 10_002 }),
    leverage: fc.constantFrom(1, 10, 100),
    mark: fc.oneof(fc.integer({ min: 9_990, max: 10_010 }), fc.integer({ min: 1, max: 30_000 })),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('the rank of a position in the queue of deleveraging', () => {
  it.each(['long', 'short'] as const)('is the place in which a liquidation would take a %s', (side) => {
    fc.assert(
      fc.property(changes, (steps) => {
        const watched = new Watched(side);
        for (const { id, lots, entry, leverage, mark } of steps) {
          if (lots === 0) watched.drop(id);
          else watched.set(id, lots, entry, leverage);
          const queue = watched.plainly(mark);
          queue.forEach((owner, at) =>
            expect(watched.of(owner, mark)).toEqual({ place: at + 1, length: queue.length }),
          );
          if (lots === 0) expect(watched.of(id, mark)).toBeUndefined();
        }
      }),
    );
  });

  it('of many stands for a second, but for a position that has changed', () => {
    const watched = new Watched('long');
    for (let n = 0; n < 2_000; n += 1) watched.set(`demo-${n}.1`, 10, 5_000 + n, 10);
    const last = { place: 2_000, length: 2_000 };
    expect([watched.of('demo-0.1', 10_000), watched.of('demo-1999.1', 10_000)]).toEqual([{ ...last, place: 1 }, last]);
    // Longs of half the price again that were opened since are not counted yet.
    watched.set('demo-late.1', 10, 1_000, 10);
    expect(watched.of('demo-late.1', 10_000, 999)).toEqual({ place: 1, length: 2_001 });
    expect(watched.of('demo-0.1', 10_000, 999)).toEqual({ ...last, place: 1 });
    watched.set('demo-1999.1', 10, 4_000, 10);
    expect(watched.of('demo-1999.1', 10_000, 999)).toEqual({ ...last, place: 1 });
    expect(watched.of('demo-0.1', 10_000, 1_000)).toEqual({ place: 3, length: 2_001 });
  });

  it('lights five for the fifth that goes first, and one for the last', () => {
    const lights = (length: number) => Array.from({ length }, (_, at) => levelOf({ place: at + 1, length }));
    expect(lights(10)).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
    expect([lights(1), lights(2), lights(3)]).toEqual([[5], [5, 3], [5, 4, 2]]);
  });
});
