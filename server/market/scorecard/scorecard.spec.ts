import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ScorecardRow } from '../../../contracts/scorecard.calls.js';
import { first, some } from '../../../test/kit/level.js';
import { mean, moments } from '../simulator/stylized-facts.js';
import { testCatalogue } from '../simulator/simulator.testkit.js';
import { readFigures } from './kept-figures.js';
import { askedOf, measureSeed, SCORECARD_SEEDS } from './measure-seed.js';
import { scorecardOf } from './scorecard.js';
import { scorecardTable } from './scorecard-table.js';

/** After a change of the model: `node dist/server/cli/model-card.js` measures all of it again. */

const kept = readFigures('seeds');
const card = scorecardOf(kept);
const rowOf = (subject: string, measure: string, { rows } = card): ScorecardRow | undefined =>
  rows.find((row) => row.subject === subject && row.measure === measure);

describe('the scorecard', () => {
  it('has the figures of thirty seeds, and this code measures the same', () => {
    expect(kept.figures).toHaveLength(SCORECARD_SEEDS);
    expect(kept.asked).toEqual(askedOf(testCatalogue));
    for (const seed of some([29, 0, 13], first)) expect(measureSeed(testCatalogue, seed)).toEqual(kept.figures[seed]);
  });

  it('finds the simulated market near real ones in every figure', () => {
    expect(card.rows.filter(({ near }) => !near)).toEqual([]);
  });

  it('finds falls that bring storms, as in shares of every real market', () => {
    for (const index of ['SPX', 'NDX']) {
      expect(rowOf(index, 'leverage')?.median).toBeLessThan(-0.05);
      expect(rowOf(index, 'leverage')?.median).toBeGreaterThan(-0.13);
    }
  });

  it('finds falls that are deeper than rises are high, as in both real series', () => {
    for (const index of ['SPX', 'NDX']) {
      const skews = kept.figures.map((seed) => seed[`${index}.skewness`] ?? 0);
      const { deviation } = moments(skews);
      expect(mean(skews)).toBeLessThan((-3 * deviation) / Math.sqrt(skews.length));
      expect(rowOf(index, 'skewness')?.median).toBeLessThan(-0.1);
      expect(rowOf(index, 'skewness')?.median).toBeGreaterThan(-0.5);
    }
  });

  it('says so where the model is far from the real market', () => {
    const apart = kept.figures.map((seed) => ({ ...seed, 'BTC/ETH.correlation': 0.7, 'SPX.kurtosis': 3 }));
    const found = scorecardOf({ ...kept, figures: apart });
    expect(rowOf('BTC/ETH', 'correlation', found)).toMatchObject({ real: 0.81, median: 0.7, near: false });
    expect(rowOf('SPX', 'kurtosis', found)?.near).toBe(false);
    expect(found.rows.filter(({ near }) => !near)).toHaveLength(2);
  });

  it('is the table of the model card', () => {
    expect(readFileSync('docs/model-card.md', 'utf8')).toContain(scorecardTable(card).join('\n'));
  });
});
