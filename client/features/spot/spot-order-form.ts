import type { CallInput } from '../../../contracts/call.contract';
import type { RefusalCode } from '../../../contracts/refusal.contract';
import type { placeOco, placeOrder } from '../../../contracts/spot.calls';
import { format, times, toAmount, typedAmount, type Amount } from '../../../shared/money';
import { notionalProblem, priceProblem, quantityProblem } from '../../../shared/order';
import { estimateOf, greatest, legPrices, quantityOf, requiredOf, type Summary } from './order-estimate';
import {
  fieldsOf,
  isByAmount,
  notionalLimits,
  quantityLimits,
  sizeField,
  type FormContext,
  type FormField,
  type Problem,
  type SpotOrderForm,
} from './order-fields';

/** An order as it is placed or previewed, and a pair of which one cancels the other. */
export type OrderBody = CallInput<typeof placeOrder>;
type OcoBody = CallInput<typeof placeOco>;

export interface Summarised {
  summary: Summary | null;
  problems: Problem[];
  /** What to send; `null` while there are problems. */
  body: OrderBody | OcoBody | null;
}

/** State → summary → problems: everything that the form shows before the click, computed without a clock or a server. */
export function summarise(form: SpotOrderForm, context: FormContext): Summarised {
  const quantity = quantityOf(form, context);
  const problems = [...priceProblems(form, context), ...sizeProblems(form, context, quantity)];
  const summary = quantity !== undefined && quantity > 0n ? estimateOf(form, context, quantity) : null;
  if (problems.length === 0 && quantity !== undefined) problems.push(...worthProblems(form, context, quantity));
  return { summary, problems, body: problems.length === 0 && quantity ? bodyOf(form, context, quantity) : null };
}

function priceProblems(form: SpotOrderForm, context: FormContext): Problem[] {
  const wanted = fieldsOf(form.type).filter((field) => field.endsWith('rice'));
  const problems = wanted.flatMap((field) => onePriceProblem(field, form, context.instrument.tickSize));
  if (problems.length > 0 || context.last === null) return problems;
  return sideProblems(form, context.last);
}

function onePriceProblem(field: FormField, form: SpotOrderForm, tickSize: string): Problem[] {
  const text = form[field];
  const problem = (code: RefusalCode, params: Record<string, string> = {}): Problem[] => [{ field, code, params }];
  if (text === '') {
    if (field === 'stopLimitPrice') return [];
    return problem(field === 'stopPrice' ? 'spot.stop-price-required' : 'spot.price-required');
  }
  const wrong = priceProblem(typedAmount(text), toAmount(tickSize));
  if (wrong === undefined) return [];
  const name = field === 'stopPrice' ? 'stop-price' : 'price';
  return problem(`spot.${name}-${wrong}`, wrong === 'over-precise' ? { price: text, tickSize } : {});
}

/** A stop that would trigger at once, and an OCO whose legs are not on either side of the last price. */
function sideProblems(form: SpotOrderForm, last: string): Problem[] {
  const [now, stop, price] = [toAmount(last), toAmount(form.stopPrice), toAmount(form.price)];
  const params = { last, price: form.price, stopPrice: form.stopPrice };
  const stopIsBeyond = form.side === 'buy' ? stop > now : stop < now;
  if (form.type === 'oco') {
    const priceIsBetter = form.side === 'buy' ? price < now : price > now;
    return stopIsBeyond && priceIsBetter ? [] : [{ field: 'price', code: 'spot.oco-prices-out-of-order', params }];
  }
  if (form.type !== 'stop' && form.type !== 'stop-limit') return [];
  return stopIsBeyond ? [] : [{ field: 'stopPrice', code: 'spot.stop-already-reached', params }];
}

