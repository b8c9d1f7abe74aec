import type { PublicTradeView } from '../../contracts/market.contract';

const FEW = 10;
const TIMES_USUAL = 6;

/**
 * From which quantity on a print is large: six times the middle one of the trades on the screen, so that it suits every
 * instrument. A float is near enough for a colour. `Infinity` while there are too few to compare.
 */
export function largePrint(trades: readonly PublicTradeView[]): number {
  if (trades.length < FEW) return Infinity;
  const sizes = trades.map(({ quantity }) => Number(quantity)).sort((a, b) => a - b);
  return (sizes[sizes.length >> 1] ?? Infinity) * TIMES_USUAL;
}
