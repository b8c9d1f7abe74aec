import type { BookView } from '../../contracts/market.contract';
import type { BookDiff } from '../../contracts/stream.contract';
import { applyDiff, bookFromSnapshot, type Book } from './book';

const HELD_DIFFS = 200;

/**
 * Keeps a book in step with its stream: a snapshot, then diffs numbered without gaps. Diffs that overtake their snapshot are held
 * until it comes; a missing number requests a fresh snapshot once, and the old book stays on the screen meanwhile.
 */
export class BookFollower {
  book: Book | null = null;
  /** Diffs that wait for a snapshot; `null` while none is awaited. */
  private held: BookDiff[] | null = [];

  constructor(
    private readonly symbol: string,
    private readonly requestSnapshot: () => void,
  ) {}

  snapshot(view: BookView): void {
    if (view.symbol !== this.symbol) return;
    const waiting = this.held ?? [];
    this.book = bookFromSnapshot(view);
    this.held = null;
    for (const diff of waiting) this.diff(diff);
  }

  diff(diff: BookDiff): void {
    if (diff.symbol !== this.symbol) return;
    if (this.book === null || this.held !== null) {
      this.held = [...(this.held ?? []), diff].slice(-HELD_DIFFS);
      return;
    }
    const outcome = applyDiff(this.book, diff);
    if (outcome.kind === 'applied') this.book = outcome.book;
    if (outcome.kind === 'gap') {
      this.held = [diff];
      this.requestSnapshot();
    }
  }
}
