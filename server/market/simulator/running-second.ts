import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from './beats.js';
import type { Candle } from './candles.js';
import type { MarketSource } from './market-source.js';
import { periodStart, type Period } from './periods.js';

type Source = Pick<MarketSource, 'outlines' | 'priceTicksAt' | 'trades'>;

/**
 * Candles up to the beat that runs, as tickers and books show it: those of the whole seconds before it, with the beats and the tape of
 * the second that is not over.
 */
export function withRunningSecond(
  source: Source,
  symbol: string,
  period: Period,
  candles: readonly Candle[],
  now: Instant,
): readonly Candle[] {
  const running = runningSecond(source, symbol, now);
  if (running === undefined) return candles;
  const openAt = periodStart(period, running.openAt / 1000) * 1000;
  const last = candles.at(-1);
  if (last?.openAt !== openAt) return [...candles, { ...running, openAt }];
  return [
    ...candles.slice(0, -1),
    {
      ...last,
      highTicks: Math.max(last.highTicks, running.highTicks),
      lowTicks: Math.min(last.lowTicks, running.lowTicks),
      closeTicks: running.closeTicks,
      volumeLots: last.volumeLots + running.volumeLots,
      trades: last.trades + running.trades,
    },
  ];
}

/** `undefined` while the market is shut, or where no seed is known. */
function runningSecond(source: Source, symbol: string, now: Instant): Candle | undefined {
  const openAt = now - (now % 1000);
  if (source.outlines(symbol, '1s', { fromMs: openAt, toMs: openAt + 1000 }).length === 0) return undefined;
  const shownTo = now - (now % BEAT_MS);
  const ticks: number[] = [];
  for (let at = openAt; at <= shownTo; at += BEAT_MS) ticks.push(source.priceTicksAt(symbol, at));
  const tape = source.trades(symbol, openAt, shownTo);
  return {
    openAt,
    openTicks: ticks[0] as number,
    highTicks: Math.max(...ticks),
    lowTicks: Math.min(...ticks),
    closeTicks: ticks.at(-1) as number,
    volumeLots: tape.reduce((sum, { lots }) => sum + lots, 0),
    trades: tape.length,
  };
}
