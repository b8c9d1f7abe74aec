import { describe, expect, it } from '@jest/globals';
import { Fundings } from '../market/funding/fundings.js';
import { commitmentOf, DEFAULT_EPOCH_MS, epochOf } from '../market/simulator/epochs.js';
import type { MarketSource } from '../market/simulator/market-source.js';
import { TEST_LAUNCH_AT, testBeacon, testCatalogue, testChain } from '../market/simulator/simulator.testkit.js';
import { ExpectedVariances, type ExpectedVariance } from '../market/volatility/expected-variance.js';
import { auditFundings } from './funding.check.js';
import type { Market } from './market.check.js';
import { auditVolatilities } from './volatility.check.js';

const FIRST = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);
const epochs = [0, 1, 2].map((n) => {
  const seed = testChain.seedOf(FIRST + n);
  return { epoch: FIRST + n, seed, beacon: testBeacon(FIRST + n), commitment: commitmentOf(seed) };
});
const market: Market = {
  launchAt: TEST_LAUNCH_AT,
  epochMs: DEFAULT_EPOCH_MS,
  calendars: testCatalogue.calendars,
  specs: new Map(testCatalogue.specs.map((spec) => [spec.symbol, new Map([[1, spec]])])),
  epochs,
  anchor: { epoch: FIRST, hash: testChain.anchor },
};
const chosen = epochs.slice(1).map(({ epoch }) => ({
  epoch,
  startsAt: epoch * DEFAULT_EPOCH_MS,
  endsAt: (epoch + 1) * DEFAULT_EPOCH_MS,
}));

/** One that has heard where the price will be in an hour. */
class Informed extends ExpectedVariances {
  constructor(private readonly prices: MarketSource) {
    super(prices);
  }

  override within(symbol: string, at: number, spanMs: number): ExpectedVariance | undefined {
    const found = super.within(symbol, at, spanMs);
    const hour = this.prices.exactTicksAt(symbol, at + 3_600_000) / this.prices.exactTicksAt(symbol, at);
    return found && { ...found, variance: found.variance * Math.max(hour, 1 / hour) };
  }
}

describe('the audit of what seeds alone give', () => {
  it('finds premiums and surfaces equal', () => {
    for (const audit of [auditFundings, auditVolatilities]) {
      const { checked, differences } = audit(market, chosen);
      expect(differences).toEqual([]);
      expect(checked).toBeGreaterThan(150);
    }
  });

  it('names instrument, instant and both values of a premium that the seeds do not give', () => {
    const { differences } = auditFundings(market, chosen, (options) => {
      const fundings = new Fundings(options);
      return { sample: (spec, at) => fundings.sample(spec, at) + (spec.class === 'crypto' ? 2 : 0) };
    });
    expect(differences.length).toBeGreaterThan(0);
    for (const { what, symbol = '', expected, found } of differences) {
      expect(what).toBe('premium');
      expect(testCatalogue.specs.find((spec) => spec.symbol === symbol)?.class).toBe('crypto');
      expect(Math.abs(Number(found) - Number(expected) - 2)).toBeLessThan(0.501);
    }
  });

  it('names a surface that has read the running epoch', () => {
    const { checked, differences } = auditVolatilities(market, chosen, (prices) => new Informed(prices));
    expect(differences).toHaveLength(Math.min(50, checked));
    expect(differences[0]?.what).toBe('volatility');
    expect(differences[0]?.expected).toContain('rho');
  });
});
