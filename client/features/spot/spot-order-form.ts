import type { InstrumentView } from '../../../contracts/market.contract';
import type { RefusalCode } from '../../../contracts/refusal.contract';
import type { Side, TimeInForce } from '../../../contracts/spot.contract';
import {
  ONE,
  downToStep,
  fixed,
  formatFixed,
  overDown,
  parseFixed,
  timesDown,
  timesUp,
  type Fixed,
} from '../../lib/fixed';
import { sweep, type BookRow } from '../../market/book';

/** The kinds of the form; OCO is a limit order and a stop order of which one cancels the other. */
export const FORM_TYPES = ['limit', 'market', 'stop-limit', 'stop', 'oco'] as const;
export type FormType = (typeof FORM_TYPES)[number];
export type FormField = 'price' | 'stopPrice' | 'stopLimitPrice' | 'quantity' | 'total';

/** What was typed, as decimal text. `sizedBy` tells which of quantity and total leads; the other one follows. */
export interface SpotOrderForm {
  side: Side;
  type: FormType;
  price: string;
  stopPrice: string;
  stopLimitPrice: string;
  quantity: string;
  total: string;
  sizedBy: 'quantity' | 'total';
  timeInForce: TimeInForce;
  postOnly: boolean;
}

/** What the market and the account are now. Balances are `null` for a visitor, rates until the server named them. */
export interface FormContext {
  instrument: InstrumentView;
  last: string | null;
  asks: readonly BookRow[];
  bids: readonly BookRow[];
  available: { base: string; quote: string } | null;
  rates: { maker: string; taker: string } | null;
}

export interface Problem {
  field: FormField;
  code: RefusalCode;
  params: Record<string, string>;
}

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

export interface Summarised {
  summary: Summary | null;
  problems: Problem[];
  /** What to send; `null` while there are problems. */
  body: Record<string, string> | null;
}

export const EMPTY_FORM: SpotOrderForm = {
  side: 'buy',
  type: 'limit',
  price: '',
  stopPrice: '',
  stopLimitPrice: '',
  quantity: '',
  total: '',
  sizedBy: 'quantity',
  timeInForce: 'GTC',
  postOnly: false,
};

export const fieldsOf = (type: FormType): readonly FormField[] => {
  switch (type) {
    case 'limit':
      return ['price', 'quantity', 'total'];
    case 'market':
      return ['quantity', 'total'];
    case 'stop-limit':
      return ['stopPrice', 'price', 'quantity', 'total'];
    case 'stop':
      return ['stopPrice', 'quantity'];
    case 'oco':
      return ['price', 'stopPrice', 'stopLimitPrice', 'quantity'];
  }
};

/** State → summary → problems: everything that the form shows before the click, computed without a clock or a server. */
export function summarise(form: SpotOrderForm, context: FormContext): Summarised {
  const quantity = quantityOf(form, context);
  const problems = [...priceProblems(form, context), ...quantityProblems(form, context, quantity)];
  const summary = quantity !== undefined && quantity > 0n ? summaryOf(form, context, quantity) : null;
  if (problems.length === 0 && summary) problems.push(...moneyProblems(form, context, summary));
  return { summary, problems, body: problems.length === 0 && quantity ? bodyOf(form, context, quantity) : null };
}

/** The price that this order would be weighed at: its own, its trigger's, or the best on the other side. */
export function referencePrice(form: SpotOrderForm, context: FormContext): Fixed {
  if (form.type === 'market') {
    const best = form.side === 'buy' ? context.asks[0]?.price : context.bids[0]?.price;
    return fixed(best ?? context.last ?? '0');
  }
  return fixed(form.type === 'stop' ? form.stopPrice : form.price);
}

function quantityOf(form: SpotOrderForm, context: FormContext): Fixed | undefined {
  if (form.sizedBy === 'quantity' || !fieldsOf(form.type).includes('total')) return parseFixed(form.quantity);
  const total = parseFixed(form.total);
  if (total === undefined) return undefined;
  const lot = fixed(context.instrument.lotSize);
  return downToStep(overDown(spendable(total, form, context), referencePrice(form, context)), lot);
}

