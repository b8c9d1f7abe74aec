import { describe, expect, it } from '@jest/globals';
import { labMarket, type Plant } from '../../bench/market/lab/lab-market.js';
import { BOUND_BPS, verdictOf, type Figures } from '../../bench/market/lab/measure.js';
import { optimised } from '../../bench/market/lab/optimiser.js';
import * as plants from '../../bench/market/lab/plants.js';
import { times } from '../kit/level.js';

/** A search for strategies that nobody wrote: it climbs on what a strategy gains, and the best one plays elsewhere. */

const found = (plant?: Plant): Figures =>
  optimised(labMarket({ ...(plant && { plant }) }), {
    seed: 12,
    restarts: times(2, 4),
    steps: times(40, 50),
    episodes: 20,
    fresh: times(60, 200),
  });

describe('a search for order sequences', () => {
  it('finds nothing on the real market', () => {
    const { trades, edge, gross } = found();
    expect(trades).toBeGreaterThan(100);
    expect(edge.upper).toBeLessThan(BOUND_BPS);
    expect(gross.lower).toBeLessThan(0);
  });

  it.each([
    ['agents that run after whoever trades', plants.chasing(3)],
    ['moves that go on', plants.waves(1_000, 10)],
  ])('finds %s', (_, plant) => {
    expect(verdictOf(found(plant))).toBe('wins');
  });
});
