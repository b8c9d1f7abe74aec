import { describe, expect, it } from '@jest/globals';
import { create } from 'zustand';
import { readText } from '../../lib/rendered.testkit';
import { ActionLegend } from './ActionLegend';
import type { ActionMark } from './action-marks';
import { NO_READING } from './chart-types';

const BASE = { date: '2026-01-12', dueAt: 1, session: null, perShare: null, newShares: null, oldShares: null };
const MARKS: readonly ActionMark[] = [
  { ...BASE, letter: 'D', kind: 'dividend', perShare: '0.26', at: 100 },
  { ...BASE, letter: 'E', kind: 'earnings', session: 'after-close', at: 100 },
  { ...BASE, letter: 'S', kind: 'split', newShares: 1, oldShares: 10, date: '2026-02-02', at: 300 },
];

/** The legend while the crosshair is on the candle that opens then; `null` without a crosshair. */
function legend(openAt: number | null): Promise<string> {
  const readings = create(() => ({ ...NO_READING, pointedAt: openAt, panes: [], paneOf: new Map<string, number>() }));
  return readText(<ActionLegend marks={MARKS} readings={readings} quote="USDT" />, 'chart', 'market');
}

const LETTERS = 'D Dividend E Earnings S Split';

describe('the legend of corporate actions', () => {
  it('says what the letters mean while nothing is pointed at, or a candle without any', async () => {
    expect(await legend(null)).toContain(LETTERS);
    expect(await legend(200)).toContain(LETTERS);
  });

  it('words what falls into the candle under the crosshair, with its day', async () => {
    const both = await legend(100);
    expect(both).toContain('D Dividend: 0.26 USDT per share · Jan 12, 2026');
    expect(both).toContain('E Earnings, after the close · Jan 12, 2026');
    expect(both).not.toContain(LETTERS);
    expect(await legend(300)).toContain('S Reverse split: 1-for-10 · Feb 2, 2026');
  });
});