/** What was typed as the size must be above zero, and a quantity must fit the instrument's lots and limits. */
function sizeProblems(form: SpotOrderForm, context: FormContext, quantity: Amount | undefined): Problem[] {
  const field = sizeField(form);
  const { lotSize, minQuantity, maxQuantity, base } = context.instrument;
  const shown = { quantity: quantity === undefined ? '' : format(quantity), asset: base };
  const problem = (code: RefusalCode, params: Record<string, string> = {}): Problem[] => [
    { field, code, params: { ...shown, ...params } },
  ];
  const typed = typedAmount(form[field]);
  if (typed === undefined || quantity === undefined) return problem('spot.quantity-required');
  if (typed <= 0n) return problem('spot.quantity-not-positive');
  if (isByAmount(form)) return [];
  // A total that pays for less than one lot is a quantity below the least.
  const wrong = quantity === 0n ? 'below-minimum' : quantityProblem(quantity, quantityLimits(context.instrument));
  if (wrong === undefined) return [];
  const bounds = {
    'above-maximum': { maximum: maxQuantity },
    'over-precise': { lotSize },
    'below-minimum': { minimum: minQuantity },
    'not-positive': {},
  };
  return problem(`spot.quantity-${wrong}`, bounds[wrong]);
}

/** The instrument's limits on what an order is worth, and the balance. An order by amount is weighed by that amount itself. */
function worthProblems(form: SpotOrderForm, context: FormContext, quantity: Amount): Problem[] {
  const { minNotional, maxNotional, lotSize, base, quote } = context.instrument;
  const problem = (code: RefusalCode, params: Record<string, string>): Problem[] => [
    { field: sizeField(form), code, params },
  ];
  const amount = isByAmount(form) ? toAmount(form.total) : null;
  const worths = amount === null ? legPrices(form, context).map((price) => times(price, quantity, 'down')) : [amount];
  const limits = notionalLimits(context.instrument);
  const small = worths.find((worth) => notionalProblem(worth, limits) === 'below-minimum');
  const worth = small ?? greatest(worths);
  const wrong = notionalProblem(worth, limits);
  if (wrong !== undefined) {
    const bound = wrong === 'below-minimum' ? { minimum: minNotional } : { maximum: maxNotional };
    return problem(`spot.notional-${wrong}`, { notional: format(worth), ...bound, asset: quote });
  }
  if (quantity === 0n) return problem('spot.quote-amount-below-one-lot', { lotSize, asset: base });
  if (context.available === null) return [];
  const buys = form.side === 'buy';
  const available = buys ? context.available.quote : context.available.base;
  const required = amount ?? requiredOf(form, context, quantity);
  if (required <= toAmount(available)) return [];
  const params = { required: format(required), available, asset: buys ? quote : base };
  return problem('spot.insufficient-balance', params);
}

function bodyOf(form: SpotOrderForm, { instrument }: FormContext, quantity: Amount): OrderBody | OcoBody {
  const { side, type, price, stopPrice, stopLimitPrice, postOnly } = form;
  const order = { symbol: instrument.symbol, side };
  if (type === 'oco') {
    const legs = { price, stopPrice, ...(stopLimitPrice !== '' && { stopLimitPrice }) };
    return { ...order, quantity: format(quantity), ...legs };
  }
  const shown = fieldsOf(type);
  return {
    ...order,
    type,
    ...(isByAmount(form) ? { quoteAmount: form.total } : { quantity: format(quantity) }),
    ...(shown.includes('price') && { price, timeInForce: postOnly ? 'GTC' : form.timeInForce }),
    ...(shown.includes('stopPrice') && { stopPrice }),
    ...(shown.includes('price') && postOnly && { postOnly: 'true' }),
  };
}

/** Where the form shows the field that a refusal names; what sizes an order stands where it was typed. */
export function formFieldOf(field: string | undefined, form: SpotOrderForm): FormField | null {
  if (field === 'quantity' || field === 'quoteAmount') return sizeField(form);
  return fieldsOf(form.type).find((shown) => shown === field) ?? null;
}
