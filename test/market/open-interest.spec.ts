import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { followersOf, openInterestUsdt } from '../../server/market/contract/open-interest.js';
import { partsOf } from '../../server/market/flow-offset/flow-offsets.js';
import { largestPositionUsdt, leastRoundTrip } from '../../server/market/flow-offset/position-limit.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { times } from '../kit/level.js';
import { AGENTS, FEES, HOUR_MS, Lab, SIDES, specOf } from '../kit/push-lab.js';

/** Whoever holds all of the open interest of perpetual contracts that there may be, and pushes the index, pays more than the position earns. */

const UNDERLYINGS = testCatalogue.specs
  .filter(({ relation }) => relation?.band === undefined)
  .map(({ symbol }) => symbol);
const followers = followersOf(UNDERLYINGS, specOf);
const limitOf = (part: string): number => largestPositionUsdt(specOf(part), FEES);
const capUsdt = (underlying: string): number => openInterestUsdt(underlying, followers, specOf, limitOf);

/** The perpetual contracts whose index a push of a price moves, with the power that it has in each. */
function movedBy(part: string): { readonly symbol: string; readonly power: number }[] {
  return UNDERLYINGS.flatMap((symbol) =>
    partsOf(symbol, specOf).flatMap((found) => (found.symbol === part ? [{ symbol, power: found.power }] : [])),
  );
}

interface Push {
  readonly symbol: string;
  readonly key: Uint32Array;
  readonly way: (typeof SIDES)[number];
  readonly orders: number;
  readonly share: number;
  readonly ms: number;
}

/** What a bot gets that holds `caps` times the cap of every contract that its push moves, on the way out and back, and what the push costs. */
function pushed({ symbol, key, way, orders, share, ms }: Push, caps: number): { gain: number; cost: number } {
  const lab = new Lab(AGENTS, [symbol], key);
  let [furthest, traded] = [0, 0];
  for (let n = 0; n < orders; n += 1) {
    const before = lab.books[0]?.held ?? 0;
    lab.take({ do: 'market', book: 0, account: 0, side: way, share, spreads: 0 });
    traded += Math.abs((lab.books[0]?.held ?? 0) - before);
    lab.take({ do: 'wait', ms, storm: 1 });
    furthest = Math.max(furthest, ...[0, 60_000, 120_000, 180_000].map((later) => lab.pushedShare(later)));
  }
  const { referencePrice, lotSize } = specOf(symbol);
  const held = movedBy(symbol).reduce((sum, each) => sum + Math.abs(each.power) * capUsdt(each.symbol), 0);
  const fees = traded * +lotSize * +referencePrice * leastRoundTrip(FEES);
  return { gain: 2 * furthest * caps * held, cost: fees - lab.gain };
}

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'KSMUSDT', 'EURUSDT', 'SPXUSDT', 'AAPLUSDT', 'XAUUSDT', 'WTIUSDT'];
const push: fc.Arbitrary<Push> = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  key: fc.uint32Array({ minLength: 8, maxLength: 8 }),
  way: fc.constantFrom(...SIDES),
  orders: fc.integer({ min: 1, max: 40 }),
  share: fc.double({ min: 0.001, max: 0.9, noNaN: true }),
  ms: fc.constantFrom(0, 1_000, 30_000, 300_000, HOUR_MS),
});

describe('a bot that holds the whole open interest and pushes the index', () => {
  it('loses after fees, however it pushes', () => {
    fc.assert(
      fc.property(push, (each) => {
        const { gain, cost } = pushed(each, 1);
        expect(gain - cost).toBeLessThanOrEqual(0);
      }),
      { numRuns: times(200, 2_000) },
    );
  });

  // In KSM the spread alone costs more than that.
  it.each(SYMBOLS.filter((symbol) => symbol !== 'KSMUSDT'))('would earn with ten times as much in %s', (symbol) => {
    const shares = [0.001, 0.003, 0.01, 0.03];
    const best = shares.map((share) => {
      const plan = { symbol, key: new Uint32Array(8), way: 'buy', orders: 40, share, ms: 30_000 } as const;
      const { gain, cost } = pushed(plan, 10);
      return gain - cost;
    });
    expect(Math.max(...best)).toBeGreaterThan(0);
  });

  it('shares what may be held of a price among all contracts that it moves', () => {
    for (const part of ['BTCUSDT', 'EURUSDT', 'SPXUSDT', 'NDXUSDT', 'AAPLUSDT']) {
      const held = movedBy(part).reduce((sum, { symbol, power }) => sum + Math.abs(power) * capUsdt(symbol), 0);
      expect(held).toBeLessThanOrEqual(limitOf(part) * (1 + 1e-9));
    }
    expect(capUsdt('AAPLUSDT')).toBe(limitOf('AAPLUSDT'));
    expect(capUsdt('BTCUSDT')).toBeGreaterThan(limitOf('BTCUSDT') / 2);
  });
});
