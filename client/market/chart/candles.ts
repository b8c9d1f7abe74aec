import type { CandleRow, Period } from '../../../contracts/market.contract';

/** The periods in the order of the toolbar. The time line is the second, drawn as a line. */
export const CHART_PERIODS: readonly Period[] = ['1s', '1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M', '1y'];

/** Periods below a day show hours on the axis. */
export const isIntraday = (period: Period): boolean => !['1d', '1w', '1M', '1y'].includes(period);

/** Two runs of candles as one: sorted by opening, the newer version of a candle wins. */
export function mergeCandles(older: readonly CandleRow[], newer: readonly CandleRow[]): CandleRow[] {
  const firstNew = newer[0];
  const lastOld = older.at(-1);
  if (firstNew === undefined) return [...older];
  if (lastOld === undefined || lastOld[0] < firstNew[0]) return [...older, ...newer];
  const byOpening = new Map([...older, ...newer].map((candle) => [candle[0], candle]));
  return [...byOpening.values()].sort((a, b) => a[0] - b[0]);
}

/** What a live candle does to the run: change its last, follow it, or come too late to matter. */
export function takeLive(candles: readonly CandleRow[], live: CandleRow): 'change' | 'append' | 'late' {
  const last = candles.at(-1);
  if (last === undefined || live[0] > last[0]) return 'append';
  return live[0] === last[0] ? 'change' : 'late';
}
