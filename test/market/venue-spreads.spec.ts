import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { basisOf } from '../../server/market/simulator/ladder.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';

/** The table of docs/decisions/spreads-and-venues.md against the catalogue, and what agents quote by it. */

const ROW = /^\| (\w+) +\| ([\d.]+) +\| (\d+) +\| ([\d.]+) +\|/gm;
const table = [...readFileSync('docs/decisions/spreads-and-venues.md', 'utf8').matchAll(ROW)];
const specOf = (base: string) => testCatalogue.specs.find((spec) => spec.base === base)!;

describe('spreads of the best known instruments', () => {
  it('are those of the published table', () => {
    expect(table.length).toBeGreaterThanOrEqual(40);
    for (const [, base, tickSize, ticks, spreadBps] of table) {
      const spec = specOf(base as string);
      const midTicks = Math.round(+spec.referencePrice / +spec.tickSize);
      const { spreadTicks } = basisOf(spec, { midTicks, gridMidTicks: midTicks, storm: 1 });
      expect([base, +spec.tickSize, spreadTicks, spec.spreadBps]).toEqual([
        base,
        Number(tickSize),
        Number(ticks),
        Number(spreadBps),
      ]);
    }
  });

  it('are one to a few ticks for the two largest coins, and one to a few cents for large shares', () => {
    const ticksOf = (base: string): number => Number(table.find((row) => row[1] === base)?.[3]);
    for (const base of ['BTC', 'ETH', 'AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN', 'META', 'TSLA', 'SPY', 'QQQ'])
      expect([base, ticksOf(base) <= 4]).toEqual([base, true]);
  });

  it('leave a book that reaches eight basis points or more', () => {
    for (const [, base] of table) {
      const spec = specOf(base as string);
      const midTicks = Math.round(+spec.referencePrice / +spec.tickSize);
      const { gridTicks, maxLevels } = basisOf(spec, { midTicks, gridMidTicks: midTicks, storm: 1 });
      // The grid is the 1, 2 or 5 next below.
      expect((gridTicks * maxLevels * 10_000) / midTicks).toBeGreaterThan(8);
    }
  });
});
