import { format, times, toAmount, typedAmount, ZERO, type Amount } from '../../shared/money';
import {
  balanceRefused,
  notionalRefused,
  priceMissing,
  priceRefused,
  QUANTITY_MISSING,
  quantityProblem,
  quantityRefused,
  type OrderProblem,
  type QuantityProblem,
} from '../../shared/order';
import { attachedBody, attachedProblems, type AttachedPlan } from './attached';
import {
  estimateOf,
  greatest,
  legPrices,
  quantityOf,
  referencePrice,
  requiredOf,
  type Summary,
} from './order-estimate';
import {
  canCarry,
  fieldsOf,
  isForAuction,
  isByAmount,
  notionalLimits,
  quantityLimits,
  isOptional,
  sizeField,
  timeOf,
  type FormContext,
  type FormField,
  type Problem,
  type OrderFields,
} from './order-fields';
import type { OcoBody, OrderBody } from './product';
import { isConditional, isTakeProfit, triggersOnRise } from '../../shared/order-type';

export interface Summarised {
  summary: Summary | null;
  problems: Problem[];
  /** By what its take-profits and stop-losses are judged; `null` where it can carry none. */
  plan: AttachedPlan | null;
  /** What to send; `null` while there are problems. */
  body: OrderBody | OcoBody | null;
}

/** State → summary → problems: everything that the form shows before the click, computed without a clock or a server. */
export function summarise(form: OrderFields, context: FormContext): Summarised {
  const quantity = quantityOf(form, context);
  const size = sizeProblem(form, context, quantity);
  const problems = [...priceProblems(form, context), ...(size ? [shown(size, form)] : [])];
  const summary = quantity !== undefined && quantity > 0n ? estimateOf(form, context, quantity) : null;
  const worth = problems.length > 0 || quantity === undefined ? undefined : worthProblem(form, context, quantity);
  if (worth !== undefined) problems.push(worth);
  const plan = planOf(form, context, quantity ?? ZERO);
  const isWhole = problems.length === 0 && (plan === null || attachedProblems(form.attached, plan).length === 0);
  const attached = plan === null ? {} : attachedBody(form.attached, plan);
  return {
    summary,
    problems,
    plan,
    body: isWhole && quantity ? { ...bodyOf(form, context, quantity), ...attached } : null,
  };
}

const NO_FEES = { opening: ZERO, closing: ZERO };

/** What a buy would open, without leverage. Per cent are of its price. */
function planOf(form: OrderFields, context: FormContext, quantity: Amount): AttachedPlan | null {
  if (!canCarry(form)) return null;
  const { instrument, rates } = context;
  const taker = toAmount(rates?.taker ?? '0');
  const opening = form.type === 'limit' ? toAmount(rates?.maker ?? '0') : taker;
  return {
    position: { side: 'long', leverage: 1, entry: referencePrice(form, context), quantity },
    rates: { opening, closing: taker },
    percentRates: NO_FEES,
    tick: toAmount(instrument.tickSize),
    lot: toAmount(instrument.lotSize),
  };
}

const isFound = <Value>(value: Value | undefined): value is Value => value !== undefined;
const PRICES = ['price', 'stopPrice', 'stopLimitPrice', 'activationPrice'] as const;

const CALLBACK_MISSING: Problem = { field: 'callback', code: 'order.callback-required', params: {} };

function priceProblems(form: OrderFields, { instrument, last }: FormContext): Problem[] {
  const tick = toAmount(instrument.tickSize);
  const wrong = PRICES.filter((field) => fieldsOf(form.type).includes(field)).map((field) => {
    const text = form[field];
    if (text !== '') return priceRefused(field, text, typedAmount(text), tick);
    return isOptional(field) ? undefined : priceMissing(field, form.type);
  });
  if (form.type === 'trailing-stop' && form.callback === '') return [CALLBACK_MISSING];
  if (wrong.some(isFound)) return wrong.filter(isFound).map((problem) => shown(problem, form));
  return last === null ? [] : sideProblems(form, last);
}

