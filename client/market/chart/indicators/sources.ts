import type { Bar } from '../bars';
import type { IndicatorChoice, Source } from '../layout';
import type { IndicatorEntry } from './types';

/** Indicators that take one figure of each candle, so that another than the close may be chosen. */
const OF_ONE_FIGURE: ReadonlySet<string> = new Set([
  ...['sma', 'ema', 'wma', 'hma', 'dema', 'tema', 'smma', 'trima', 'zlema', 'alma', 'kama', 't3', 'vidya', 'mcginley'],
  ...['lsma', 'macd', 'trix', 'dpo', 'kst', 'coppock', 'rsi', 'stochasticRsi', 'roc', 'momentum', 'tsi', 'cmo', 'ppo'],
  ...['schaff', 'bollinger', 'envelope', 'bandWidth', 'percentB', 'stdDev', 'historicalVolatility', 'ulcer'],
]);

export const takesSource = (entry: IndicatorEntry): boolean => OF_ONE_FIGURE.has(entry.id);

/** The bar as such an indicator is to see it: its close is the figure that was chosen. */
export function sourced(bar: Bar, source: Source): Bar {
  if (source === 'close') return bar;
  return { ...bar, close: figureOf(bar, source) };
}

function figureOf({ open, high, low, close }: Bar, source: Source): number {
  if (source === 'hl2') return (high + low) / 2;
  if (source === 'hlc3') return (high + low + close) / 3;
  if (source === 'ohlc4') return (open + high + low + close) / 4;
  return { open, high, low, close }[source];
}

/** How charts write an indicator in short: `EMA 20 HL2`. */
export function shortTitle(entry: IndicatorEntry, { params, source }: IndicatorChoice): string {
  const read = source !== 'close' && takesSource(entry) ? [source.toUpperCase()] : [];
  return [entry.short, ...params, ...read].join(' ');
}
