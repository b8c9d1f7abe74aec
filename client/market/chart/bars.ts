import type { CandleRow } from '../../../contracts/market.contract';

/** A candle as numbers: canvas and indicators draw, they do not settle, so floats are fine here. `at` in milliseconds. */
export interface Bar {
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export function barOf([at, open, high, low, close, volume]: CandleRow): Bar {
  return {
    at,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}

/** One Heikin-Ashi candle after the one before: the mean of the candle, opened in the middle of its predecessor. */
function heikinAshi(bar: Bar, before: Bar | undefined): Bar {
  const close = (bar.open + bar.high + bar.low + bar.close) / 4;
  const open = before === undefined ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2;
  return { ...bar, open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
}

export function heikinAshiRun(bars: readonly Bar[]): Bar[] {
  const run: Bar[] = [];
  for (const bar of bars) run.push(heikinAshi(bar, run.at(-1)));
  return run;
}

/** The place of an instant among bars sorted by opening: whole at openings, between them by share, beyond by `stepMs`. */
export function indexAt(bars: readonly { at: number }[], at: number, stepMs: number): number {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (at <= first.at) return (at - first.at) / stepMs;
  if (at >= last.at) return bars.length - 1 + (at - last.at) / stepMs;
  let [low, high] = [0, bars.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (bars[middle]!.at <= at) low = middle;
    else high = middle;
  }
  const [left, right] = [bars[low]!.at, bars[high]!.at];
  return low + (at - left) / (right - left);
}

/** The instant at a place, the inverse of `indexAt`. */
export function instantAt(bars: readonly { at: number }[], index: number, stepMs: number): number {
  const last = bars.length - 1;
  if (last < 0) return 0;
  if (index <= 0) return Math.round(bars[0]!.at + index * stepMs);
  if (index >= last) return Math.round(bars[last]!.at + (index - last) * stepMs);
  const low = Math.floor(index);
  return Math.round(bars[low]!.at + (index - low) * (bars[low + 1]!.at - bars[low]!.at));
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** How long a candle lasts; months and years by their mean, for drawing into the future. */
export const STEP_MS = {
  '1s': 1000,
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': DAY,
  '1w': 7 * DAY,
  '1M': 30.4375 * DAY,
  '1y': 365.25 * DAY,
} as const;
