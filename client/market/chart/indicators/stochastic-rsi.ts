import { RSI } from 'trading-signals';
import type { Bar } from '../bars';
import { mean } from './own';
import type { Values } from './types';

/**
 * Where the RSI stands between its lowest and highest of late, 0 to 100, smoothed twice (Chande and Kroll, The New Technical
 * Trader, 1994, with the smoothing that charts show today). The library's own mixes scales where the RSI stands still.
 */
export function stochasticRsi(bars: readonly Bar[], params: readonly number[]): Values[] {
  const [length = 14, window = 14, kLength = 3, dLength = 3] = params;
  const rsi = new RSI(length);
  const strengths = bars.map((bar) => rsi.add(bar.close));
  const raw = strengths.map((now, at) => {
    const seen = strengths.slice(Math.max(0, at - window + 1), at + 1).filter((value) => value !== null);
    if (now === null || seen.length < window) return null;
    const [low, high] = [Math.min(...seen), Math.max(...seen)];
    return high === low ? 0 : (100 * (now - low)) / (high - low);
  });
  const k = smoothed(raw, kLength);
  const d = smoothed(k, dLength);
  return bars.map((_, at) => [k[at] ?? null, d[at] ?? null]);
}

function smoothed(values: readonly (number | null)[], length: number): (number | null)[] {
  return values.map((_, at) => {
    const seen = values.slice(Math.max(0, at - length + 1), at + 1).filter((value) => value !== null);
    return seen.length < length ? null : mean(seen);
  });
}
