import {
  amount,
  format,
  fromSteps,
  ONE,
  roundTo,
  stepsOf,
  times,
  tryAmount,
  toCount,
  ZERO,
  type Amount,
} from '../../../shared/money.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { BookEvent, Order } from '../../market/matching/book.js';
import type { BookSpec } from './spot.events.js';
import type { SpotPolicy, SpotTerms } from './spot.commands.js';

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

/**
 * The fee on a notional, in the quote asset. It rounds down, so that an order that fills in many pieces never costs more
 * than the hold, which was computed in one piece.
 */
export function feeOf(notional: Amount, rate: Amount, sizes: Sizes): Amount {
  return roundTo(times(notional, rate, 'down'), sizes.quoteDecimals, 'down');
}

/** What an order freezes for its remaining lots: the base asset of a sell, or the most a buy can still cost, fee included. */
export function holdFor(order: Order, remainingLots: number, takerRate: Amount, sizes: Sizes): Amount {
  if (order.side === 'sell') return fromSteps(remainingLots, sizes.lot);
  const notional = notionalOf(order.priceTicks, remainingLots, sizes);
  return roundTo(times(notional, ONE + takerRate, 'up'), sizes.quoteDecimals, 'up');
}

/** What an order pays as a taker in these events of the book, fees included. */
export function takingCost(orderId: string, events: readonly BookEvent[], takerRate: Amount, sizes: Sizes): Amount {
  let cost = ZERO;
  for (const event of events) {
    if (event.type !== 'OrderMatched' || event.takerOrderId !== orderId) continue;
    const notional = notionalOf(event.priceTicks, event.lots, sizes);
    cost += notional + feeOf(notional, takerRate, sizes);
  }
  return cost;
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
  if (value === undefined || value <= 0n) return refuse(`spot.${name}-not-positive`, { field, price: text });
  // A price beyond every count of ticks is a price all the same: the band or the notional's limit refuses it.
  if (value % sizes.tick === 0n) return stepsOf(value, sizes.tick) ?? Number.MAX_SAFE_INTEGER;
  return refuse(`spot.${name}-over-precise`, { field, price: text, tickSize: format(sizes.tick) });
}

/** A quantity text in whole lots, within the instrument's limits. */
export function quantityLots(text: string, sizes: Sizes, { limits, spec }: SpotTerms): number | Refusal {
  const field = 'quantity';
  const value = tryAmount(text);
  if (value === undefined || value <= 0n) return refuse('spot.quantity-not-positive', { field, quantity: text });
  const { minQuantity: minimum, maxQuantity: maximum } = limits;
  const asset = spec.base;
  if (value > amount(maximum)) {
    return refuse('spot.quantity-above-maximum', { field, quantity: text, maximum, asset });
  }
  const lots = stepsOf(value, sizes.lot);
  if (lots === undefined) {
    return refuse('spot.quantity-over-precise', { field, quantity: text, lotSize: format(sizes.lot), asset });
  }
  if (value >= amount(minimum)) return lots;
  return refuse('spot.quantity-below-minimum', { field, quantity: text, minimum, asset });
}

/** An order's worth must stay within the instrument's limits, in the quote asset. */
export function notionalRefusal(notional: Amount, { limits, spec, policy }: SpotTerms): Refusal | undefined {
  const { minNotional: minimum, maxNotional: maximum } = limits;
  const asset = spec.quote;
  if (notional < amount(minimum)) {
    return refuse('spot.notional-below-minimum', { notional: format(notional), minimum, asset });
  }
  if (notional <= amount(maximum)) return undefined;
  return refuse('spot.notional-above-maximum', { notional: format(notional), maximum, asset, ...decidedBy(policy) });
}

/** Limit prices must stay within factors of the reference price, so that a slip of the finger costs nothing. */
export function bandRefusal(
  ticks: number,
  field: 'price' | 'stopPrice',
  referenceTicks: number,
  { policy, spec }: SpotTerms,
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
export function worstTicks(side: Order['side'], referenceTicks: number, policy: SpotPolicy): number {
  const reference = BigInt(referenceTicks);
  const band = amount(policy.marketBand);
  const worst = side === 'buy' ? (reference * (ONE + band)) / ONE : (reference * (ONE - band)) / ONE;
  return worst < 1n ? 1 : toCount(worst);
}
