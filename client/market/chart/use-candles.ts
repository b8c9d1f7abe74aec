import { useEffect, useState, type RefObject } from 'react';
import { getCandles } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import type { CandleRow, Period } from '../../../contracts/market.contract';
import { hear, join } from '../../lib/socket';
import type { PriceChart } from './price-chart';

const PAGE = 500;

export interface CandleLoading {
  state: 'loading' | 'ready' | 'empty' | 'failed';
  error: unknown;
  retry: () => void;
  /** The page of history that is fetched while scrolling back. */
  older: 'idle' | 'loading' | 'failed';
  retryOlder: () => void;
  /** Opening of the first candle; changes as history comes. */
  firstAt: number | null;
}

type Chart = RefObject<PriceChart | null>;
type Loaded = Omit<CandleLoading, 'retry' | 'retryOlder'>;
const LOADING: Loaded = { state: 'loading', error: null, older: 'idle', firstAt: null };

/** Feeds the chart: the newest page, older ones while scrolling back, and the live last candle. */
export function useCandles(
  chart: Chart,
  symbol: string,
  period: Period,
  loadOlder: RefObject<() => void>,
): CandleLoading {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>(LOADING);
  useEffect(() => {
    const ending = new AbortController();
    let leave: () => void = () => undefined;
    setLoaded(LOADING);
    loadOlder.current = () => undefined;
    api
      .call(getCandles, { symbol, period, limit: PAGE }, { signal: ending.signal })
      .then(({ candles, beginsAt }) => {
        if (ending.signal.aborted) return;
        chart.current?.show(candles, period);
        const state = candles.length === 0 ? 'empty' : 'ready';
        setLoaded({ ...LOADING, state, firstAt: candles[0]?.[0] ?? null });
        if (!reachesBack(candles, beginsAt)) {
          loadOlder.current = olderLoader(chart, symbol, period, ending.signal, (change) =>
            setLoaded((now) => ({ ...now, ...change })),
          );
        }
        leave = followLive(chart, symbol, period, ending.signal, () =>
          setLoaded((now) => (now.state === 'empty' ? { ...now, state: 'ready' } : now)),
        );
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setLoaded({ ...LOADING, state: 'failed', error });
      });
    return () => {
      ending.abort();
      leave();
    };
  }, [chart, symbol, period, attempt, loadOlder]);
  return { ...loaded, retry: () => setAttempt((now) => now + 1), retryOlder: () => loadOlder.current() };
}

/** Nothing is older than a page that begins where the history does. */
function reachesBack(candles: readonly CandleRow[], beginsAt: number): boolean {
  return (candles[0]?.[0] ?? 0) <= beginsAt;
}

/** Fetches the page before the first candle, one page at a time, until there is no more. */
function olderLoader(
  chart: Chart,
  symbol: string,
  period: Period,
  signal: AbortSignal,
  update: (change: Partial<Loaded>) => void,
): () => void {
  let busy = false;
  let ended = false;
  return () => {
    const before = chart.current?.rows[0]?.[0];
    if (busy || ended || before === undefined) return;
    busy = true;
    update({ older: 'loading' });
    api
      .call(getCandles, { symbol, period, before, limit: PAGE }, { signal })
      .then(({ candles, beginsAt }) => {
        if (signal.aborted) return;
        ended = reachesBack(candles, beginsAt);
        if (candles.length > 0) chart.current?.prepend(candles);
        update({ older: 'idle', firstAt: candles[0]?.[0] ?? before });
      })
      .catch(() => {
        if (!signal.aborted) update({ older: 'failed' });
      })
      .finally(() => (busy = false));
  };
}

/** The live last bar; after a reconnect the candles in between are fetched as well. */
function followLive(
  chart: Chart,
  symbol: string,
  period: Period,
  signal: AbortSignal,
  onCandle: () => void,
): () => void {
  let again = false;
  const leave = join(`candles:${symbol}:${period}`, { kind: 'candles', symbol, period }, (snapshot) => {
    for (const candle of snapshot as CandleRow[]) chart.current?.live(candle);
    if (again) {
      api.call(getCandles, { symbol, period, limit: PAGE }, { signal }).then(
        ({ candles }) => chart.current?.fill(candles),
        () => undefined,
      );
    }
    again = true;
  });
  const stop = hear('candles', (message) => {
    if (message.symbol !== symbol || message.period !== period) return;
    chart.current?.live(message.candle);
    onCandle();
  });
  return () => {
    stop();
    leave();
  };
}
