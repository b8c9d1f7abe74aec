import { describe, expect, it } from '@jest/globals';
import type { NewCoinListed } from '../features/subscription/subscription.events.js';
import { openingStep } from '../market/new-coin/opening-draw.js';
import { keyOf } from '../market/simulator/chacha.js';
import { DEFAULT_EPOCH_MS, effectiveSeed } from '../market/simulator/epochs.js';
import { auditNewCoins } from './new-coin.check.js';

const [SEED, BEACON] = ['0a'.repeat(32), '0b'.repeat(32)];
const DATE = '2028-02-29';
const EPOCH = Date.parse(`${DATE}T00:00:00Z`) / DEFAULT_EPOCH_MS;
const EFFECTIVE = effectiveSeed(SEED, BEACON);
const STEP = openingStep(keyOf(EFFECTIVE), 'NOVA', DATE, 91);
const LISTED = {
  coin: 'NOVA',
  spec: { listedAt: DATE },
  seed: EFFECTIVE,
  epoch: EPOCH - 1,
  openEpoch: EPOCH,
  openStep: STEP,
} as NewCoinListed;
const promised = (seed: string | null) => [EPOCH - 1, EPOCH].map((epoch) => ({ epoch, seed, beacon: BEACON }));

const audited = (change: Partial<NewCoinListed>, seed: string | null = SEED) =>
  auditNewCoins(promised(seed), DEFAULT_EPOCH_MS, [
    { realm: 'real', position: 7, data: { ...LISTED, ...change }, openMin: '0.5', openMax: '1.4' },
  ]);

describe('the audit of listings of new coins', () => {
  it('draws the opening price again, and finds the seed of the ties', () => {
    expect(audited({})).toEqual({ checked: 1, differences: [] });
  });

  it('finds another step, another epoch and another seed', () => {
    expect(audited({ openStep: (STEP + 1) % 91 }).differences).toMatchObject([
      { what: 'new-coin', expected: `NOVA step ${STEP}`, found: `NOVA step ${(STEP + 1) % 91}` },
    ]);
    expect(audited({ openEpoch: EPOCH + 1 }).differences).toHaveLength(1);
    expect(audited({ seed: '0c'.repeat(32) }).differences).toHaveLength(1);
    expect(audited({ epoch: EPOCH }).differences).toHaveLength(1);
  });

  it('leaves out what no revealed seed can give', () => {
    expect(audited({ openStep: 99 }, null)).toEqual({ checked: 0, differences: [] });
  });

  it('draws each of the steps about as often', () => {
    const counts = new Array<number>(91).fill(0);
    for (let n = 0; n < 18_200; n += 1) {
      const step = openingStep(keyOf(EFFECTIVE), `C${n}`, DATE, 91);
      counts[step] = (counts[step] ?? 0) + 1;
    }
    expect(counts).toHaveLength(91);
    // Chi-squared with 90 degrees of freedom: 99.9% lie below 137.2.
    expect(counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)).toBeLessThan(137.2);
  });
});
