import { rateOfStep, stepsOfBand } from '../../../shared/custody.js';
import { startOf } from '../../../shared/utc-date.js';
import { CustodyRates, type RateBand } from '../../core/ports/custody-rates.js';
import type { CustodyRules } from './custody.commands.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** An epoch lasts four hours, so a date's rate is revealed at 04:00 UTC. */
const EPOCH_MS = 4 * HOUR_MS;

export const CAPS = { name: 'risk.caps', version: 1, inputs: { class: 'balanced', cap: '50000' } };

/** Rules as the policy seeds them; tests change what they are about. */
export const RULES: CustodyRules = {
  cycleDays: 7,
  rateMin: '0.003',
  rateMax: '0.005',
  flatForSale: true,
  flatMinUsdt: '100',
  flatMaxUsdt: '50000',
  flatQuotaUsdt: '200000',
  flatPenalty: '0.05',
  dailyForSale: true,
  dailyMinUsdt: '100',
  dailyMaxUsdt: '50000',
  dailyQuotaUsdt: '200000',
  dailyPenalty: '0.004',
  vipForSale: true,
  vipMinUsdt: '10000',
  vipMaxUsdt: '100000',
  vipQuotaUsdt: '300000',
  vipPenalty: '0.004',
  vipAverageUsdt: '50000',
  vipAverageDays: 30,
  grantUsdt: '5000000',
};

/** Rates that the day alone says: each date is a step above the one before, and begins again after the highest. */
export class SteppedRates extends CustodyRates {
  epochOf(date: string) {
    const epoch = startOf(date) / EPOCH_MS;
    return { epoch, revealsAt: startOf(date) + EPOCH_MS };
  }

  rateOf(_: string, date: string, band: RateBand): string {
    return rateOfStep(band, (startOf(date) / DAY_MS) % stepsOfBand(band));
  }
}