/** A market buy's amount includes the fee; the other totals are price times quantity. */
function spendable(total: Fixed, form: SpotOrderForm, context: FormContext): Fixed {
  if (form.type !== 'market' || form.side !== 'buy') return total;
  return overDown(total, ONE + fixed(context.rates?.taker ?? '0'));
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
  const price = parseFixed(text);
  const name = field === 'stopPrice' ? 'stop-price' : 'price';
  if (price === undefined || price <= 0n) return problem(`spot.${name}-not-positive`);
  return price % fixed(tickSize) === 0n ? [] : problem(`spot.${name}-over-precise`, { price: text, tickSize });
}

/** A stop that would trigger at once, and an OCO whose legs are not on either side of the last price. */
function sideProblems(form: SpotOrderForm, last: string): Problem[] {
  const [now, stop, price] = [fixed(last), fixed(form.stopPrice), fixed(form.price)];
  const params = { last, price: form.price, stopPrice: form.stopPrice };
  const stopIsBeyond = form.side === 'buy' ? stop > now : stop < now;
  if (form.type === 'oco') {
    const priceIsBetter = form.side === 'buy' ? price < now : price > now;
    return stopIsBeyond && priceIsBetter ? [] : [{ field: 'price', code: 'spot.oco-prices-out-of-order', params }];
  }
  if (form.type !== 'stop' && form.type !== 'stop-limit') return [];
  return stopIsBeyond ? [] : [{ field: 'stopPrice', code: 'spot.stop-already-reached', params }];
}

function quantityProblems(form: SpotOrderForm, context: FormContext, quantity: Fixed | undefined): Problem[] {
  const field = form.sizedBy === 'total' && fieldsOf(form.type).includes('total') ? 'total' : 'quantity';
  const { lotSize, minQuantity, maxQuantity, base } = context.instrument;
  const shown = { quantity: quantity === undefined ? '' : formatFixed(quantity), asset: base };
  const problem = (code: RefusalCode, params: Record<string, string> = {}): Problem[] => [
    { field, code, params: { ...shown, ...params } },
  ];
  if (form[field] === '' || quantity === undefined) return problem('spot.quantity-required');
  if (fixed(form[field]) === 0n) return problem('spot.quantity-not-positive');
  if (quantity % fixed(lotSize) !== 0n) return problem('spot.quantity-over-precise', { lotSize });
  if (quantity < fixed(minQuantity)) return problem('spot.quantity-below-minimum', { minimum: minQuantity });
  if (quantity > fixed(maxQuantity)) return problem('spot.quantity-above-maximum', { maximum: maxQuantity });
  return [];
}

function moneyProblems(form: SpotOrderForm, context: FormContext, summary: Summary): Problem[] {
  const field = form.sizedBy === 'total' && fieldsOf(form.type).includes('total') ? 'total' : 'quantity';
  const { minNotional, base, quote } = context.instrument;
  if (fixed(summary.notional) < fixed(minNotional)) {
    return [
      {
        field,
        code: 'spot.notional-below-minimum',
        params: { notional: summary.notional, minimum: minNotional, asset: quote },
      },
    ];
  }
  if (context.available === null) return [];
  const asset = form.side === 'buy' ? quote : base;
  const available = form.side === 'buy' ? context.available.quote : context.available.base;
  const taker = ONE + fixed(context.rates?.taker ?? '0');
  const required = form.side === 'buy' ? timesUp(fixed(summary.notional), taker) : fixed(summary.quantity);
  if (required <= fixed(available)) return [];
  return [{ field, code: 'spot.insufficient-balance', params: { required: formatFixed(required), available, asset } }];
}

