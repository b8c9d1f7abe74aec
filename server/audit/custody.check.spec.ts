import { describe, expect, it } from '@jest/globals';
import { rateOfStep } from '../../shared/custody.js';
import type { CustodyRateRevealed } from '../features/custody/custody.events.js';
import { custodyStep } from '../market/custody/custody-draw.js';
import { keyOf } from '../market/simulator/chacha.js';
import { DEFAULT_EPOCH_MS, effectiveSeed } from '../market/simulator/epochs.js';
import { auditCustodyRates } from './custody.check.js';

const [SEED, BEACON] = ['0a'.repeat(32), '0b'.repeat(32)];
const DATE = '2028-02-29';
const DAY = Date.parse(`${DATE}T00:00:00Z`) / 86_400_000;
const EPOCH = DAY * 6;
const BAND = { productId: 'flat', rateMin: '0.003', rateMax: '0.005' } as const;
const RATE = rateOfStep(BAND, custodyStep(keyOf(effectiveSeed(SEED, BEACON)), 'flat', DAY, 21));
const next = { nextDate: '2028-03-01', nextRevealsAt: 0 };
const promised = (epoch: number, seed: string | null) => [{ epoch, seed, beacon: BEACON }];

const audited = (change: Partial<CustodyRateRevealed>, epochs = promised(EPOCH, SEED)) => {
  const data = { date: DATE, epoch: EPOCH, rates: [{ ...BAND, rate: RATE }], ...next, ...change };
  return auditCustodyRates(epochs, DEFAULT_EPOCH_MS, [{ realm: 'real', position: 7, data }]);
};

describe('the audit of daily rates', () => {
  it('draws each rate again from the seed of the epoch that contains its 00:00 UTC', () => {
    expect(audited({})).toEqual({ checked: 1, differences: [] });
  });

  it('finds another rate, and another epoch', () => {
    const other = RATE === '0.003' ? '0.0031' : '0.003';
    expect(audited({ rates: [{ ...BAND, rate: other }] }).differences).toMatchObject([
      { what: 'custody', realm: 'real', position: 7, expected: `flat ${RATE}`, found: `flat ${other}` },
    ]);
    expect(audited({ epoch: EPOCH + 1 }).differences).toHaveLength(1);
  });

  it('leaves out what no revealed seed can give', () => {
    expect(audited({}, promised(EPOCH, null))).toEqual({ checked: 0, differences: [] });
    expect(audited({}, promised(EPOCH + 1, SEED)).checked).toBe(0);
  });
});
