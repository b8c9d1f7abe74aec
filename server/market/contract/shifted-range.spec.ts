import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TEST_LAUNCH_AT } from '../simulator/simulator.testkit.js';
import { contractsOn } from './contract.testkit.js';
import { shiftedRange } from './shifted-range.js';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

describe('high and low of a price that stands apart from another', () => {
  it('are those of all its minutes, whatever the distance of each', () => {
    const minute = fc.record({
      high: fc.integer({ min: 500, max: 520 }),
      depth: fc.integer({ min: 0, max: 9 }),
      shift: fc.integer({ min: -15, max: 15 }),
      open: fc.boolean(),
    });
    const anyMinutes = fc.array(minute, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(anyMinutes, fc.nat({ max: 59 }), fc.boolean(), (minutes, first, isDated) => {
        const fromMs = first * MINUTE_MS;
        const at = (ms: number) => minutes[Math.floor((ms - fromMs) / MINUTE_MS)];
        const within = (from: number, to: number) =>
          minutes.filter((each, n) => each.open && n >= (from - fromMs) / MINUTE_MS && n < (to - fromMs) / MINUTE_MS);
        const parts = {
          extremes: (from: number, to: number) => {
            const found = within(from, to);
            if (found.length === 0) return undefined;
            const lows = found.map(({ high, depth }) => high - depth);
            const range = { highTicks: Math.max(...found.map(({ high }) => high)), lowTicks: Math.min(...lows) };
            const atOf = (price: number, prices: readonly number[]) =>
              fromMs + minutes.indexOf(found[prices.indexOf(price)] as (typeof minutes)[number]) * MINUTE_MS;
            if (!isDated) return range;
            const highs = found.map(({ high }) => high);
            return { ...range, highAt: atOf(range.highTicks, highs), lowAt: atOf(range.lowTicks, lows) };
          },
          shiftTicks: (ms: number) => at(ms)?.shift ?? 0,
        };
        const all = within(fromMs, Infinity).map(
          ({ high, depth, shift }) => [high + shift, high - depth + shift] as const,
        );
        const expected =
          all.length === 0
            ? undefined
            : { highTicks: Math.max(...all.map(([high]) => high)), lowTicks: Math.min(...all.map(([, low]) => low)) };
        expect(shiftedRange(parts, fromMs, fromMs + minutes.length * MINUTE_MS)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('ask for few spans of a quiet distance', () => {
    let asked = 0;
    const parts = {
      extremes: (from: number) => {
        asked += 1;
        return { highTicks: 1_000 + from / HOUR_MS, lowTicks: 900 };
      },
      shiftTicks: (at: number) => (at / MINUTE_MS) % 2,
    };
    shiftedRange(parts, 0, 24 * HOUR_MS);
    expect(asked).toBeLessThan(24 * 4);
  });
});

describe('the range of a contract', () => {
  const DELIVERS_AT = Date.UTC(2026, 10, 27, 8);
  const { contracts } = contractsOn(['BTCUSDT', 'AAPLUSDT']);

  it.each([
    ['BTCUSDT-PERP', TEST_LAUNCH_AT + 5 * HOUR_MS, 90],
    ['BTCUSDT-261127', TEST_LAUNCH_AT + 5 * HOUR_MS, 61],
    // The average runs in its last half hour.
    ['BTCUSDT-261127', DELIVERS_AT - 40 * MINUTE_MS, 45],
    // New York opens within it.
    ['AAPLUSDT-PERP', Date.UTC(2026, 10, 24, 14), 70],
  ])('of %s is that of its beats', (symbol, fromMs, minutes) => {
    const { source } = contracts.in('real');
    const ticks: number[] = [];
    for (let at = fromMs; at < fromMs + minutes * MINUTE_MS; at += 250)
      if (source.sessionState(symbol, at).open) ticks.push(source.priceTicksAt(symbol, at));
    const found = source.range(symbol, fromMs, fromMs + minutes * MINUTE_MS);
    expect(found).toEqual({
      highTicks: ticks.reduce((one, other) => Math.max(one, other)),
      lowTicks: ticks.reduce((one, other) => Math.min(one, other)),
    });
  });

  it('is none where its market was shut', () => {
    const saturday = Date.UTC(2026, 10, 21, 12);
    expect(contracts.in('real').source.range('AAPLUSDT-PERP', saturday, saturday + HOUR_MS)).toBeUndefined();
  });
});
