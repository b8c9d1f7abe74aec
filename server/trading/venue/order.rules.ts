import { amount, format, ONE, stepsOf, times, tryAmount, toCount, type Amount } from '../../../shared/money.js';
import { notionalProblem, priceProblem, quantityProblem, worstPrice } from '../../../shared/order.js';
import { decidedBy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { Side } from '../matching/book.js';
import type { BookSpec } from './book.facts.js';
import type { OrderPolicy, OrderTerms } from './order.commands.js';

/** A book's sizes, parsed once. `tickLot` is what one tick times one lot is worth in the quote asset: exact, see the catalogue. */
export interface Sizes {
  readonly tick: Amount;
  readonly lot: Amount;
  readonly tickLot: Amount;
  readonly quoteDecimals: number;
}

export function sizesOf(spec: BookSpec): Sizes {
  const tick = amount(spec.tickSize);
  const lot = amount(spec.lotSize);
  return { tick, lot, tickLot: times(tick, lot, 'down'), quoteDecimals: spec.quoteDecimals };
}

/** Price times quantity, in the quote asset, exact. */
export function notionalOf(priceTicks: number, lots: number, sizes: Sizes): Amount {
  return BigInt(priceTicks) * BigInt(lots) * sizes.tickLot;
}

/** How many tick-lots a market buy may spend so that cost and fee together stay within the budget. */
export function budgetTickLots(budget: Amount, takerRate: Amount, sizes: Sizes): number {
  const tickLots = (budget * ONE) / ((ONE + takerRate) * sizes.tickLot);
  return tickLots > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : toCount(tickLots);
}

/** A price text in whole ticks. */
export function priceTicks(text: string, sizes: Sizes, name: 'price' | 'stop-price'): number | Refusal {
  const field = name === 'price' ? 'price' : 'stopPrice';
  const value = tryAmount(text);
  const problem = priceProblem(value, sizes.tick);
  if (problem === 'over-precise') {
    return refuse(`spot.${name}-over-precise`, { field, price: text, tickSize: format(sizes.tick) });
  }
  if (value === undefined || problem !== undefined) return refuse(`spot.${name}-not-positive`, { field, price: text });
  // A price beyond every count of ticks is a price all the same: the band or the notional's limit refuses it.
  return stepsOf(value, sizes.tick) ?? Number.MAX_SAFE_INTEGER;
}

/** A quantity text in whole lots, within the instrument's limits. */
export function quantityLots(text: string, sizes: Sizes, { limits, spec }: OrderTerms): number | Refusal {
  const { minQuantity: minimum, maxQuantity: maximum } = limits;
  const field = 'quantity';
  const asset = spec.base;
  const value = tryAmount(text);
  const bounds = { lot: sizes.lot, minimum: amount(minimum), maximum: amount(maximum) };
  switch (quantityProblem(value, bounds)) {
    case 'not-positive':
      return refuse('spot.quantity-not-positive', { field, quantity: text });
    case 'above-maximum':
      return refuse('spot.quantity-above-maximum', { field, quantity: text, maximum, asset });
    case 'over-precise':
      return refuse('spot.quantity-over-precise', { field, quantity: text, lotSize: format(sizes.lot), asset });
    case 'below-minimum':
      return refuse('spot.quantity-below-minimum', { field, quantity: text, minimum, asset });
    case undefined:
      return toCount(value! / sizes.lot);
  }
}

/** An order's worth must stay within the instrument's limits, in the quote asset. */
export function notionalRefusal(notional: Amount, { limits, spec, policy }: OrderTerms): Refusal | undefined {
  const { minNotional: minimum, maxNotional: maximum } = limits;
  const asset = spec.quote;
  switch (notionalProblem(notional, { minimum: amount(minimum), maximum: amount(maximum) })) {
    case 'below-minimum':
      return refuse('spot.notional-below-minimum', { notional: format(notional), minimum, asset });
    case 'above-maximum':
      return refuse('spot.notional-above-maximum', {
        notional: format(notional),
        maximum,
        asset,
        ...decidedBy(policy),
      });
    case undefined:
      return undefined;
  }
}

/** Limit prices must stay within factors of the reference price, so that a slip of the finger costs nothing. */
export function bandRefusal(
  ticks: number,
  field: 'price' | 'stopPrice',
  referenceTicks: number,
  { policy, spec }: OrderTerms,
): Refusal | undefined {
  const reference = BigInt(referenceTicks);
  const low = (reference * amount(policy.limitBandLow)) / ONE;
  const high = (reference * amount(policy.limitBandHigh)) / ONE;
  if (BigInt(ticks) >= low && BigInt(ticks) <= high) return undefined;
  const tick = amount(spec.tickSize);
  const [lowest, highest] = [format((low < 1n ? 1n : low) * tick), format(high * tick)];
  return refuse('spot.price-outside-band', { field, lowest, highest, asset: spec.quote, ...decidedBy(policy) });
}

/** The worst price that a market order of this side accepts, from the reference price. */
export function worstTicks(side: Side, referenceTicks: number, policy: OrderPolicy): number {
  return toCount(worstPrice(side, BigInt(referenceTicks), amount(policy.marketBand), 1n));
}

/** Takes what is valid, and adds what is not to the problems. */
export function validInto(problems: Refusal[]) {
  return <Value>(found: Value | Refusal | undefined): Value | null => {
    if (!isRefusal(found)) return found ?? null;
    problems.push(found);
    return null;
  };
}
