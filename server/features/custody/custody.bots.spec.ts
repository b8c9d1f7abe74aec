import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { datesFrom, datesNotBegun, firstDateOf, interestOf, penaltyOf, rateOfStep } from '../../../shared/custody.js';
import { startOf } from '../../../shared/utc-date.js';
import { amount, ZERO } from '../../../shared/money.js';
import { COMMIT_AHEAD_MS } from '../../market/simulator/epochs.js';

/**
 * Standing bots against custody. Each holds an order of 1,000 USDT over random rates, sees every rate that is revealed and nothing else, and
 * must not end with more than the published interest of the dates that it held.
 */
const PRINCIPAL = '1000';
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const MIDNIGHT = Date.parse('2028-02-28T00:00:00Z');
const BAND = { rateMin: '0.003', rateMax: '0.005' };
const TERMS = {
  flat: { principal: PRINCIPAL, penalty: 'flat', penaltyRate: '0.05' },
  daily: { principal: PRINCIPAL, penalty: 'remaining-days', penaltyRate: '0.004' },
} as const;

const weeks = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 7, maxLength: 7 });
const products = fc.constantFrom('flat', 'daily');

/** What a bot has gained that buys at an instant and redeems at another; it is approved at once. */
function gain(product: keyof typeof TERMS, rates: readonly string[], boughtAt: number, endsAt: number): bigint {
  const dates = datesFrom(firstDateOf(boughtAt), 7);
  const known = rates.filter((_, n) => startOf(dates[n] ?? '') + 4 * HOUR_MS <= endsAt);
  const penalty = known.length === 7 ? '0' : penaltyOf(TERMS[product], datesNotBegun(dates, endsAt));
  return amount(interestOf(PRINCIPAL, known)) - amount(penalty);
}

const ratesOf = (steps: readonly number[]): string[] => steps.map((step) => rateOfStep(BAND, step));
const published = (rates: readonly string[]): bigint => amount(interestOf(PRINCIPAL, rates));

describe('bots against custody', () => {
  it('never earn a rate that the holder of the seed knew: its epoch may be committed to from then on', () => {
    fc.assert(
      fc.property(fc.integer({ min: -DAY_MS, max: DAY_MS }), (later) => {
        const boughtAt = MIDNIGHT + later;
        const [first = ''] = datesFrom(firstDateOf(boughtAt), 7);
        return startOf(first) - COMMIT_AHEAD_MS > boughtAt;
      }),
    );
  });

  it('gain nothing by buying just before midnight: seven dates count, as a moment later', () => {
    fc.assert(
      fc.property(weeks, products, (steps, product) => {
        const rates = ratesOf(steps);
        const end = MIDNIGHT + 6 * DAY_MS + 4 * HOUR_MS;
        const before = gain(product, rates, MIDNIGHT - COMMIT_AHEAD_MS - 1, end);
        const after = gain(product, rates, MIDNIGHT, end + DAY_MS);
        return before === published(rates) && after === published(rates);
      }),
    );
  });

  it('lose the penalty by redeeming at once', () => {
    expect(gain('flat', ratesOf([20, 20, 20, 20, 20, 20, 20]), MIDNIGHT, MIDNIGHT)).toBe(-amount('50'));
    expect(gain('daily', ratesOf([20, 20, 20, 20, 20, 20, 20]), MIDNIGHT, MIDNIGHT)).toBe(-amount('28'));
  });

  it('gain no more than the published interest by redeeming after any rate is known', () => {
    fc.assert(
      fc.property(weeks, products, fc.integer({ min: 0, max: 7 * 24 }), (steps, product, hours) => {
        const rates = ratesOf(steps);
        return gain(product, rates, MIDNIGHT, MIDNIGHT + hours * HOUR_MS) <= published(rates);
      }),
    );
  });

  it('gain less by redeeming than by waiting, however the known rates came out', () => {
    fc.assert(
      fc.property(weeks, products, fc.integer({ min: 1, max: 6 }), (steps, product, known) => {
        // Rates to come are the lowest that there are: the worst for who waits.
        const rates = ratesOf(steps.map((step, n) => (n < known ? step : 0)));
        const at = MIDNIGHT + known * DAY_MS + 4 * HOUR_MS;
        return gain(product, rates, MIDNIGHT, at) < published(rates);
      }),
    );
  });

  it('gain nothing by buying again and again for the first rate alone', () => {
    fc.assert(
      fc.property(weeks, products, (steps, product) => {
        const at = MIDNIGHT + DAY_MS + 4 * HOUR_MS;
        return gain(product, ratesOf(steps), MIDNIGHT, at) < ZERO;
      }),
    );
  });
});
