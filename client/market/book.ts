import type { AuctionView } from '../../contracts/auction.contract';
import type { BookLevel, BookView } from '../../contracts/market.contract';
import type { BookDiff } from '../../contracts/stream.contract';
import { format, formatTo, overOrZero, roundToStep, times, toAmount, type Amount } from '../../shared/money';

/** The public book as the browser keeps it: price text → quantity text, and the sequence it stands at. */
export interface Book {
  symbol: string;
  sequence: number;
  at: number;
  bids: ReadonlyMap<string, string>;
  asks: ReadonlyMap<string, string>;
  /** The auction whose orders are gathered: before the open, and in the last minutes before the close. */
  auction: AuctionView | null;
}

/** A diff either follows, is old news (the snapshot already had it), or shows a gap: then ask for a snapshot. */
type DiffOutcome = { kind: 'applied'; book: Book } | { kind: 'old' } | { kind: 'gap' };

export function bookFromSnapshot(snapshot: BookView): Book {
  return {
    symbol: snapshot.symbol,
    sequence: snapshot.sequence,
    at: snapshot.at,
    bids: new Map(snapshot.bids),
    asks: new Map(snapshot.asks),
    auction: snapshot.auction,
  };
}

export function applyDiff(book: Book, diff: BookDiff): DiffOutcome {
  if (diff.symbol !== book.symbol || diff.sequence <= book.sequence) return { kind: 'old' };
  if (diff.sequence !== book.sequence + 1) return { kind: 'gap' };
  return {
    kind: 'applied',
    book: {
      symbol: book.symbol,
      sequence: diff.sequence,
      at: diff.at,
      bids: changed(book.bids, diff.bids),
      asks: changed(book.asks, diff.asks),
      auction: diff.auction,
    },
  };
}

function changed(levels: ReadonlyMap<string, string>, changes: readonly BookLevel[]): ReadonlyMap<string, string> {
  if (changes.length === 0) return levels;
  const next = new Map(levels);
  for (const [price, quantity] of changes) {
    if (toAmount(quantity) === 0n) next.delete(price);
    else next.set(price, quantity);
  }
  return next;
}

/** One row of the book: `sum` is the quantity from the best price to here, `notional` what that is worth. */
export interface BookRow {
  price: string;
  quantity: string;
  sum: string;
  notional: string;
  /** `sum` as a share of the largest sum shown, 0 to 1: the length of the depth bar. */
  share: number;
}

/**
 * The levels of one side, best first, grouped to a price step. Bids group down and asks up, so that a grouped price is
 * never better than what rests behind it.
 */
export function ladder(
  levels: ReadonlyMap<string, string>,
  side: 'bid' | 'ask',
  step: Amount,
  rows: number,
): BookRow[] {
  const grouped = new Map<Amount, Amount>();
  for (const [priceText, quantityText] of levels) {
    const key = groupedPrice(toAmount(priceText), side, step);
    grouped.set(key, (grouped.get(key) ?? 0n) + toAmount(quantityText));
  }
  const sorted = [...grouped].sort(([a], [b]) => (a < b ? -1 : 1) * (side === 'bid' ? -1 : 1)).slice(0, rows);
  let [sum, notional] = [0n, 0n];
  const withSums = sorted.map(([price, quantity]) => {
    sum += quantity;
    notional += times(price, quantity, 'down');
    return { price, quantity, sum, notional };
  });
  return withSums.map((row) => ({
    price: format(row.price),
    quantity: format(row.quantity),
    sum: format(row.sum),
    notional: format(row.notional),
    share: sum === 0n ? 0 : Number((row.sum * 1000n) / sum) / 1000,
  }));
}

const groupedPrice = (price: Amount, side: 'bid' | 'ask', step: Amount): Amount =>
  step > 0n ? roundToStep(price, step, side === 'bid' ? 'down' : 'up') : price;

/** An own order as it rests in the book. */
export interface Resting {
  side: 'buy' | 'sell';
  price: string;
  /** What is left of it. */
  quantity: string;
}

/** What of the user's own rests at each price of one side, grouped as the ladder is: price text → quantity text. */
export function ownLevels(orders: readonly Resting[], side: 'bid' | 'ask', step: Amount): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  for (const order of orders) {
    if ((order.side === 'buy') !== (side === 'bid')) continue;
    const key = format(groupedPrice(toAmount(order.price), side, step));
    own.set(key, format(toAmount(own.get(key) ?? '0') + toAmount(order.quantity)));
  }
  return own;
}

interface Spread {
  bid: string;
  ask: string;
  middle: string;
  absolute: string;
  /** In per cent of the middle. */
  percent: string;
}

export function spreadOf(book: Book): Spread | null {
  const bid = best(book.bids, (a, b) => a > b);
  const ask = best(book.asks, (a, b) => a < b);
  if (bid === null || ask === null) return null;
  const middle = (bid + ask) / 2n;
  return {
    bid: format(bid),
    ask: format(ask),
    middle: format(middle),
    absolute: format(ask - bid),
    percent: formatTo(overOrZero((ask - bid) * 100n, middle, 'down'), 4),
  };
}

function best(levels: ReadonlyMap<string, string>, better: (a: Amount, b: Amount) => boolean): Amount | null {
  let found: Amount | null = null;
  for (const price of levels.keys()) {
    const value = toAmount(price);
    if (found === null || better(value, found)) found = value;
  }
  return found;
}

/** What a taker wants of one side: so much of the base asset, or as many whole lots as a budget pays for. */
interface Sweep {
  quantity?: Amount;
  budget?: Amount;
  lot?: Amount;
  within?: (price: Amount) => boolean;
  /** The fee on one level's worth: each fill pays its own. */
  fee?: (notional: Amount) => Amount;
}

/** What a taker would get from these levels at the prices now, best first. */
export function sweep(
  levels: readonly { price: string; quantity: string }[],
  { quantity, budget, lot = 1n, within = () => true, fee = () => 0n }: Sweep,
): { filled: Amount; notional: Amount; fee: Amount } {
  const got = { filled: 0n, notional: 0n, fee: 0n };
  for (const level of levels) {
    const price = toAmount(level.price);
    if (!within(price)) break;
    const wanted =
      budget === undefined
        ? (quantity ?? 0n) - got.filled
        : roundToStep(overOrZero(budget - got.notional, price, 'down'), lot, 'down');
    if (wanted <= 0n) break;
    const there = toAmount(level.quantity);
    const taken = there < wanted ? there : wanted;
    const worth = times(price, taken, 'down');
    got.filled += taken;
    got.notional += worth;
    got.fee += fee(worth);
  }
  return got;
}
