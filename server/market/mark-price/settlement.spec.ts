import { describe, expect, it } from '@jest/globals';
import { TEST_LAUNCH_AT, testModel } from '../simulator/simulator.testkit.js';
import { lastDelivery, nextDelivery } from './delivery-calendar.js';
import { settlementSeconds, settlementSum } from './settlement.js';

const at = (text: string): number => Date.parse(`${text}Z`);
const text = (instant: number | undefined): string => new Date(instant ?? 0).toISOString().slice(0, 16);

describe('the delivery calendar', () => {
  it.each([
    ['weekly', '2026-11-24T12:00', '2026-11-27T08:00'],
    ['weekly', '2026-11-27T07:59', '2026-11-27T08:00'],
    ['weekly', '2026-11-27T08:00', '2026-12-04T08:00'],
    ['monthly', '2026-11-24T12:00', '2026-11-27T08:00'],
    ['monthly', '2026-11-27T08:00', '2026-12-25T08:00'],
    ['monthly', '2026-12-25T08:00', '2027-01-29T08:00'],
    ['quarterly', '2026-11-24T12:00', '2026-12-25T08:00'],
    ['quarterly', '2026-12-25T08:00', '2027-03-26T08:00'],
  ] as const)('has its %s delivery after %s at %s', (kind, after, expected) => {
    expect(text(nextDelivery(kind, at(after)))).toBe(expected);
  });

  it('knows the newest one at an instant', () => {
    const found = ['2026-11-27T07:59', '2026-11-27T08:00', '2026-12-04T07:59'].map((after) => lastDelivery(at(after)));
    expect(found.map(text)).toEqual(['2026-11-20T08:00', '2026-11-27T08:00', '2026-11-27T08:00']);
  });
});

describe('a settlement', () => {
  const model = testModel(['BTCUSDT', 'AAPLUSDT']);
  const window = (symbol: string, settlesAt: string): string[] => {
    const seconds = settlementSeconds(model, symbol, at(settlesAt), 30) ?? [];
    expect(seconds).toHaveLength(1_800);
    return [text(seconds.at(-1)), text(seconds[0])];
  };

  it('averages the last thirty minutes of a market that never closes', () => {
    expect(window('BTCUSDT', '2026-11-27T08:00')).toEqual(['2026-11-27T07:30', '2026-11-27T07:59']);
  });

  it('averages the last thirty open minutes before a night, a half day and a weekend', () => {
    expect(window('AAPLUSDT', '2026-12-04T08:00')).toEqual(['2026-12-03T20:30', '2026-12-03T20:59']);
    // Thanksgiving is a day off, and the Friday after it ends at 13:00 in New York.
    expect(window('AAPLUSDT', '2026-11-27T08:00')).toEqual(['2026-11-25T20:30', '2026-11-25T20:59']);
    expect(window('AAPLUSDT', '2026-11-28T08:00')).toEqual(['2026-11-27T17:30', '2026-11-27T17:59']);
  });

  it('goes on in the session before where one was too short', () => {
    const open = at('2026-12-03T14:30');
    const seconds = settlementSeconds(model, 'AAPLUSDT', open + 10 * 60_000, 30) ?? [];
    expect([text(seconds[0]), text(seconds[599]), text(seconds[600])]).toEqual([
      '2026-12-03T14:39',
      '2026-12-03T14:30',
      '2026-12-02T20:59',
    ]);
  });

  it('is the mean of the index, exactly', () => {
    const settlesAt = TEST_LAUNCH_AT + 86_400_000;
    const terms = { minutes: 1, stepsPerTick: 10_000 };
    const sum = settlementSum(model, 'BTCUSDT', settlesAt, terms);
    let expected = 0n;
    for (let second = 1; second <= 60; second += 1) {
      expected += BigInt(Math.round(model.exactTicksAt('BTCUSDT', settlesAt - second * 1_000) * 10_000));
    }
    expect(sum).toEqual({ fromMs: settlesAt - 60_000, seconds: 60, steps: expected });
  });

  it('is none of a market that was never open before', () => {
    expect(settlementSeconds(model, 'AAPLUSDT', 0, 30)).toBeUndefined();
  });
});
