import { amount, type Amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { UserTrades } from '../../market/runtime/tickers.js';
import { HOUSE } from '../matching/book.js';
import type { OrderMatched } from '../venue/book.facts.js';
import type { BookKind } from '../venue/book.state.js';
import { keyOf } from './public-books.js';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

type Sums = Omit<UserTrades, 'last'>;

interface Traded {
  last: UserTrades['last'];
  readonly minutes: Map<number, Sums>;
  /** The sums of the day before a minute. */
  settled: { readonly minuteAt: number; readonly sums: Sums | undefined } | undefined;
}

/** What users traded in the last day, by realm and symbol, to the minute. */
export class DayOfTrades {
  private readonly books = new Map<string, Traded>();

  constructor(private readonly kind: BookKind) {}

  /** Takes up a durable fact. */
  take({ type, realm, at, data }: RecordedEvent): void {
    if (type !== `${this.kind.product.prefix}OrderMatched`) return;
    const match = data as OrderMatched;
    const key = keyOf(realm, match.symbol);
    const price = amount(match.price);
    // Agents who took a resting order did it with lots of the tape, which the market has counted.
    const isCounted = match.takerOwner === HOUSE;
    const [quantity, notional] = isCounted ? [0n, 0n] : [amount(match.quantity), amount(match.notional)];
    const minuteAt = at - (at % MINUTE_MS);
    const book = this.books.get(key) ?? { last: { at, price }, minutes: new Map<number, Sums>(), settled: undefined };
    const sums = together(book.minutes.get(minuteAt), { high: price, low: price, quantity, notional });
    book.last = { at, price };
    book.settled = undefined;
    // At the end again: the minutes stand in order of their last trade.
    book.minutes.delete(minuteAt);
    book.minutes.set(minuteAt, sums);
    this.books.set(key, book);
  }

  /**
   * The day up to an instant, to the minute, and no earlier than `since`: prices of before a dividend are other prices.
   * `undefined` when no user traded in it.
   */
  before(realm: string, symbol: string, at: number, since = 0): UserTrades | undefined {
    const key = keyOf(realm, symbol);
    const book = this.books.get(key);
    if (book === undefined || book.last.at < since) return undefined;
    const minuteAt = at - (at % MINUTE_MS);
    if (book.settled?.minuteAt !== minuteAt)
      book.settled = { minuteAt, sums: dayBefore(book, Math.max(minuteAt - DAY_MS, since)) };
    const { sums } = book.settled;
    return sums === undefined ? undefined : { ...sums, last: book.last };
  }
}

/** Forgets what is older, and sums what is left. */
function dayBefore({ minutes }: Traded, since: number): Sums | undefined {
  let sums: Sums | undefined;
  for (const [at, minute] of minutes) {
    if (at < since) minutes.delete(at);
    else sums = together(sums, minute);
  }
  return sums;
}

function together(a: Sums | undefined, b: Sums): Sums {
  if (a === undefined) return b;
  const highest = (one: Amount, other: Amount): Amount => (one > other ? one : other);
  return {
    high: highest(a.high, b.high),
    low: a.low < b.low ? a.low : b.low,
    quantity: a.quantity + b.quantity,
    notional: a.notional + b.notional,
  };
}
