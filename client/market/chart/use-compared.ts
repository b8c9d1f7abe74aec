import { useEffect, type RefObject } from 'react';
import { getCandles } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import type { CandleRow, Period } from '../../../contracts/market.contract';
import { hear, join } from '../../lib/socket';
import type { PriceChart } from './price-chart';

const PAGE = 1500;
const REDRAW_MS = 1000;

/** Colours of compared instruments, after those that indicators begin with. */
export const COMPARE_COLOURS = [1, 5, 2] as const;

/** Lays other instruments over the chart, as far back as the chart's own history reaches, and follows them live. */
export function useCompared(
  chart: RefObject<PriceChart | null>,
  symbols: readonly string[],
  period: Period,
  firstAt: number | null,
): void {
  const key = symbols.join(',');
  useEffect(() => {
    const wanted = key === '' ? [] : key.split(',');
    chart.current?.keepCompared(wanted);
    if (firstAt === null) return;
    const ending = new AbortController();
    const leaves = wanted.map((symbol, at) =>
      follow(chart, symbol, period, firstAt, COMPARE_COLOURS[at] ?? 0, ending.signal),
    );
    return () => {
      ending.abort();
      for (const leave of leaves) leave();
    };
  }, [chart, key, period, firstAt]);
}

function follow(
  chart: RefObject<PriceChart | null>,
  symbol: string,
  period: Period,
  firstAt: number,
  colour: number,
  signal: AbortSignal,
): () => void {
  const closes = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const redraw = () => {
    timer = undefined;
    if (!signal.aborted) chart.current?.showCompared(symbol, colour, closes);
  };
  const take = (candle: CandleRow) => {
    closes.set(candle[0], Number(candle[4]));
    // Every redraw lays the whole line; once a second is as live as a comparison needs.
    timer ??= setTimeout(redraw, REDRAW_MS);
  };
  void loadSince(symbol, period, firstAt, signal, (candles) => {
    for (const candle of candles) closes.set(candle[0], Number(candle[4]));
    redraw();
  });
  const leave = join(`compared:${symbol}:${period}`, { kind: 'candles', symbol, period }, (snapshot) => {
    for (const candle of snapshot as CandleRow[]) take(candle);
  });
  const stop = hear('candles', (message) => {
    if (message.symbol === symbol && message.period === period) take(message.candle);
  });
  return () => {
    clearTimeout(timer);
    stop();
    leave();
  };
}

/** Pages back until the instant is reached; a page that fails ends it, and the line begins later. */
async function loadSince(
  symbol: string,
  period: Period,
  firstAt: number,
  signal: AbortSignal,
  take: (candles: CandleRow[]) => void,
): Promise<void> {
  let before: number | undefined;
  try {
    while (!signal.aborted) {
      const query = { symbol, period, limit: PAGE, ...(before !== undefined && { before }) };
      const { candles, beginsAt } = await api.call(getCandles, query, { signal });
      if (signal.aborted) return;
      take(candles);
      const first = candles[0]?.[0];
      if (first === undefined || first <= Math.max(firstAt, beginsAt)) return;
      before = first;
    }
  } catch {
    return;
  }
}
