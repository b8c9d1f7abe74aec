import { useEffect } from 'react';
import { create } from 'zustand';
import type { BookView } from '../../contracts/market.contract';
import type { BookDiff } from '../../contracts/stream.contract';
import { perFrame } from '../lib/frame';
import { hear, join, resync } from '../lib/socket';
import { applyDiff, bookFromSnapshot, type Book } from './book';

/** The book of the symbol on the screen; `null` until its first snapshot. */
export const useBook = create<{ book: Book | null; resyncs: number }>(() => ({ book: null, resyncs: 0 }));

const HELD_DIFFS = 200;

/** Follows one symbol's book: snapshot, then numbered diffs; a gap asks for a fresh snapshot. */
export function useBookFeed(symbol: string): void {
  useEffect(() => {
    useBook.setState({ book: null });
    const name = `book:${symbol}`;
    let current: Book | null = null;
    // Diffs that overtake their snapshot are held until it comes; `null` while nothing is awaited.
    let held: BookDiff[] | null = [];
    const show = perFrame(() => {
      if (current?.symbol === symbol) useBook.setState({ book: current });
    });
    const take = (diff: BookDiff) => {
      if (current === null || held !== null) return void (held = [...(held ?? []), diff].slice(-HELD_DIFFS));
      const outcome = applyDiff(current, diff);
      if (outcome.kind === 'applied') current = outcome.book;
      if (outcome.kind === 'gap') {
        held = [diff];
        useBook.setState(({ resyncs }) => ({ resyncs: resyncs + 1 }));
        resync(name);
      }
    };
    const leave = join(name, { kind: 'book', symbol }, (snapshot) => {
      const waiting = held ?? [];
      current = bookFromSnapshot(snapshot as BookView);
      held = null;
      waiting.forEach(take);
      show();
    });
    const stop = hear('book', (diff) => {
      if (diff.symbol !== symbol) return;
      take(diff);
      show();
    });
    return () => {
      stop();
      leave();
      current = null;
    };
  }, [symbol]);
}
