import type { PublicTradeView } from '../../contracts/market.contract';

const FEW = 10;
const TIMES_USUAL = 6;
const KEPT = 60;

/** Trades on the screen, newest first, with news that come oldest first: also within a millisecond, as the fills of a sweep do. */
export function withNews(shown: readonly PublicTradeView[], news: readonly PublicTradeView[]): PublicTradeView[] {
  const byId = new Map([...news.toReversed(), ...shown].map((trade) => [trade.id, trade]));
  return [...byId.values()].sort((a, b) => b.at - a.at).slice(0, KEPT);
}

/**
 * From which quantity on a print is large: six times the middle one of the trades on the screen, so that it suits every
 * instrument. A float is near enough for a colour. `Infinity` while there are too few to compare.
 */
export function largePrint(trades: readonly PublicTradeView[]): number {
  if (trades.length < FEW) return Infinity;
  const sizes = trades.map(({ quantity }) => Number(quantity)).sort((a, b) => a - b);
  return (sizes[sizes.length >> 1] ?? Infinity) * TIMES_USUAL;
}
