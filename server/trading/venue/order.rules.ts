import {
  amount,
  format,
  fromSteps,
  ONE,
  stepsOf,
  times,
  tryAmount,
  toCount,
  type Amount,
} from '../../../shared/money.js';
import {
  isAuctionOnly,
  notionalRefused,
  priceRefused,
  quantityProblem,
  quantityRefused,
  worstPrice,
  type OrderProblem,
} from '../../../shared/order.js';
import { decidedBy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { Order, PriceRange, Side } from '../matching/book.js';
import type { BookSpec } from './book.facts.js';
import type { OrderPolicy, OrderTerms } from './order.commands.js';

export type PriceField = 'price' | 'stopPrice' | 'activationPrice' | 'attached' | 'takeProfit' | 'stopLoss';

/** The market that a price is held against, in ticks. */
export interface PricedMarket {
  /** The agents' middle price. */
  readonly referenceTicks: number;
  /** The lowest and the highest price that may be ordered today; absent where any price may be. */
  readonly priceLimits?: PriceRange | undefined;
}

/** A book's sizes, parsed once. `tickLot` is what one tick times one lot is worth in the quote asset: exact, see the catalogue. */
export interface Sizes {
  readonly tick: Amount;
  readonly lot: Amount;
  readonly tickLot: Amount;
  readonly quoteDecimals: number;
}

const knownSizes = new WeakMap<BookSpec, Sizes>();

export function sizesOf(spec: BookSpec): Sizes {
  const known = knownSizes.get(spec);
  if (known !== undefined) return known;
  const [tick, lot] = [amount(spec.tickSize), amount(spec.lotSize)];
  const sizes = { tick, lot, tickLot: times(tick, lot, 'down'), quoteDecimals: spec.quoteDecimals };
  knownSizes.set(spec, sizes);
  return sizes;
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

/** A problem that the form finds as well, under the venue's code. */
export const refusalOf = ({ reason, params }: OrderProblem): Refusal => refuse(`order.${reason}`, params);

/** A price text in whole ticks. */
export function priceTicks(text: string, sizes: Sizes, field: PriceField): number | Refusal {
  const value = tryAmount(text);
  const problem = priceRefused(field, text, value, sizes.tick);
  if (problem !== undefined) return refusalOf(problem);
  // A price beyond every count of ticks is a price all the same: the band or the notional's limit refuses it.
  return stepsOf(value!, sizes.tick) ?? Number.MAX_SAFE_INTEGER;
}

/** A quantity text in whole lots, within the instrument's limits. */
export function quantityLots(text: string, sizes: Sizes, { limits, spec }: OrderTerms): number | Refusal {
  const value = tryAmount(text);
  const bounds = { lot: sizes.lot, minimum: amount(limits.minQuantity), maximum: amount(limits.maxQuantity) };
  const problem = quantityRefused(quantityProblem(value, bounds), text, bounds, spec.base);
  return problem === undefined ? toCount(value! / sizes.lot) : refusalOf(problem);
}

/** An order's worth must stay within the instrument's limits, in the quote asset. */
export function notionalRefusal(notional: Amount, { limits, spec, policy }: OrderTerms): Refusal | undefined {
  const bounds = { minimum: amount(limits.minNotional), maximum: amount(limits.maxNotional) };
  const problem = notionalRefused(notional, bounds, spec.quote);
  if (problem === undefined) return undefined;
  const { refusal, params } = refusalOf(problem);
  return refuse(refusal, notional > bounds.maximum ? { ...params, ...decidedBy(policy) } : params);
}

/** A limit or stop price must stay near the market, and within what the venue allows today. */
export function priceRefusal(
  ticks: number,
  field: PriceField,
  { referenceTicks, priceLimits }: PricedMarket,
  terms: OrderTerms,
): Refusal | undefined {
  return dailyLimitRefusal(ticks, field, priceLimits, terms) ?? bandRefusal(ticks, field, referenceTicks, terms);
}

/** Limit prices must stay within factors of the reference price, so that a slip of the finger costs nothing. */
function bandRefusal(
  ticks: number,
  field: PriceField,
  referenceTicks: number,
  { policy, spec }: OrderTerms,
): Refusal | undefined {
  const reference = BigInt(referenceTicks);
  const low = (reference * amount(policy.limitBandLow)) / ONE;
  const high = (reference * amount(policy.limitBandHigh)) / ONE;
  if (BigInt(ticks) >= low && BigInt(ticks) <= high) return undefined;
  const tick = amount(spec.tickSize);
  const [lowest, highest] = [format((low < 1n ? 1n : low) * tick), format(high * tick)];
  return refuse('order.price-outside-band', { field, lowest, highest, asset: spec.quote, ...decidedBy(policy) });
}

/** Where a venue has daily price limits, limit and stop prices stay within those of today. */
function dailyLimitRefusal(
  ticks: number,
  field: PriceField,
  limits: PriceRange | undefined,
  { spec }: OrderTerms,
): Refusal | undefined {
  if (limits === undefined || (ticks >= limits.lowTicks && ticks <= limits.highTicks)) return undefined;
  const tick = amount(spec.tickSize);
  const [lowest, highest] = [format(fromSteps(limits.lowTicks, tick)), format(fromSteps(limits.highTicks, tick))];
  return refuse('order.beyond-price-limits', { field, lowest, highest, asset: spec.quote });
}

/** The worst price that a market order of this side accepts, from a price; never beyond the limits of the day. */
export function worstTicks(
  side: Side,
  fromTicks: number,
  {
    market: { priceLimits },
    policy,
  }: { readonly market: Pick<PricedMarket, 'priceLimits'>; readonly policy: OrderPolicy },
): number {
  const worst = toCount(worstPrice(side, BigInt(fromTicks), amount(policy.marketBand), 1n));
  if (priceLimits === undefined) return worst;
  return side === 'buy' ? Math.min(worst, priceLimits.highTicks) : Math.max(worst, priceLimits.lowTicks);
}

/** Takes what is valid, and adds what is not to the problems. */
export function validInto(problems: Refusal[]) {
  return <Value>(found: Value | Refusal | undefined): Value | null => {
    if (!isRefusal(found)) return found ?? null;
    problems.push(found);
    return null;
  };
}

/**
 * A market order that pays in money and takes at once holds what it is about to take: a buy, and any that opens by margin. One for an auction
 * waits, and holds for its worst price.
 */
export const isExact = ({ kind, side, timeInForce, margin }: Order): boolean =>
  kind === 'market' && (side === 'buy' || margin !== undefined) && !isAuctionOnly(timeInForce);
