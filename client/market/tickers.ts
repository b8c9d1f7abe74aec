import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { getTickers } from '../../contracts/market.calls';
import { api } from '../lib/api';
import type { TickerView } from '../../contracts/market.contract';
import { perFrame } from '../lib/frame';
import { hear, join, type Snapshot } from '../lib/socket';
import { marketKeys } from './keys';

interface Tickers {
  /** One map for the page's life, changed in place; `version` counts its changes. */
  bySymbol: Map<string, TickerView>;
  version: number;
}

const useTickers = create<Tickers>(() => ({ bySymbol: new Map(), version: 0 }));
const incoming = new Map<string, TickerView>();

const flush = perFrame(() => {
  const { bySymbol, version } = useTickers.getState();
  for (const [symbol, ticker] of incoming) bySymbol.set(symbol, ticker);
  incoming.clear();
  useTickers.setState({ version: version + 1 });
});

function take(tickers: readonly TickerView[]): void {
  for (const ticker of tickers) incoming.set(ticker.symbol, ticker);
  flush();
}

/** Merges the tickers of a call; later ones of the socket stay. */
function seedTickers(tickers: readonly TickerView[]): void {
  const { bySymbol } = useTickers.getState();
  take(tickers.filter(({ symbol, at }) => at > ((incoming.get(symbol) ?? bySymbol.get(symbol))?.at ?? 0)));
}

/** Every ticker by call, now and then: for sorting and sizes, while the rows in sight are live by socket. */
export function useAllTickers(everyMs: number) {
  const query = useQuery({
    queryKey: marketKeys.tickers(),
    queryFn: () => api.call(getTickers),
    refetchInterval: everyMs,
    // The rows take them up one by one; comparing all of them with the answer before would cost more than it saves.
    structuralSharing: false,
  });
  useEffect(() => seedTickers(query.data ?? []), [query.data]);
  return query;
}

/** What each mounted view wants to hear of: symbols, or everything. */
const wanted = new Map<string, readonly string[] | 'all'>();
let leave: (() => void) | null = null;
let subscribed = '';
let listening = false;

function resubscribe(): void {
  if (!listening) hear('tickers', take);
  listening = true;
  const all = [...wanted.values()].includes('all');
  const symbols = all ? [] : [...new Set([...wanted.values()].flat())].sort();
  const name = all ? 'all' : symbols.join(',');
  if (name === subscribed) return;
  subscribed = name;
  if (name === '') {
    leave?.();
    leave = null;
    return;
  }
  leave = join('tickers', all ? { kind: 'tickers' } : { kind: 'tickers', symbols }, (snapshot: Snapshot) =>
    take(snapshot as TickerView[]),
  );
}

/** Keeps the tickers of these symbols live while the view is mounted. */
export function useTickerFeed(symbols: readonly string[] | 'all'): void {
  const id = useId();
  const key = symbols === 'all' ? 'all' : symbols.join(',');
  useEffect(() => {
    wanted.set(id, key === 'all' ? 'all' : key.split(',').filter(Boolean));
    queueMicrotask(resubscribe);
    return () => {
      wanted.delete(id);
      queueMicrotask(resubscribe);
    };
  }, [id, key]);
}

/** One symbol's ticker, or one figure of it; renders again only when that changed. */
export function useTicker(symbol: string): TickerView | undefined;
export function useTicker<Name extends keyof TickerView>(symbol: string, name: Name): TickerView[Name] | undefined;
export function useTicker(symbol: string, name?: keyof TickerView) {
  return useTickers(({ bySymbol }) => (name === undefined ? bySymbol.get(symbol) : bySymbol.get(symbol)?.[name]));
}

/** All tickers as they are now, for sorting now and then; not a subscription. */
export const tickersNow = (): ReadonlyMap<string, TickerView> => useTickers.getState().bySymbol;
