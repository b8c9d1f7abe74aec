import { useEffect } from 'react';
import { create } from 'zustand';
import type { PublicTradeView } from '../../contracts/market.contract';
import { perFrame } from '../lib/frame';
import { hear, join } from '../lib/socket';
import { withNews } from './tape';

/** The last public trades of the symbol on the screen, newest first; `null` until the snapshot. */
export const useTape = create<{ trades: PublicTradeView[] | null }>(() => ({ trades: null }));

/** Follows one symbol's tape. */
export function useTapeFeed(symbol: string): void {
  useEffect(() => {
    useTape.setState({ trades: null });
    let current: PublicTradeView[] | null = null;
    const show = perFrame(() => useTape.setState({ trades: current }));
    const leave = join(`trades:${symbol}`, { kind: 'trades', symbol }, (snapshot) => {
      current = withNews([], snapshot as PublicTradeView[]);
      show();
    });
    const stop = hear('trades', (message) => {
      if (message.symbol !== symbol || current === null) return;
      current = withNews(current, message.trades);
      show();
    });
    return () => {
      stop();
      leave();
    };
  }, [symbol]);
}
