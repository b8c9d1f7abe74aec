import { ONE, format, over, overOrZero, roundTo, roundToStep, times, ZERO, type Amount } from './money.js';

/**
 * The arithmetic of an order, which the form computes before the click and the server after it: what it costs, what is
 * refused, and how large it may be. Prices and amounts of money are in the quote asset, quantities in the base asset.
 */
type Side = 'buy' | 'sell';

const AVERAGE_DECIMALS = 12;

/** Whether an order of this time in force waits for an auction, and trades in no other way. */
export const isAuctionOnly = <Time extends string>(time: Time): time is Time & ('OPG' | 'ATC') =>
  time === 'OPG' || time === 'ATC';

/** The fee on a notional. It rounds down, so that an order that fills in many pieces never costs more than its hold. */
export function feeOf(notional: Amount, rate: Amount, quoteDecimals: number): Amount {
  return roundTo(times(notional, rate, 'down'), quoteDecimals, 'down');
}

/** The most that a buy of this worth can cost, fee included: what it puts on hold. */
export function holdOf(notional: Amount, takerRate: Amount, quoteDecimals: number): Amount {
  return roundTo(times(notional, ONE + takerRate, 'up'), quoteDecimals, 'up');
}

/** The worst price that a market order of this side accepts, in whole ticks and at least one. */
export function worstPrice(side: Side, reference: Amount, band: Amount, tick: Amount): Amount {
  const worst = roundToStep(times(reference, side === 'buy' ? ONE + band : ONE - band, 'down'), tick, 'down');
  return worst < tick ? tick : worst;
}

/** Quote per base, rounded down to twelve decimals; `null` before the first fill. */
export function averageOf(notional: Amount, quantity: Amount): Amount | null {
  return quantity === ZERO ? null : roundTo(over(notional, quantity, 'down'), AVERAGE_DECIMALS, 'down');
}

interface Fills {
  readonly filled: Amount;
  readonly notional: Amount;
  readonly fee: Amount;
}

/** What fills at once and what rests, together. `total` leaves for a buy, fee included, and arrives for a sell, fee deducted. */
export function outcomeOf(
  side: Side,
  now: Fills,
  resting: { readonly quantity: Amount; readonly price: Amount; readonly rate: Amount },
  quoteDecimals: number,
): { notional: Amount; fee: Amount; total: Amount } {
  const rest = times(resting.quantity, resting.price, 'down');
  const notional = now.notional + rest;
  const fee = now.fee + feeOf(rest, resting.rate, quoteDecimals);
  return { notional, fee, total: side === 'buy' ? notional + fee : notional - fee };
}

/** What is wrong with a price; `undefined` when nothing is. */
export function priceProblem(price: Amount | undefined, tick: Amount): 'not-positive' | 'over-precise' | undefined {
  if (price === undefined || price <= ZERO) return 'not-positive';
  return price % tick === ZERO ? undefined : 'over-precise';
}

export interface QuantityLimits {
  readonly lot: Amount;
  readonly minimum: Amount;
  readonly maximum: Amount;
}

export type QuantityProblem = 'not-positive' | 'above-maximum' | 'over-precise' | 'below-minimum';

/** The first thing that is wrong with a quantity; `undefined` when nothing is. */
export function quantityProblem(quantity: Amount | undefined, limits: QuantityLimits): QuantityProblem | undefined {
  if (quantity === undefined || quantity <= ZERO) return 'not-positive';
  if (quantity > limits.maximum) return 'above-maximum';
  if (quantity % limits.lot !== ZERO) return 'over-precise';
  return quantity < limits.minimum ? 'below-minimum' : undefined;
}

export interface NotionalLimits {
  readonly minimum: Amount;
  readonly maximum: Amount;
}

/** What is wrong with an order's worth; `undefined` when nothing is. */
export function notionalProblem(
  notional: Amount,
  { minimum, maximum }: NotionalLimits,
): 'below-minimum' | 'above-maximum' | undefined {
  if (notional < minimum) return 'below-minimum';
  return notional > maximum ? 'above-maximum' : undefined;
}

