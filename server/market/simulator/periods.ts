import { PERIODS, type Period } from '../../../contracts/market.contract.js';
import { DAY_SECONDS, dateOf, dayOf } from './civil.js';

export { PERIODS, type Period };

/** Lengths of the uniform periods in seconds; months and years follow the calendar. */
const LENGTHS: Record<Exclude<Period, '1M' | '1y'>, number> = {
  '1s': 1,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '4h': 14_400,
  '1d': DAY_SECONDS,
  '1w': 7 * DAY_SECONDS,
};

/** 1970-01-05 was a Monday. */
const MONDAY = 4 * DAY_SECONDS;

/** The UTC second at which the candle of `period` that holds `second` opens. Weeks start on Monday. */
export function periodStart(period: Period, second: number): number {
  if (period === '1M' || period === '1y') {
    const { year, month } = dateOf(Math.floor(second / DAY_SECONDS));
    return dayOf(year, period === '1y' ? 1 : month, 1) * DAY_SECONDS;
  }
  const length = LENGTHS[period];
  const phase = period === '1w' ? MONDAY : 0;
  return Math.floor((second - phase) / length) * length + phase;
}

/** The second at which the candle that opens at `start` ends. */
export function periodEnd(period: Period, start: number): number {
  if (period === '1M' || period === '1y') {
    const { year, month } = dateOf(Math.floor(start / DAY_SECONDS));
    if (period === '1y') return dayOf(year + 1, 1, 1) * DAY_SECONDS;
    return (month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)) * DAY_SECONDS;
  }
  return start + LENGTHS[period];
}

/** About how long `count` candles are; never less than they are. */
export function spanSeconds(period: Period, count: number): number {
  if (period === '1M') return count * 31 * DAY_SECONDS;
  if (period === '1y') return count * 366 * DAY_SECONDS;
  return count * LENGTHS[period];
}
