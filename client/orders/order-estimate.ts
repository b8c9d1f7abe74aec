import {
  ZERO,
  ONE,
  format,
  fromSteps,
  overOrZero,
  roundToStep,
  times,
  toAmount,
  typedAmount,
  type Amount,
} from '../../shared/money';
import { worstRate } from '../../shared/fees';
import { averageOf, feeOf, holdOf, isAuctionOnly, outcomeOf, withoutFee, worstPrice } from '../../shared/order';
import { trailedTicks } from '../../shared/trailing';
import { sweep } from '../market/book';
import {
  isForAuction,
  isByAmount,
  isLimited,
  sizeField,
  timeOf,
  waits,
  type FormContext,
  type OrderFields,
} from './order-fields';

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

/** Of the quote asset: fees round down to them, holds up. */
const QUOTE_DECIMALS = 8;

/** What the order would do at the prices now, by the server's own arithmetic. */
export function estimateOf(form: OrderFields, context: FormContext, quantity: Amount): Summary {
  const { rates } = context;
  const price = referencePrice(form, context);
  const now = fillsNow(form, context, quantity);
  const time = timeOf(form);
  const rests = time === 'GTC' || isAuctionOnly(time) || waits(form.type);
  // A stop takes when it triggers, as the server reckons; a limit order that rests makes.
  const rate = waits(form.type) ? rates?.taker : rates?.maker;
  const resting = { quantity: rests ? quantity - now.filled : ZERO, price, rate: toAmount(rate ?? '0') };
  const { notional, fee, total } = outcomeOf(form.side, now, resting, QUOTE_DECIMALS);
  const average = form.type === 'market' ? averageOf(now.notional, now.filled) : null;
  return {
    quantity: format(quantity),
    notional: format(notional),
    averagePrice: average === null ? null : format(average),
    fee: rates === null ? null : format(fee),
    total: rates === null ? null : format(total),
    fillsNow: format(now.filled),
  };
}

/** What each leg of an OCO would bring if it were the one: the limit at its price, the stop at its trigger or own limit. */
export function ocoOutcomes(
  form: OrderFields,
  context: FormContext,
  quantity: Amount,
): { limit: Summary; stop: Summary } {
  const stopLimit = form.stopLimitPrice;
  const stop = { ...form, type: stopLimit === '' ? ('stop' as const) : ('stop-limit' as const), price: stopLimit };
  const limit = { ...form, type: 'limit' as const };
  return { limit: estimateOf(limit, context, quantity), stop: estimateOf(stop, context, quantity) };
}

/** How much the order is for; where a total leads, as much as it pays for at the prices now. */
export function quantityOf(form: OrderFields, context: FormContext): Amount | undefined {
  if (sizeField(form) === 'quantity') return typedAmount(form.quantity);
  const total = typedAmount(form.total);
  if (total === undefined) return undefined;
  if (form.type === 'market')
    return boughtFor(isByAmount(form) ? withoutFee(total, takerRateOf(context)) : total, form, context);
  return roundToStep(
    overOrZero(total, referencePrice(form, context), 'down'),
    toAmount(context.instrument.lotSize),
    'down',
  );
}

/** How much a market order trades for this much of the quote asset, fee not counted. */
export function boughtFor(budget: Amount, form: OrderFields, context: FormContext): Amount {
  return sweep(levelsFor(form, context), { budget, lot: toAmount(context.instrument.lotSize) }).filled;
}

/** What a quantity is worth: at the prices that a market order meets, else at the order's own. */
export function tradesFor(quantity: Amount, form: OrderFields, context: FormContext): Amount {
  if (form.type !== 'market') return times(referencePrice(form, context), quantity, 'up');
  return sweep(levelsFor(form, context), { quantity }).notional;
}

/** What the order puts on hold: the base asset of a sell, or the most that a buy can cost, fee included. */
export function requiredOf(form: OrderFields, context: FormContext, quantity: Amount): Amount {
  if (form.side === 'sell') return quantity;
  if (form.type === 'market' && !isForAuction(form)) {
    const { notional, fee } = fillsNow(form, context, quantity);
    return notional + fee;
  }
  const worth = times(greatest(holdPrices(form, context)), quantity, 'down');
  return holdOf(worth, worstRateOf(context), QUOTE_DECIMALS);
}

