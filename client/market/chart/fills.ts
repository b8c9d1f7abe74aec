import type { TradeView } from '../../../contracts/order.contract';
import { format, toAmount } from '../../../shared/money';

/** The user's own fills within one candle, a side each. `quantity` in the base asset. */
export interface FillMark {
  /** Opening of the candle. */
  at: number;
  side: 'buy' | 'sell';
  quantity: string;
  price: number;
}

/** Fills gathered by candle: hundreds of partial fills are one arrow. Those before the first candle are left out. */
export function fillMarks(
  fills: readonly Pick<TradeView, 'at' | 'side' | 'quantity' | 'price'>[],
  openings: readonly number[],
): FillMark[] {
  const marks = new Map<
    string,
    { at: number; side: 'buy' | 'sell'; quantity: bigint; worth: number; weight: number }
  >();
  for (const fill of fills) {
    const at = openingBefore(openings, fill.at);
    if (at === undefined) continue;
    const key = `${at}|${fill.side}`;
    const mark = marks.get(key) ?? { at, side: fill.side, quantity: 0n, worth: 0, weight: 0 };
    mark.quantity += toAmount(fill.quantity);
    mark.worth += Number(fill.price) * Number(fill.quantity);
    mark.weight += Number(fill.quantity);
    marks.set(key, mark);
  }
  return [...marks.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ at, side, quantity, worth, weight }) => ({
      at,
      side,
      quantity: format(quantity),
      price: worth / weight,
    }));
}

/** The last opening at or before an instant. */
export function openingBefore(openings: readonly number[], at: number): number | undefined {
  let [low, high] = [0, openings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (openings[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return openings[low - 1];
}
