import {
  ONE,
  downToStep,
  fixed,
  formatFixed,
  overDown,
  parseFixed,
  timesDown,
  timesUp,
  upToStep,
  type Fixed,
} from '../../lib/fixed';
import { sweep } from '../../market/book';
import { isByAmount, sizeField, type FormContext, type SpotOrderForm } from './order-fields';

export interface Summary {
  quantity: string;
  /** Price times quantity, in the quote asset. */
  notional: string;
  averagePrice: string | null;
  fee: string | null;
  /** What leaves for a buy (fee included), what arrives for a sell (fee deducted). */
  total: string | null;
  /** How much would fill at once at the prices now. */
  fillsNow: string;
}

/** The smallest unit of the quote asset: fees round down to it, holds up. */
const QUOTE_STEP = fixed('0.00000001');

/** What the order would do at the prices now, by the server's own arithmetic. */
export function estimateOf(form: SpotOrderForm, context: FormContext, quantity: Fixed): Summary {
  const { rates } = context;
  const price = referencePrice(form, context);
  const now = fillsNow(form, context, quantity);
  const rests = form.type !== 'market' && (form.timeInForce === 'GTC' || form.postOnly || form.type !== 'limit');
  const resting = rests ? timesDown(price, quantity - now.filled) : 0n;
  const notional = now.notional + resting;
  // A stop takes when it triggers, as the server reckons; a limit order that rests makes.
  const restingRate = form.type === 'stop' || form.type === 'stop-limit' ? rates?.taker : rates?.maker;
  const fee = rates && now.fee + feeOf(resting, restingRate ?? '0');
  return {
    quantity: formatFixed(quantity),
    notional: formatFixed(notional),
    averagePrice: form.type === 'market' && now.filled > 0n ? formatFixed(overDown(now.notional, now.filled)) : null,
    fee: fee === null ? null : formatFixed(fee),
    total: fee === null ? null : formatFixed(form.side === 'buy' ? notional + fee : notional - fee),
    fillsNow: formatFixed(now.filled),
  };
}

/** What each leg of an OCO would bring if it were the one: the limit at its price, the stop at its trigger or own limit. */
export function ocoOutcomes(
  form: SpotOrderForm,
  context: FormContext,
  quantity: Fixed,
): { limit: Summary; stop: Summary } {
  const stopLimit = form.stopLimitPrice;
  const stop = { ...form, type: stopLimit === '' ? ('stop' as const) : ('stop-limit' as const), price: stopLimit };
  const limit = { ...form, type: 'limit' as const };
  return { limit: estimateOf(limit, context, quantity), stop: estimateOf(stop, context, quantity) };
}

/** How much the order is for; where a total leads, as much as it pays for at the prices now. */
export function quantityOf(form: SpotOrderForm, context: FormContext): Fixed | undefined {
  if (sizeField(form) === 'quantity') return parseFixed(form.quantity);
  const total = parseFixed(form.total);
  if (total === undefined) return undefined;
  if (form.type === 'market') return boughtFor(isByAmount(form) ? withoutFee(total, context) : total, form, context);
  return downToStep(overDown(total, referencePrice(form, context)), fixed(context.instrument.lotSize));
}

/** How much a market order trades for this much of the quote asset, fee not counted. */
export function boughtFor(budget: Fixed, form: SpotOrderForm, context: FormContext): Fixed {
  return sweep(levelsFor(form, context), { budget, lot: fixed(context.instrument.lotSize) }).filled;
}

/** What a quantity is worth: at the prices that a market order meets, else at the order's own. */
export function tradesFor(quantity: Fixed, form: SpotOrderForm, context: FormContext): Fixed {
  if (form.type !== 'market') return timesUp(referencePrice(form, context), quantity);
  return sweep(levelsFor(form, context), { quantity }).notional;
}

/** What is left of an amount for the trade itself when the taker's fee comes out of it too. */
export const withoutFee = (amount: Fixed, { rates }: FormContext): Fixed =>
  overDown(amount, ONE + fixed(rates?.taker ?? '0'));

/** What the order puts on hold: the base asset of a sell, or the most that a buy can cost, fee included. */
export function holdOf(form: SpotOrderForm, context: FormContext, quantity: Fixed): Fixed {
  if (form.side === 'sell') return quantity;
  if (form.type === 'market') {
    const { notional, fee } = fillsNow(form, context, quantity);
    return notional + fee;
  }
  const most = greatest(legPrices(form, context));
  const factor = ONE + fixed(context.rates?.taker ?? '0');
  return upToStep(timesUp(timesDown(most, quantity), factor), QUOTE_STEP);
}

/** The prices that the order's worth is checked at: its own, both legs of an OCO, or the market's now. */
export function legPrices(form: SpotOrderForm, context: FormContext): Fixed[] {
  switch (form.type) {
    case 'market':
      return [fixed(context.last ?? '0')];
    case 'limit':
    case 'stop-limit':
      return [fixed(form.price)];
    case 'stop':
      return [worstAt(form, context)];
    case 'oco':
      return [fixed(form.price), form.stopLimitPrice === '' ? worstAt(form, context) : fixed(form.stopLimitPrice)];
  }
}

/** A stop without a limit is a market order once it triggers: it may reach as far as the band from its trigger. */
function worstAt({ side, stopPrice }: SpotOrderForm, { rates, instrument }: FormContext): Fixed {
  const band = fixed(rates?.band ?? '0');
  const worst = timesDown(fixed(stopPrice), side === 'buy' ? ONE + band : ONE - band);
  return downToStep(worst, fixed(instrument.tickSize));
}

/** The price that an estimate starts from: the order's own, its trigger's, or the best on the other side. */
export function referencePrice(form: SpotOrderForm, context: FormContext): Fixed {
  if (form.type === 'market') return fixed(levelsFor(form, context)[0]?.price ?? '0');
  return fixed(form.type === 'stop' ? form.stopPrice : form.price);
}

function fillsNow(form: SpotOrderForm, context: FormContext, quantity: Fixed) {
  const takes = form.type === 'market' || (form.type === 'limit' && !form.postOnly);
  if (!takes) return { filled: 0n, notional: 0n, fee: 0n };
  const price = referencePrice(form, context);
  const within = (level: Fixed) => form.type === 'market' || (form.side === 'buy' ? level <= price : level >= price);
  const taker = context.rates?.taker ?? '0';
  return sweep(levelsFor(form, context), { quantity, within, fee: (notional) => feeOf(notional, taker) });
}

/** What the order meets. Before the book is there, everything is taken to trade at the last price. */
function levelsFor(form: SpotOrderForm, { asks, bids, last }: FormContext): readonly Level[] {
  const levels = form.side === 'buy' ? asks : bids;
  return levels.length > 0 || last === null || form.type !== 'market' ? levels : [{ price: last, quantity: ENDLESS }];
}

type Level = { price: string; quantity: string };
const ENDLESS = '1000000000000';

const feeOf = (notional: Fixed, rate: string): Fixed => downToStep(timesDown(notional, fixed(rate)), QUOTE_STEP);

export const greatest = (values: readonly Fixed[]): Fixed => values.reduce((a, b) => (a > b ? a : b), 0n);