/** The prices that the order's worth is checked at: its own, both legs of an OCO, or the market's now. */
export function legPrices(form: OrderFields, context: FormContext): Amount[] {
  switch (form.type) {
    case 'market':
      return [toAmount(context.last ?? '0')];
    case 'limit':
    case 'stop-limit':
    case 'take-profit-limit':
      return [toAmount(form.price)];
    case 'stop':
    case 'take-profit':
    case 'trailing-stop':
      return [worstAt(form, context)];
    case 'oco':
      return [
        toAmount(form.price),
        form.stopLimitPrice === '' ? worstAt(form, context) : toAmount(form.stopLimitPrice),
      ];
  }
}

/** The prices that an order which waits holds money for. */
export const holdPrices = (form: OrderFields, context: FormContext): Amount[] =>
  form.type === 'market' ? [worstAt(form, context)] : legPrices(form, context);

/** An order without a limit may reach as far as the band from its trigger, or from the price now. */
function worstAt(form: OrderFields, context: FormContext): Amount {
  const { side, type } = form;
  const { rates, instrument, last } = context;
  const from = type === 'market' ? toAmount(last ?? '0') : triggerAt(form, context);
  if (from === ZERO) return ZERO;
  return worstPrice(side, from, toAmount(rates?.band ?? '0'), toAmount(instrument.tickSize));
}

/** The price that a trailing stop follows from: its activation price, or the price now. */
const trailsFrom = ({ activationPrice }: OrderFields, { last }: FormContext): Amount =>
  toAmount(activationPrice === '' ? (last ?? '0') : activationPrice);

/** Its trigger price; that of a trailing stop as it begins. */
function triggerAt(form: OrderFields, context: FormContext): Amount {
  if (form.type !== 'trailing-stop') return toAmount(form.stopPrice);
  const tick = toAmount(context.instrument.tickSize);
  const best = trailsFrom(form, context);
  const size = Number((toAmount(form.callback) * 100n) / ONE);
  return best === ZERO ? ZERO : fromSteps(trailedTicks(form.side, { unit: 'bps', size }, Number(best / tick)), tick);
}

/** The price that an estimate starts from: the order's own, its trigger's, the best on the other side, or before an auction the last. */
export function referencePrice(form: OrderFields, context: FormContext): Amount {
  if (isForAuction(form) && form.type === 'market') return toAmount(context.last ?? '0');
  if (form.type === 'market') return toAmount(levelsFor(form, context)[0]?.price ?? '0');
  if (form.type === 'trailing-stop') return trailsFrom(form, context);
  return toAmount(waits(form.type) && !isLimited(form.type) ? form.stopPrice : form.price);
}

function fillsNow(form: OrderFields, context: FormContext, quantity: Amount) {
  const takes = !isForAuction(form) && (form.type === 'market' || (form.type === 'limit' && !form.postOnly));
  if (!takes) return { filled: ZERO, notional: ZERO, fee: ZERO };
  const price = referencePrice(form, context);
  const within = (level: Amount) => form.type === 'market' || (form.side === 'buy' ? level <= price : level >= price);
  const rate = takerRateOf(context);
  return sweep(levelsFor(form, context), {
    quantity,
    within,
    fee: (notional) => feeOf(notional, rate, QUOTE_DECIMALS),
  });
}

/** What the order meets. Before the book is there, everything is taken to trade at the last price. */
function levelsFor(form: OrderFields, { asks, bids, last }: FormContext): readonly Level[] {
  const levels = form.side === 'buy' ? asks : bids;
  return levels.length > 0 || last === null || form.type !== 'market' ? levels : [{ price: last, quantity: ENDLESS }];
}

type Level = { price: string; quantity: string };
const ENDLESS = '1000000000000';

/** The rate of the orders that take; zero until the server named it. */
export const takerRateOf = ({ rates }: FormContext): Amount => toAmount(rates?.taker ?? '0');

/** The rate that an order's hold is reckoned by; zero until the server named its rates. */
export const worstRateOf = ({ rates }: FormContext): Amount =>
  worstRate(toAmount(rates?.maker ?? '0'), toAmount(rates?.taker ?? '0'));

export const greatest = (values: readonly Amount[]): Amount => values.reduce((a, b) => (a > b ? a : b), 0n);
