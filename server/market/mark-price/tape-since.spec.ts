import { describe, expect, it } from '@jest/globals';
import { TapeSince } from './tape-since.js';

/** A tape that prints at 12.5 s and at 40 s, and notes what of it was read. */
function tape() {
  const read: [number, number][] = [];
  const since = new TapeSince((_symbol, fromMs, toMs) => {
    read.push([fromMs, toMs]);
    const printed = [12_500, 40_000].filter((at) => at >= fromMs && at < toMs);
    return printed.map((at) => ({ at }) as never);
  });
  return { read, since };
}

describe('the tape since a trade', () => {
  it('has printed from its first print on, whichever instants were asked about before', () => {
    const { since } = tape();
    const asked = [20_000, 10_000, 12_500, 12_501, 60_000, 3_000];
    expect(asked.map((to) => since.hasPrinted('BTCUSDT', 1_000, to))).toEqual([true, false, false, true, true, false]);
    expect(since.hasPrinted('BTCUSDT', 12_501, 40_000)).toBe(false);
    expect(since.hasPrinted('BTCUSDT', 12_501, 40_001)).toBe(true);
  });

  it('is read once, and no further than to its first print', () => {
    const { read, since } = tape();
    for (const to of [1_250, 1_500, 30_000, 90_000]) since.hasPrinted('BTCUSDT', 1_000, to);
    expect(read).toEqual([
      [1_000, 1_250],
      [1_250, 1_500],
      [1_500, 6_500],
      [6_500, 11_500],
      [11_500, 16_500],
    ]);
  });
});