/** A stop that would trigger at once, and an OCO whose legs are not on either side of the last price. */
function sideProblems(form: OrderFields, last: string): Problem[] {
  const [now, stop, price] = [toAmount(last), toAmount(form.stopPrice), toAmount(form.price)];
  const params = { last, price: form.price, stopPrice: form.stopPrice };
  // The index is not known here: the server says whether it has passed the stop.
  const stopIsBeyond =
    form.trigger !== 'last' ||
    ((form.type === 'oco' ? form.side === 'buy' : triggersOnRise(form.side, form.type)) ? stop > now : stop < now);
  if (form.type === 'oco') {
    const priceIsBetter = form.side === 'buy' ? price < now : price > now;
    return stopIsBeyond && priceIsBetter ? [] : [{ field: 'price', code: 'order.oco-prices-out-of-order', params }];
  }
  // A trailing stop begins where the server says that the price is.
  if (stopIsBeyond || !isConditional(form.type) || form.type === 'trailing-stop') return [];
  const code = isTakeProfit(form.type) ? 'order.take-profit-already-reached' : 'order.stop-already-reached';
  return [{ field: 'stopPrice', code, params }];
}

/** What was typed as the size must be above zero, and a quantity must fit the instrument's lots and limits. */
function sizeProblem(form: OrderFields, { instrument }: FormContext, quantity: Amount | undefined) {
  const typed = typedAmount(form[sizeField(form)]);
  if (typed === undefined || quantity === undefined) return QUANTITY_MISSING;
  const limits = quantityLimits(instrument);
  const refused = (wrong?: QuantityProblem) => quantityRefused(wrong, format(quantity), limits, instrument.base);
  if (typed <= 0n) return refused('not-positive');
  if (isByAmount(form)) return undefined;
  // A total that pays for less than one lot is a quantity below the least.
  return refused(quantity === 0n ? 'below-minimum' : quantityProblem(quantity, limits));
}

/** The instrument's limits on what an order is worth, and the balance. An order by amount is weighed by that amount itself. */
function worthProblem(form: OrderFields, context: FormContext, quantity: Amount): Problem | undefined {
  const { lotSize, base, quote } = context.instrument;
  const amount = isByAmount(form) ? toAmount(form.total) : null;
  const worths = amount === null ? legPrices(form, context).map((price) => times(price, quantity, 'down')) : [amount];
  const limits = notionalLimits(context.instrument);
  const small = worths.find((worth) => worth < limits.minimum);
  const wrong = notionalRefused(small ?? greatest(worths), limits, quote);
  if (wrong !== undefined) return shown(wrong, form);
  if (quantity === 0n) {
    return { field: sizeField(form), code: 'order.quote-amount-below-one-lot', params: { lotSize, asset: base } };
  }
  if (context.available === null) return undefined;
  const [available, asset] = form.side === 'buy' ? [context.available.quote, quote] : [context.available.base, base];
  const short = balanceRefused(amount ?? requiredOf(form, context, quantity), toAmount(available), asset);
  return short && shown(short, form);
}

/** A problem at the field of the form that it is about: what sizes an order stands where it was typed. */
const shown = ({ reason, params }: OrderProblem, form: OrderFields): Problem => ({
  field: formFieldOf(params['field'] ?? 'quantity', form) ?? sizeField(form),
  code: `order.${reason}`,
  params,
});

function bodyOf(form: OrderFields, { instrument }: FormContext, quantity: Amount): OrderBody | OcoBody {
  const { side, type, price, stopPrice, trigger, stopLimitPrice, callback, activationPrice, postOnly } = form;
  const order = { symbol: instrument.symbol, side };
  if (type === 'oco') {
    const legs = { price, stopPrice, trigger, ...(stopLimitPrice !== '' && { stopLimitPrice }) };
    return { ...order, quantity: format(quantity), ...legs };
  }
  const shown = fieldsOf(type);
  return {
    ...order,
    type,
    ...(isByAmount(form) ? { quoteAmount: form.total } : { quantity: format(quantity) }),
    ...(shown.includes('price') && { price }),
    ...((shown.includes('price') || isForAuction(form)) && { timeInForce: timeOf(form) }),
    ...(shown.includes('stopPrice') && { stopPrice, trigger }),
    ...(shown.includes('callback') && { callback: `${callback}%`, trigger }),
    ...(shown.includes('activationPrice') && activationPrice !== '' && { activationPrice }),
    ...(shown.includes('price') && postOnly && { postOnly: 'true' }),
  };
}

/** Where the form shows the field that a refusal names; what sizes an order stands where it was typed. */
export function formFieldOf(field: string | undefined, form: OrderFields): FormField | null {
  if (field === 'quantity' || field === 'quoteAmount') return sizeField(form);
  return fieldsOf(form.type).find((shown) => shown === field) ?? null;
}
