import { useEffect, useState, type RefObject } from 'react';
import type { ContractPrice } from '../../../contracts/contract-candle.calls';
import type { CandleRow, Period } from '../../../contracts/market.contract';
import { candleFeed, type CandleFeed } from './candle-feed';
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
  price: ContractPrice | null,
  loadOlder: RefObject<() => void>,
): CandleLoading {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>(LOADING);
  useEffect(() => {
    const ending = new AbortController();
    let leave: () => void = () => undefined;
    setLoaded(LOADING);
    loadOlder.current = () => undefined;
    const feed = candleFeed(symbol, period, price);
    feed
      .page({ limit: PAGE }, ending.signal)
      .then(({ candles, beginsAt }) => {
        if (ending.signal.aborted) return;
        chart.current?.show(candles, period);
        const state = candles.length === 0 ? 'empty' : 'ready';
        setLoaded({ ...LOADING, state, firstAt: candles[0]?.[0] ?? null });
        if (!reachesBack(candles, beginsAt)) {
          loadOlder.current = olderLoader(chart, feed, ending.signal, (change) =>
            setLoaded((now) => ({ ...now, ...change })),
          );
        }
        leave = followLive(chart, feed, ending.signal, () =>
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
  }, [chart, symbol, period, price, attempt, loadOlder]);
  return { ...loaded, retry: () => setAttempt((now) => now + 1), retryOlder: () => loadOlder.current() };
}

/** Nothing is older than a page that begins where the history does. */
function reachesBack(candles: readonly CandleRow[], beginsAt: number): boolean {
  return (candles[0]?.[0] ?? 0) <= beginsAt;
}

/** Fetches the page before the first candle, one page at a time, until there is no more. */
function olderLoader(
  chart: Chart,
  feed: CandleFeed,
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
    feed
      .page({ before, limit: PAGE }, signal)
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
function followLive(chart: Chart, feed: CandleFeed, signal: AbortSignal, onCandle: () => void): () => void {
  let again = false;
  return feed.follow(
    (snapshot) => {
      for (const candle of snapshot) chart.current?.live(candle);
      if (again) {
        feed.page({ limit: PAGE }, signal).then(
          ({ candles }) => chart.current?.fill(candles),
          () => undefined,
        );
      }
      again = true;
    },
    (candle) => {
      chart.current?.live(candle);
      onCandle();
    },
  );
}
