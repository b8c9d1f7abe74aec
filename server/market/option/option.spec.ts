import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format } from '../../../shared/money.js';
import { keyOf } from '../simulator/chacha.js';
import { TEST_LAUNCH_AT, testCatalogue, testModel } from '../simulator/simulator.testkit.js';
import { entryDelay } from './entry-delay.js';
import { averagePrice, interruptionOf } from './option-average.js';
import { averagedShare, chanceAbove, chancesOf, payoutsOf } from './option-chances.js';
import { isPauseNear } from './pause-near.js';

const KEY = keyOf('ab'.repeat(32));

describe('the delay of an entry', () => {
  it('lies within its bounds, each as often, and belongs to seed, option and beat', () => {
    const bounds = { least: 2, most: 8 };
    const counts = new Map<number, number>();
    for (let n = 0; n < 7_000; n += 1) {
      const delay = entryDelay(KEY, `opt-${n}`, 7_000_000_000 + n, bounds);
      counts.set(delay, (counts.get(delay) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([2, 3, 4, 5, 6, 7, 8]);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(3.5 * Math.sqrt(1_000));
    const many = (of: (n: number) => number) => Array.from({ length: 32 }, (_, n) => of(n)).join('');
    const own = many((n) => entryDelay(KEY, 'opt-1', n, bounds));
    expect(many((n) => entryDelay(KEY, 'opt-1', n, bounds))).toBe(own);
    expect(many((n) => entryDelay(KEY, 'opt-2', n, bounds))).not.toBe(own);
    expect(many((n) => entryDelay(keyOf('cd'.repeat(32)), 'opt-1', n, bounds))).not.toBe(own);
  });
});

describe('chances and payouts', () => {
  const spread = fc.record({
    variance: fc.double({ min: 1e-12, max: 0.01, noNaN: true }),
    mean: fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    priceSteps: fc.integer({ min: 10_000, max: 1_000_000_000_000 }),
    beats: fc.integer({ min: 4, max: 80 }),
  });

  it('sum to one, and a stake costs the edge at least, and little more', () => {
    fc.assert(
      fc.property(spread, fc.constantFrom('0.03', '0.05'), (given, edge) => {
        const chances = chancesOf(given);
        const [rise, fall, equal] = [chances.rise, chances.fall, chances.equal].map(amount) as [bigint, bigint, bigint];
        expect(format(rise + fall + equal)).toBe('1');
        const payouts = payoutsOf(chances, edge);
        for (const side of ['rise', 'fall'] as const) {
          // A chance near one leaves nothing to win, and one near zero is rounded coarsely.
          if (+chances[side] < 0.3 || +payouts[side] === 0) continue;
          const cost = 1 - +chances[side] * (1 + +payouts[side]) - +chances.equal;
          expect(cost).toBeGreaterThan(+edge - 1e-9);
          expect(cost).toBeLessThan(+edge + 1e-4);
        }
      }),
    );
  });

  it('call a price that cannot move equal, for certain', () => {
    const chances = chancesOf({ variance: 0, mean: 0, priceSteps: 1_000, beats: 40 });
    expect(chances).toEqual({ rise: '0', fall: '0', equal: '1' });
    expect(payoutsOf(chances, '0.03')).toEqual({ rise: '0', fall: '0' });
  });

  it('have the variance of an average of the last prices of a walk', () => {
    // The average of the last prices weighs each step by the share of them that comes after it.
    const [total, beats] = [120, 40];
    let sum = 0;
    for (let step = 1; step <= total; step += 1) sum += (Math.min(beats, total - step + 1) / beats) ** 2;
    expect(averagedShare(total, beats)).toBeCloseTo(sum / total, 12);
  });

  it('become certain at the end', () => {
    expect([chanceAbove(1e-9, 0), chanceAbove(-1e-9, 0), chanceAbove(0, 0)]).toEqual([1, 0, 0.5]);
    expect(chanceAbove(0.01, 0.0001)).toBeCloseTo(0.8413, 4);
  });
});

describe('an average', () => {
  it('is shown to a ten-thousandth of a tick, half to even', () => {
    expect(format(averagePrice(5n, 2, amount('0.01')))).toBe('0.000002');
    expect(format(averagePrice(7n, 2, amount('0.01')))).toBe('0.000004');
  });

  it('is none where the market shut on the way', () => {
    const model = testModel(['AAPLUSDT', 'BTCUSDT']);
    const close = Date.UTC(2026, 11, 3, 21);
    expect(interruptionOf(model, 'AAPLUSDT', close - 60_000, close - 250)).toBeUndefined();
    expect(interruptionOf(model, 'AAPLUSDT', close - 60_000, close + 250)).toBe('closed');
    expect(interruptionOf(model, 'BTCUSDT', close - 60_000, close + 3_600_000)).toBeUndefined();
  });

  it('is none where trading paused on the way, however shortly', () => {
    const pause = { reason: 'volatility' as const, from: TEST_LAUNCH_AT + 61_500, until: TEST_LAUNCH_AT + 180_000 };
    const model = testModel(['BTCUSDT']);
    const paused = (at: number): boolean => at >= pause.from && at < pause.until;
    const source = Object.assign(Object.create(model) as typeof model, {
      sessionState: (_: string, at: number) => ({ open: !paused(at), phase: paused(at) ? 'call' : 'open' }),
      pauseAt: (_: string, at: number) => (paused(at) ? pause : undefined),
    });
    const within = (from: number, to: number) =>
      interruptionOf(source, 'BTCUSDT', TEST_LAUNCH_AT + from, TEST_LAUNCH_AT + to);
    expect(within(0, 61_250)).toBeUndefined();
    expect(within(0, 61_500)).toBe('paused');
    expect(within(59_000, 240_000)).toBe('paused');
    expect(within(180_000, 240_000)).toBeUndefined();
  });
});

describe('a pause that is near', () => {
  const model = testModel(['AAPLUSDT', 'BTCUSDT']);
  const calendarOf = (symbol: string) => testCatalogue.calendars.find(({ id }) => id === model.spec(symbol).calendar);
  const at = Date.UTC(2026, 11, 3, 18);
  const near = (symbol: string, deviation: number): boolean =>
    isPauseNear(model, symbol, calendarOf(symbol), { at, whole: deviation, short: deviation });

  it('is one that four deviations of the price may reach', () => {
    expect(near('AAPLUSDT', 0.0001)).toBe(false);
    expect(near('AAPLUSDT', 0.05)).toBe(true);
  });

  it('is none where trading never pauses', () => {
    expect(near('BTCUSDT', 0.5)).toBe(false);
  });
});
