import { useEffect } from 'react';
import { create } from 'zustand';
import type { BookView } from '../../contracts/market.contract';
import { perFrame } from '../lib/frame';
import { hear, join, resync } from '../lib/socket';
import type { Book } from './book';
import { BookFollower } from './book-follower';

/** The book of the symbol on the screen; `null` until its first snapshot. */
export const useBook = create<{ book: Book | null }>(() => ({ book: null }));

/** Follows one symbol's book into the store, once a frame at most. */
export function useBookFeed(symbol: string): void {
  useEffect(() => {
    useBook.setState({ book: null });
    const name = `book:${symbol}`;
    const follower = new BookFollower(symbol, () => resync(name));
    let left = false;
    const show = perFrame(() => {
      if (!left) useBook.setState({ book: follower.book });
    });
    const leave = join(name, { kind: 'book', symbol }, (snapshot) => {
      follower.snapshot(snapshot as BookView);
      show();
    });
    const stop = hear('book', (diff) => {
      follower.diff(diff);
      show();
    });
    return () => {
      left = true;
      stop();
      leave();
    };
  }, [symbol]);
}
