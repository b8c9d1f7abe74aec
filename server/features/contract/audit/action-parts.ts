import type { Book } from '../../../trading/matching/book.js';
import type { BookFact } from '../../../trading/venue/book.facts.js';

/** Facts of a book by which orders are filled or come to act. */
const REACHED: ReadonlySet<BookFact['type']> = new Set(['OrderMatched', 'OrderTriggered', 'OrderTrailed']);

interface Running {
  readonly actionId: string;
  /** Who had lots open when it began, and has not had their part. */
  readonly waiting: Set<string>;
}

/** A dividend or split of the share comes before all else of a beat: between its first part and its last, nothing is traded or liquidated. */
export class ActionParts {
  private readonly running = new Map<string, Running>();

  book(symbol: string, { type, data }: BookFact, book: Book): string | undefined {
    if (type === 'OrdersSplit') this.begin(symbol, data.actionId, book);
    return REACHED.has(type) ? this.reached(symbol, book) : undefined;
  }

  /** One owner has their part. */
  part(symbol: string, ownerId: string, actionId: string, book: Book): void {
    this.begin(symbol, actionId, book).waiting.delete(ownerId);
  }

  /** A split closed what made no whole lot. Of whom nothing is left, what they open later has no part in it. */
  closed(symbol: string, ownerId: string, { positions }: Book): void {
    if (!positions?.names().includes(ownerId)) this.running.get(symbol)?.waiting.delete(ownerId);
  }

  /** A liquidation, a warning, or what reaches orders. */
  reached(symbol: string, { positions }: Book): string | undefined {
    const running = this.running.get(symbol);
    if (running === undefined || running.waiting.size === 0) return undefined;
    const open = new Set(positions?.names());
    const left = [...running.waiting].filter((owner) => open.has(owner));
    return left.length === 0 ? undefined : `${left.join(', ')} had no part yet of ${running.actionId}`;
  }

  private begin(symbol: string, actionId: string, { positions }: Book): Running {
    const known = this.running.get(symbol);
    if (known?.actionId === actionId) return known;
    const running = { actionId, waiting: new Set(positions?.names()) };
    this.running.set(symbol, running);
    return running;
  }
}
