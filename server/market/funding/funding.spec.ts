import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { clockOf, MarketClock } from '../simulator/market-clock.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../simulator/simulator.testkit.js';
import { OpenMinutes } from './funding-calendar.js';
import { averagePremium, fundingRate, premiumIndex, RATE_CAP } from './funding-rate.js';
import { Fundings } from './fundings.js';
import { referencePremium } from './reference-premium.js';

const at = (text: string): number => Date.parse(`${text}Z`);
const text = (instant: number | undefined): string => new Date(instant ?? 0).toISOString().slice(0, 16);
const specOf = (symbol: string) => {
  const found = testCatalogue.specs.find((spec) => spec.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};
const fundings = (seedOf = testSeedOf) =>
  new Fundings({ calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf });
const CAP = RATE_CAP.crypto;

describe('a funding rate', () => {
  // Worked by hand from the rule of the large venues: premium + clamp(interest - premium, ±0.05%), in hundred-millionths.
  it.each([
    ['is the interest while the premium is near it', 10_000, 10_000],
    ['is the interest at 0.05% above it', 60_000, 10_000],
    ['is the interest at 0.05% below it', -40_000, 10_000],
    ['is the premium less 0.05% above that', 75_000, 25_000],
    ['is the premium plus 0.05% below that', -90_000, -40_000],
    ['ends at the cap', 2_000_000, CAP],
    ['ends at minus the cap', -2_000_000, -CAP],
  ])('%s', (_, premium, expected) => {
    expect(fundingRate(premium, CAP)).toBe(expected);
  });

  it('never falls when the premium rises, and stays within the cap', () => {
    const premium = fc.integer({ min: -10_000_000, max: 10_000_000 });
    const cap = fc.constantFrom(...Object.values(RATE_CAP));
    fc.assert(
      fc.property(premium, premium, cap, (one, other, most) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((each) => fundingRate(each, most));
        expect(low).toBeLessThanOrEqual(high as number);
        expect(Math.abs(low as number)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('the average premium', () => {
  it('weighs each minute by its number, and rounds half to even', () => {
    // (1 · 100 + 2 · 200 + 3 · 600) / 6 = 383.3
    expect(averagePremium([100, 200, 600])).toBe(383);
    expect(averagePremium([])).toBe(0);
    expect([averagePremium([1, 2, 2, 2, 2]), averagePremium([3, 1, 1])]).toEqual([2, 1]);
    expect([averagePremium([-1, 0]), averagePremium([0, -3, 1])]).toEqual([0, 0]);
  });

  it('of equal samples is that sample, and lies between the smallest and the largest', () => {
    const samples = fc.array(fc.integer({ min: -3_000_000, max: 3_000_000 }), { minLength: 1, maxLength: 480 });
    fc.assert(
      fc.property(samples, (premiums) => {
        const average = averagePremium(premiums);
        expect(average).toBeGreaterThanOrEqual(Math.min(...premiums));
        expect(average).toBeLessThanOrEqual(Math.max(...premiums));
        expect(averagePremium(premiums.map(() => premiums[0] as number))).toBe(premiums[0]);
      }),
    );
  });

  it('takes up how far users kept the quotes from the index', () => {
    expect(premiumIndex(12_345.4, { basisTicks: 0, indexTicks: 5_000_000 })).toBe(12_345);
    // 500 of 5,000,000 ticks are 0.01%.
    expect(premiumIndex(-2_000, { basisTicks: 500, indexTicks: 5_000_000 })).toBe(8_000);
  });
});

describe('funding', () => {
  it('comes at 00:00, 08:00 and 16:00 UTC where the market never closes', () => {
    const { nextFundingAt, samples } = fundings().now(specOf('BTCUSDT'), at('2026-12-01T09:30:20'));
    expect([text(nextFundingAt), samples]).toEqual(['2026-12-01T16:00', 90]);
    const found = fundings().history(specOf('BTCUSDT'), at('2026-12-01T08:00'), { since: 0, limit: 3 });
    expect(found.map(({ fundedAt }) => text(fundedAt))).toEqual([
      '2026-12-01T08:00',
      '2026-12-01T00:00',
      '2026-11-30T16:00',
    ]);
  });

  it('comes every eight hours of open market, across nights, weekends and half days', () => {
    const spec = specOf('AAPLUSDT');
    const found = fundings()
      .history(spec, at('2026-12-12T00:00'), { since: 0, limit: 12 })
      .map(({ fundedAt }) => fundedAt);
    const calendar = testCatalogue.calendars.find(({ id }) => id === spec.calendar);
    if (calendar === undefined) throw new Error('no calendar');
    const open = new OpenMinutes(clockOf(calendar));
    const passed = found.slice(1).map((fundedAt, n) => open.before(found[n] as number) - open.before(fundedAt));
    expect(new Set(passed)).toEqual(new Set([480]));
    // Every one of them at the end of an open minute.
    expect(found.filter((each) => open.before(each) === open.before(each - 1_000) + 1)).toEqual(found);
    expect(fundings().now(spec, found[3] as number).nextFundingAt).toBe(found[2]);
    expect(fundings().now(spec, (found[2] as number) - 1).nextFundingAt).toBe(found[2]);
  });

  it('is predicted from the samples so far; the last prediction is the rate', () => {
    const spec = specOf('ETHUSDT');
    const due = at('2026-12-03T16:00');
    const [over] = fundings().history(spec, due, { since: 0, limit: 1 });
    const almost = fundings().now(spec, due - 1);
    expect([over?.fundedAt, almost.samples]).toEqual([due, 479]);
    expect(Math.abs(almost.averagePremium - (over?.premium ?? 0))).toBeLessThan(1_000);
    expect(fundings().now(spec, due)).toMatchObject({ samples: 0, averagePremium: 0 });
  });

  it('begins with the first whole interval after the listing', () => {
    const since = at('2026-12-01T03:00');
    const found = fundings().history(specOf('BTCUSDT'), at('2026-12-02T00:00'), { since, limit: 10 });
    expect(found.map(({ fundedAt }) => text(fundedAt))).toEqual(['2026-12-02T00:00', '2026-12-01T16:00']);
  });

  it('stands still while the market is closed', () => {
    const spec = specOf('AAPLUSDT');
    const sample = (when: string): number => fundings().sample(spec, at(when));
    expect(sample('2026-12-05T12:00')).toBe(sample('2026-12-04T21:00'));
    expect(sample('2026-12-07T14:31')).not.toBe(sample('2026-12-04T21:00'));
  });

  it('needs the seed of its epoch, and none of a later one', () => {
    const until = at('2026-12-03T12:00');
    const known = (epoch: number) => (epoch < until / DEFAULT_EPOCH_MS ? testSeedOf(epoch) : undefined);
    const now = fundings(known).now(specOf('BTCUSDT'), until - 1);
    expect(now).toEqual(fundings().now(specOf('BTCUSDT'), until - 1));
    expect(() => fundings(known).now(specOf('BTCUSDT'), until + 60_000)).toThrow('is not known');
  });

  it('has the premiums that adding up all draws one by one gives', () => {
    const options = {
      calendars: testCatalogue.calendars,
      launchAt: TEST_LAUNCH_AT,
      epochMs: DEFAULT_EPOCH_MS,
      seedOf: testSeedOf,
    };
    // Years before launch, its first minutes, the start of an epoch, a weekend and an ordinary minute.
    const instants = [
      '2019-03-05T15:07',
      '2026-11-20T12:03',
      '2026-11-27T16:00',
      '2026-12-05T12:00',
      '2026-12-09T18:41',
    ];
    for (const symbol of ['BTCUSDT', 'AAPLUSDT', 'EURUSDT'])
      for (const instant of instants.map(at)) {
        const expected = referencePremium(options, specOf(symbol), instant);
        expect(Math.abs(fundings().sample(specOf(symbol), instant) - expected)).toBeLessThan(0.501);
      }
  });

  it('reads a calendar once for all contracts on it', () => {
    const all = fundings();
    const now = at('2026-12-03T12:34');
    all.sample(specOf('BTCUSDT'), now);
    const reads = jest.spyOn(MarketClock.prototype, 'read');
    try {
      for (const symbol of ['ETHUSDT', 'SOLUSDT', 'XRPUSDT']) all.sample(specOf(symbol), now);
      // Each looks at its own instant and at the ends of its own root.
      expect(reads.mock.calls.length).toBeLessThan(20);
    } finally {
      reads.mockRestore();
    }
  });

  it('is alike whatever was asked before', () => {
    const spec = specOf('SOLUSDT');
    const late = at('2026-12-09T11:00');
    const warm = fundings();
    warm.history(spec, late, { since: 0, limit: 20 });
    warm.now(spec, at('2026-11-25T01:00'));
    expect(warm.now(spec, late)).toEqual(fundings().now(spec, late));
  });
});
