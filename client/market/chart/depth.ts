import type { BookRow } from '../book';

/** Both sides of the book as far as they are compared. Floats are fine for drawing. */
export interface Depth {
  bids: BookRow[];
  asks: BookRow[];
  bestBid: number;
  bestAsk: number;
  low: number;
  high: number;
  /** The larger cumulative quantity of the two sides: the top of the picture. */
  most: number;
}

/** Both sides as far from the middle as the nearer one reaches, so that the picture is fair; `null` without both. */
export function depthOf(bids: readonly BookRow[], asks: readonly BookRow[]): Depth | null {
  const [bestBid, bestAsk, lastBid, lastAsk] = [bids[0], asks[0], bids.at(-1), asks.at(-1)].map((row) =>
    Number(row?.price),
  );
  if (!bestBid || !bestAsk || !lastBid || !lastAsk) return null;
  const middle = (bestBid + bestAsk) / 2;
  const reach = Math.min(middle - lastBid, lastAsk - middle);
  const [low, high] = [middle - reach, middle + reach];
  const inSight = (row: BookRow) => Number(row.price) >= low && Number(row.price) <= high;
  const [left, right] = [bids.filter(inSight), asks.filter(inSight)];
  const most = Math.max(Number(left.at(-1)?.sum ?? 0), Number(right.at(-1)?.sum ?? 0));
  return { bids: left, asks: right, bestBid, bestAsk, low, high, most };
}

/** How far the book must be eaten to reach a price: the last level on its side that is not beyond it. */
export function rowAt(depth: Depth, price: number): BookRow | null {
  const bids = price <= (depth.bestBid + depth.bestAsk) / 2;
  const rows = bids ? depth.bids : depth.asks;
  const reached = rows.filter((row) => (bids ? Number(row.price) >= price : Number(row.price) <= price));
  return reached.at(-1) ?? rows[0] ?? null;
}
