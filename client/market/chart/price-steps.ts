import type { InstrumentView } from '../../../contracts/market.contract';

/** The price of the instrument's grid that is nearest to one read off the chart; `undefined` below its first step. */
export function steppedPrice(
  price: number,
  { tickSize, priceDecimals }: Pick<InstrumentView, 'tickSize' | 'priceDecimals'>,
): string | undefined {
  const ticks = Math.round(price / Number(tickSize));
  return Number.isFinite(ticks) && ticks > 0 ? (ticks * Number(tickSize)).toFixed(priceDecimals) : undefined;
}
