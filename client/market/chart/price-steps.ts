import type { InstrumentView } from '../../../contracts/market.contract';

/** What prices of an instrument are rounded to. */
export type PriceGrid = Pick<InstrumentView, 'tickSize' | 'priceDecimals'>;

/** The price of the instrument's grid that is nearest to one read off the chart; `undefined` below its first step. */
export function steppedPrice(price: number, { tickSize, priceDecimals }: PriceGrid): string | undefined {
  const ticks = Math.round(price / Number(tickSize));
  return Number.isFinite(ticks) && ticks > 0 ? (ticks * Number(tickSize)).toFixed(priceDecimals) : undefined;
}

const TICKS_FAST = 10;
const PAGE_SHARE = 0.01;

/**
 * Where a key takes a price: the arrows by a tick, with Shift by ten, Page Up and Page Down by about one per cent. `undefined`
 * for other keys, and below the first step of the grid.
 */
export function walkedPrice(
  price: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  grid: PriceGrid,
): string | undefined {
  const tick = Number(grid.tickSize);
  const arrow = shiftKey ? TICKS_FAST * tick : tick;
  const page = Math.max(tick, Number(price) * PAGE_SHARE);
  const by = { ArrowUp: arrow, ArrowDown: -arrow, PageUp: page, PageDown: -page }[key];
  return by === undefined ? undefined : steppedPrice(Number(price) + by, grid);
}
