import { useEffect } from 'react';
import { create } from 'zustand';
import type { BookView } from '../../contracts/market.contract';
import type { BookDiff } from '../../contracts/stream.contract';
import { perFrame } from '../lib/frame';
import { hear, join, resync } from '../lib/socket';
import { applyDiff, bookFromSnapshot, type Book } from './book';

/** The book of the symbol on the screen; `null` until its first snapshot. */
export const useBook = create<{ book: Book | null; resyncs: number }>(() => ({ book: null, resyncs: 0 }));

/** Follows one symbol's book: snapshot, then numbered diffs; a gap asks for a fresh snapshot. */
export function useBookFeed(symbol: string): void {
  useEffect(() => {
    useBook.setState({ book: null });
    const name = `book:${symbol}`;
    let current: Book | null = null;
    let waitingForSnapshot = true;
    const show = perFrame(() => {
      if (current?.symbol === symbol) useBook.setState({ book: current });
    });
    const leave = join(name, { kind: 'book', symbol }, (snapshot) => {
      current = bookFromSnapshot(snapshot as BookView);
      waitingForSnapshot = false;
      show();
    });
    const stop = hear('book', (diff: BookDiff) => {
      if (diff.symbol !== symbol || current === null || waitingForSnapshot) return;
      const outcome = applyDiff(current, diff);
      if (outcome.kind === 'applied') current = outcome.book;
      if (outcome.kind === 'gap') {
        waitingForSnapshot = true;
        useBook.setState(({ resyncs }) => ({ resyncs: resyncs + 1 }));
        resync(name);
      }
      show();
    });
    return () => {
      stop();
      leave();
      current = null;
    };
  }, [symbol]);
}
