import { useEffect } from 'react';
import { create } from 'zustand';
import type { PublicTradeView } from '../../contracts/market.contract';
import { perFrame } from '../lib/frame';
import { hear, join } from '../lib/socket';

const KEPT = 60;

/** The last public trades of the symbol on the screen, newest first; `null` until the snapshot. */
export const useTape = create<{ trades: PublicTradeView[] | null }>(() => ({ trades: null }));

const newestFirst = (trades: PublicTradeView[]): PublicTradeView[] =>
  [...new Map(trades.map((trade) => [trade.id, trade])).values()].sort((a, b) => b.at - a.at).slice(0, KEPT);

/** Follows one symbol's tape. */
export function useTapeFeed(symbol: string): void {
  useEffect(() => {
    useTape.setState({ trades: null });
    let current: PublicTradeView[] | null = null;
    const show = perFrame(() => useTape.setState({ trades: current }));
    const leave = join(`trades:${symbol}`, { kind: 'trades', symbol }, (snapshot) => {
      current = newestFirst(snapshot as PublicTradeView[]);
      show();
    });
    const stop = hear('trades', (message) => {
      if (message.symbol !== symbol || current === null) return;
      current = newestFirst([...message.trades, ...current]);
      show();
    });
    return () => {
      stop();
      leave();
    };
  }, [symbol]);
}
