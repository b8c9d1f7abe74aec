import { describe, expect, it } from '@jest/globals';
import { BEAT_MS } from './beats.js';
import { limitsAfter } from './pause-rules.js';
import { pausedUntil, SessionPauses, type PausedPath, type PriceLimits } from './pauses.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OPEN = Date.UTC(2026, 11, 4, 14, 30);
const CLOSE = OPEN + 6 * HOUR_MS;
const CUT_OFF = CLOSE - 10 * MINUTE_MS;
const BAND = { band: 0.05, pauseMs: 5 * MINUTE_MS };

/** Minutes of the session. */
const after = (minutes: number): number => OPEN + minutes * MINUTE_MS;

/** A path that is at 10,000 ticks and moves to others from an instant on; it tells nothing of what lies beyond `knownTo`. */
function pathOf(moves: readonly (readonly [at: number, ticks: number])[], knownTo = CLOSE): PausedPath {
  const exactTicksAt = (at: number): number => {
    if (at >= knownTo) throw new Error('not known yet');
    return moves.findLast(([from]) => from <= at)?.[1] ?? 10_000;
  };
  return {
    exactTicksAt,
    knownWith: () => knownTo,
    leaves: (fromMs, toMs, low, high) => {
      for (let at = fromMs; at < toMs; at += BEAT_MS) {
        const price = exactTicksAt(at);
        if (price < low || price > high) return true;
      }
      return false;
    },
  };
}

function pausesOf(
  moves: readonly (readonly [at: number, ticks: number])[],
  { limits, cutOffAt = CUT_OFF }: { limits?: PriceLimits; cutOffAt?: number } = {},
): SessionPauses {
  const session = { opensAt: OPEN, closesAt: CLOSE, cutOffAt };
  return new SessionPauses(pathOf(moves), session, { interruption: limits === undefined ? BAND : undefined, limits });
}

describe('a volatility interruption', () => {
  const jump = after(30) + 17 * BEAT_MS;

  it.each([
    ['above', 10_501],
    ['below', 9_499],
  ])('begins at the first beat whose price is %s the band, and ends with a whole minute', (_, ticks) => {
    const [pause, ...more] = pausesOf([[jump, ticks]]).by(CLOSE);
    expect(pause).toEqual({ reason: 'volatility', from: jump, until: after(36) });
    expect(more).toEqual([]);
  });

  it('begins at no price within the band', () => {
    expect(pausesOf([[jump, 10_500]]).by(CLOSE)).toEqual([]);
    expect(pausesOf([[jump, 9_500]]).by(CLOSE)).toEqual([]);
  });

  it('measures from the mean of the last five whole minutes', () => {
    // 10,400 is the last of five: 10,080 is the mean, and 10,584 its band.
    const steps = [[after(30), 10_400]] as const;
    expect(pausesOf([...steps, [jump, 10_584]]).by(CLOSE)).toEqual([]);
    expect(pausesOf([...steps, [jump, 10_585]]).by(CLOSE)).toHaveLength(1);
  });

  it('counts none of the minutes before the open', () => {
    expect(pausesOf([[OPEN, 14_000]]).by(CLOSE)).toEqual([]);
    expect(pausesOf([[after(0.5), 10_501]]).by(CLOSE)).toMatchObject([{ from: after(0.5), until: after(6) }]);
  });

  it('begins its references anew when trading resumes, whatever the price did meanwhile', () => {
    const moves = [
      [jump, 12_000],
      [after(33), 9_000],
      [after(35), 13_000],
    ] as const;
    expect(pausesOf(moves).by(CLOSE)).toHaveLength(1);
    const next = after(37) + BEAT_MS;
    const again = pausesOf([...moves, [next, 13_651]]).by(CLOSE);
    expect(again.map(({ from }) => from)).toEqual([jump, next]);
  });

  it('never begins in the last ten minutes, nor where it would run into the cut-off', () => {
    const late = (minutes: number, cutOffAt?: number) =>
      pausesOf([[after(360 - minutes), 12_000]], cutOffAt === undefined ? {} : { cutOffAt }).by(CLOSE).length;
    expect([late(16), late(15)]).toEqual([1, 0]);
    expect([late(11, CLOSE), late(10, CLOSE)]).toEqual([1, 0]);
  });

  it('is told only from its first beat on', () => {
    const pauses = pausesOf([[jump, 12_000]]);
    expect([jump - 1, jump, after(36) - 1, after(36)].map((at) => pauses.at(at)?.reason)).toEqual([
      undefined,
      'volatility',
      'volatility',
      undefined,
    ]);
  });
});

describe('a daily price limit', () => {
  const limits = { lowTicks: 8_500, highTicks: 11_500 };
  const jump = after(30) + 3 * BEAT_MS;

  it.each([
    ['above', 11_500.51, 11_500.49],
    ['below', 8_499.49, 8_499.51],
  ])('pauses trading at the first price %s, counted in whole ticks', (_, beyond, within) => {
    expect(pausesOf([[jump, within]], { limits }).by(CLOSE)).toEqual([]);
    const back = [after(34), 10_000] as const;
    expect(pausesOf([[jump, beyond], back], { limits }).by(CLOSE)).toEqual([
      { reason: 'price-limit', from: jump, until: after(36) },
    ]);
  });

  it('goes on by blocks of five minutes as long as the price is outside when one ends', () => {
    const pauses = pausesOf(
      [
        [jump, 12_000],
        [after(37), 11_000],
        [after(38), 12_000],
        [after(43), 11_000],
      ],
      { limits },
    );
    const [pause] = pauses.by(CLOSE);
    expect(pause).toEqual({ reason: 'price-limit', from: jump, until: after(46) });
    const ends = [jump, after(36) - 1, after(36), after(41)].map((at) => pausedUntil(pause!, at));
    expect(ends).toEqual([after(36), after(36), after(41), after(46)]);
  });

  it('never tells before the end of a block whether another follows', () => {
    const session = { opensAt: OPEN, closesAt: CLOSE, cutOffAt: CUT_OFF };
    const known = after(36);
    const pauses = new SessionPauses(pathOf([[jump, 12_000]], known), session, { interruption: undefined, limits });
    expect(pauses.at(after(36) - 1)?.until).toBe(after(36));
    expect(() => pauses.at(after(36))).toThrow('not known yet');
  });

  it('may last until the close, and may pause a session from its open', () => {
    expect(pausesOf([[after(358), 12_000]], { limits }).by(CLOSE)).toMatchObject([{ until: CLOSE }]);
    expect(pausesOf([[OPEN, 12_000]], { limits }).by(CLOSE)).toEqual([
      { reason: 'price-limit', from: OPEN, until: CLOSE },
    ]);
  });

  it('is a share of the close by the row of its price, and whole ticks', () => {
    const rule = {
      table: [
        [100, 30],
        [200, 50],
      ] as const,
      perUsdt: 150,
      source: 'x',
    };
    // 0.9 USDT are 135 yen, which may move by 50.
    expect(limitsAfter(9_000, 0.0001, rule)).toEqual({ lowTicks: 5_667, highTicks: 12_333 });
    // Above the table its last row's share holds.
    expect(limitsAfter(1_000, 1, rule)).toEqual({ lowTicks: 750, highTicks: 1_250 });
  });
});