function summaryOf(form: SpotOrderForm, context: FormContext, quantity: Fixed): Summary {
  const levels = form.side === 'buy' ? context.asks : context.bids;
  const price = referencePrice(form, context);
  const crosses = (level: Fixed) => form.type === 'market' || (form.side === 'buy' ? level <= price : level >= price);
  const takes = form.type === 'limit' || form.type === 'market';
  const swept = takes && !form.postOnly ? sweep(levels, quantity, crosses) : { filled: 0n, notional: 0n };
  const resting = timesDown(price, quantity - swept.filled);
  const notional = swept.notional + resting;
  const makes = form.type === 'limit' || form.type === 'stop-limit' || form.type === 'oco';
  const fee =
    context.rates &&
    feeOf(swept.notional, context.rates.taker) + feeOf(resting, makes ? context.rates.maker : context.rates.taker);
  return {
    quantity: formatFixed(quantity),
    notional: formatFixed(notional),
    averagePrice: form.type === 'market' && quantity > 0n ? formatFixed(overDown(notional, quantity)) : null,
    fee: fee === null ? null : formatFixed(fee),
    total: fee === null ? null : formatFixed(form.side === 'buy' ? notional + fee : notional - fee),
    fillsNow: formatFixed(swept.filled),
  };
}

const QUOTE_STEP = fixed('0.00000001');
const feeOf = (notional: Fixed, rate: string): Fixed => downToStep(timesDown(notional, fixed(rate)), QUOTE_STEP);

function bodyOf(form: SpotOrderForm, { instrument }: FormContext, quantity: Fixed): Record<string, string> {
  const body: Record<string, string> = { symbol: instrument.symbol, side: form.side };
  const byAmount = form.type === 'market' && form.side === 'buy' && form.sizedBy === 'total';
  if (byAmount) body['quoteAmount'] = form.total;
  else body['quantity'] = formatFixed(quantity);
  for (const field of fieldsOf(form.type)) {
    if (field.endsWith('rice') && form[field] !== '') body[field] = form[field];
  }
  if (form.type === 'oco') return body;
  body['type'] = form.type;
  if (form.type === 'limit' || form.type === 'stop-limit') {
    body['timeInForce'] = form.postOnly ? 'GTC' : form.timeInForce;
    if (form.postOnly) body['postOnly'] = 'true';
  }
  return body;
}

/** The form sized to a share of what is available: 25, 50, 75, 100 per cent. */
export function withPercent(form: SpotOrderForm, percent: number, context: FormContext): SpotOrderForm {
  const { instrument, available, rates } = context;
  if (available === null) return form;
  const share = (amount: string): Fixed => (fixed(amount) * BigInt(percent)) / 100n;
  if (form.side === 'sell') {
    const quantity = downToStep(share(available.base), fixed(instrument.lotSize));
    return { ...form, sizedBy: 'quantity', quantity: formatFixed(quantity), total: '' };
  }
  const money = share(available.quote);
  if (form.type === 'market') {
    return { ...form, sizedBy: 'total', total: formatFixed(downToStep(money, fixed('0.01'))), quantity: '' };
  }
  const price = timesUp(referencePrice(form, context), ONE + fixed(rates?.taker ?? '0'));
  if (price === 0n) return form;
  const quantity = downToStep(overDown(money, price), fixed(instrument.lotSize));
  return { ...form, sizedBy: 'quantity', quantity: formatFixed(quantity), total: '' };
}

/** Where a refusal of the server belongs: the field it names, else the one its code is about. */
export function fieldOfRefusal(code: string, field: string | undefined, form: SpotOrderForm): FormField | null {
  const shown = fieldsOf(form.type);
  const named = field === 'quoteAmount' ? 'total' : (field as FormField | undefined);
  if (named && shown.includes(named)) return named;
  if (code.startsWith('spot.stop-')) return shown.includes('stopPrice') ? 'stopPrice' : null;
  if (code.startsWith('spot.price') || code.startsWith('spot.oco-')) return shown.includes('price') ? 'price' : null;
  if (/^spot\.(quantity|quote|notional|insufficient)/.test(code))
    return form.sizedBy === 'total' && shown.includes('total') ? 'total' : 'quantity';
  return null;
}