/** Why an order is refused: its code without the product's name, and the figures of its sentence. */
export interface OrderProblem {
  readonly reason:
    | `${'price' | 'stop-price'}-${'required' | NonNullable<ReturnType<typeof priceProblem>>}`
    | `quantity-${'required' | QuantityProblem}`
    | `notional-${NonNullable<ReturnType<typeof notionalProblem>>}`
    | `insufficient-${'balance' | 'margin'}`;
  readonly params: Readonly<Record<string, string>>;
}

type PriceField = 'price' | 'stopPrice' | 'stopLimitPrice' | 'activationPrice' | 'attached' | 'takeProfit' | 'stopLoss';

const nameOf = (field: PriceField) => (field === 'stopPrice' ? 'stop-price' : 'price');

export const priceMissing = (field: PriceField, type: string): OrderProblem => ({
  reason: `${nameOf(field)}-required`,
  params: { field, type },
});

/** What stands against a price; `text` is how it was typed. */
export function priceRefused(
  field: PriceField,
  text: string,
  price: Amount | undefined,
  tick: Amount,
): OrderProblem | undefined {
  const wrong = priceProblem(price, tick);
  if (wrong === undefined) return undefined;
  const figures = wrong === 'over-precise' ? { tickSize: format(tick) } : {};
  return { reason: `${nameOf(field)}-${wrong}`, params: { field, price: text, ...figures } };
}

export const QUANTITY_MISSING: OrderProblem = { reason: 'quantity-required', params: { field: 'quantity' } };

/** What stands against a quantity of an asset; `text` is how it was typed. */
export function quantityRefused(
  wrong: QuantityProblem | undefined,
  text: string,
  limits: QuantityLimits,
  asset: string,
): OrderProblem | undefined {
  if (wrong === undefined) return undefined;
  const bounds = {
    'not-positive': {},
    'above-maximum': { maximum: format(limits.maximum) },
    'over-precise': { lotSize: format(limits.lot) },
    'below-minimum': { minimum: format(limits.minimum) },
  };
  return { reason: `quantity-${wrong}`, params: { field: 'quantity', quantity: text, asset, ...bounds[wrong] } };
}

/** What stands against an order's worth. */
export function notionalRefused(notional: Amount, limits: NotionalLimits, asset: string): OrderProblem | undefined {
  const wrong = notionalProblem(notional, limits);
  if (wrong === undefined) return undefined;
  const bound = wrong === 'below-minimum' ? { minimum: format(limits.minimum) } : { maximum: format(limits.maximum) };
  return { reason: `notional-${wrong}`, params: { notional: format(notional), ...bound, asset } };
}

/** What stands against a hold of so much of an asset: the price of an order, or the margin of the position that it opens. */
export function balanceRefused(
  required: Amount,
  available: Amount,
  asset: string,
  held: 'balance' | 'margin' = 'balance',
): OrderProblem | undefined {
  if (required <= available) return undefined;
  const params = { asset, available: format(available), required: format(required) };
  return { reason: `insufficient-${held}`, params };
}

/** What is left of an amount for the trade itself when the taker's fee comes out of it too. */
export function withoutFee(money: Amount, takerRate: Amount): Amount {
  return over(money, ONE + takerRate, 'down');
}

/** How much this money pays for at a price, the taker's fee included; not yet in whole lots. */
export function affordable(money: Amount, price: Amount, takerRate: Amount): Amount {
  return overOrZero(money, times(price, ONE + takerRate, 'up'), 'down');
}

/** The least whole lots that the limits take at a price. */
export function leastQuantity(price: Amount, limits: QuantityLimits, { minimum }: NotionalLimits): Amount {
  const enough = roundToStep(overOrZero(minimum, price, 'up'), limits.lot, 'up');
  return enough > limits.minimum ? enough : limits.minimum;
}
