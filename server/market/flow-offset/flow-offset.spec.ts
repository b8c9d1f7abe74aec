import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FlowOffset } from './flow-offset.js';
import { FlowOffsets, partsOf } from './flow-offsets.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 24, 9);

const pushes = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 5 * HOUR_MS }),
    ppm: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
  }),
  { minLength: 1, maxLength: 30 },
);
type Pushes = readonly { readonly afterMs: number; readonly ppm: number }[];

function offsetOf(all: Pushes, share: (ppm: number) => number = (ppm) => ppm): FlowOffset {
  const offset = new FlowOffset();
  let at = START;
  for (const { afterMs, ppm } of all) offset.push((at += afterMs), share(ppm));
  return offset;
}
const LATER = [0, 61, 200, 1_500, 9_000].map((minutes) => START + 150 * HOUR_MS + minutes * MINUTE_MS);

describe('the lasting part of what users push', () => {
  it('lands at the start of the second minute after it, whole', () => {
    const offset = new FlowOffset();
    offset.push(START + 59_999, 40);
    expect([119_999, 120_000].map((ms) => offset.at(START + ms))).toEqual([0, 40]);
    expect(offset.since).toBe(START + 120_000);
  });

  it('fades by half in a day, at whole hours, and is never cut off', () => {
    const offset = new FlowOffset();
    offset.push(START, 1_000_000);
    expect(offset.at(START + HOUR_MS - 1)).toBe(1_000_000);
    expect(offset.at(START + HOUR_MS)).toBeCloseTo(1_000_000 * 2 ** (-1 / 24), 4);
    expect(offset.at(START + 24 * HOUR_MS)).toBeCloseTo(500_000, 4);
    expect(offset.at(START + 10 * 24 * HOUR_MS)).toBeCloseTo(1_000_000 / 1024, 4);
    expect(offset.at(START + 60 * 24 * HOUR_MS)).toBe(0);
  });

  it('is linear and symmetric', () => {
    fc.assert(
      fc.property(pushes, fc.double({ min: -3, max: 3, noNaN: true }), (all, share) => {
        const [one, other] = [offsetOf(all), offsetOf(all, (ppm) => ppm * share)];
        for (const at of LATER) expect(other.at(at)).toBeCloseTo(one.at(at) * share, 2);
      }),
    );
  });

  it('is the same however the pushes of a minute are divided, and leaves nothing of what is taken back in it', () => {
    const [whole, parts, back] = [new FlowOffset(), new FlowOffset(), new FlowOffset()];
    whole.push(START, 0.3);
    for (let n = 0; n < 3; n += 1) parts.push(START + n, 0.1);
    for (const ppm of [77.123456, -70.1, -7.023456]) back.push(START, ppm);
    expect(LATER.map((at) => parts.at(at))).toEqual(LATER.map((at) => whole.at(at)));
    expect(back.at(START + HOUR_MS)).toBe(0);
  });

  it('says when it changes: between two changes it is the same', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const offset = offsetOf(all);
        for (let at = START; at < START + 8 * HOUR_MS;) {
          const to = offset.changesAfter(at);
          const last = Math.min(to, START + 8 * HOUR_MS) - 1;
          expect(offset.at(last)).toBe(offset.at(at));
          expect(offset.at(offset.changedBefore(last))).toBe(offset.at(at));
          at = to;
        }
      }),
    );
  });
});

describe('what a price follows', () => {
  const relations: Record<string, [string, number][]> = {
    A: [],
    B: [],
    AB: [
      ['A', 1],
      ['B', -1],
    ],
    F: [['AB', 2]],
  };
  const specOf = (symbol: string) => {
    const of = (relations[symbol.slice(0, -4)] ?? []).map(([base, power]) => ({ base, power }));
    return { symbol, ...(of.length > 0 && { relation: { of, feeAnnual: 0, noiseAnnual: 0 } }) } as never;
  };

  it('are the instruments at the end, with their powers', () => {
    expect(partsOf('AUSDT', specOf)).toEqual([{ symbol: 'AUSDT', power: 1 }]);
    expect(partsOf('FUSDT', specOf)).toEqual([
      { symbol: 'AUSDT', power: 2 },
      { symbol: 'BUSDT', power: -2 },
    ]);
  });

  it('is nobody’s push inside a band', () => {
    const banded = { relation: { of: [], feeAnnual: 0, noiseAnnual: 0, band: ['1', '2'] } };
    expect(partsOf('PUSDT', () => banded as never)).toEqual([]);
  });

  it('moves log prices by the same sums', () => {
    const offsets = new FlowOffsets();
    offsets.push('AUSDT', START, 300);
    offsets.push('BUSDT', START, -200);
    const at = START + 10 * MINUTE_MS;
    const shareOf = (symbol: string) => offsets.of(partsOf(symbol, specOf))?.shareAt(at) ?? 0;
    const [a, b] = [1 + shareOf('AUSDT'), 1 + shareOf('BUSDT')];
    expect(1 + shareOf('ABUSDT')).toBeCloseTo(a / b, 12);
    expect(1 + shareOf('FUSDT')).toBeCloseTo((a / b) ** 2, 12);
  });
});
