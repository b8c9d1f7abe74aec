import type { Period } from '../../../contracts/market.contract.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import { higher, lower, type FlowCandle } from '../../market/runtime/realm-candles.js';
import type { UserTrades } from '../../market/runtime/tickers.js';
import { periodStart } from '../../market/simulator/periods.js';
import { uncounted, type OrderMatched } from '../venue/book.facts.js';
import type { BookKind } from '../venue/book.state.js';
import { keyOf } from './public-books.js';
import { BoundedMap } from '../../core/bounded-map.js';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** Frames show the second that is over and the one that runs. */
const SECONDS_KEPT = 4;

interface Sums extends FlowCandle {
  readonly notional: Amount;
}

interface Traded {
  last: UserTrades['last'];
  readonly minutes: Map<number, Sums>;
  readonly seconds: Map<number, Sums>;
  /** The sums of the day before a minute. */
  settled: { readonly minuteAt: number; readonly sums: Sums | undefined } | undefined;
}

/** What users traded in the last day, by realm and symbol, to the minute, and in the newest seconds. */
export class DayOfTrades {
  private readonly books = new Map<string, Traded>();

  constructor(private readonly kind: BookKind) {}

  /** Takes up a durable fact. */
  take({ type, realm, at, data }: RecordedEvent): void {
    if (type !== `${this.kind.product.prefix}OrderMatched`) return;
    const match = data as OrderMatched;
    const key = keyOf(realm, match.symbol);
    const price = amount(match.price);
    const { quantity: volume, notional } = uncounted(match);
    const sums: Sums = { ...tradeAt(at, price), volume, notional };
    const book = this.books.get(key) ?? {
      last: { at, price },
      minutes: new Map<number, Sums>(),
      seconds: new BoundedMap<number, Sums>(SECONDS_KEPT),
      settled: undefined,
    };
    book.last = { at, price };
    book.settled = undefined;
    add(book.minutes, at - (at % MINUTE_MS), sums);
    add(book.seconds, at - (at % 1000), sums);
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
    if (sums === undefined) return undefined;
    const { high, low, volume: quantity, notional } = sums;
    return { high, low, quantity, notional, last: book.last };
  }

  /** Candles of a period up to a day from one that opens at `fromMs` on, oldest first, and what was traded last before it. */
  candles(realm: string, symbol: string, period: Period, fromMs: Instant): readonly FlowCandle[] {
    const book = this.books.get(keyOf(realm, symbol));
    if (book === undefined) return [];
    const found = new Map<Instant, FlowCandle>();
    for (const sums of (period === '1s' ? book.seconds : book.minutes).values()) {
      if (sums.openAt < fromMs) found.clear();
      const openAt = sums.openAt < fromMs ? sums.openAt : periodStart(period, sums.openAt / 1000) * 1000;
      const known = found.get(openAt);
      found.set(openAt, known === undefined ? { ...sums, openAt } : together(known, sums));
    }
    return [...found.values()];
  }
}

function tradeAt(at: Instant, price: Amount): Omit<FlowCandle, 'volume'> {
  return { openAt: at, firstAt: at, open: price, high: price, low: price, lastAt: at, close: price };
}

/** The newest stands at the end. */
function add(spans: Map<number, Sums>, openAt: number, sums: Sums): void {
  const known = spans.get(openAt);
  spans.set(openAt, known === undefined ? { ...sums, openAt } : together(known, sums));
}

/** Forgets what is older, and sums what is left. */
function dayBefore({ minutes }: Traded, since: number): Sums | undefined {
  let sums: Sums | undefined;
  for (const [at, minute] of minutes) {
    if (at < since) minutes.delete(at);
    else sums = sums === undefined ? minute : together(sums, minute);
  }
  return sums;
}

/** `b` came after `a`. */
function together<Some extends FlowCandle & { readonly notional?: Amount }>(a: Some, b: Some): Some {
  return {
    ...a,
    high: higher(a.high, b.high),
    low: lower(a.low, b.low),
    lastAt: b.lastAt,
    close: b.close,
    volume: a.volume + b.volume,
    notional: (a.notional ?? 0n) + (b.notional ?? 0n),
  };
}
