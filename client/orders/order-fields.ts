import type { InstrumentView } from '../../contracts/market.contract';
import type { RefusalCode } from '../../contracts/refusal.contract';
import type { Side, StopTrigger, TimeInForce } from '../../contracts/order.contract';
import { toAmount } from '../../shared/money';
import { hasLimitPrice, isConditional } from '../../shared/order-type';
import { isAuctionOnly, type NotionalLimits, type QuantityLimits } from '../../shared/order';
import type { BookRow } from '../market/book';
import { NO_LEVELS, type AttachedForm } from './attached';

/** The kinds of the form; OCO is a limit order and a stop order of which one cancels the other. */
export const FORM_TYPES = [
  'limit',
  'market',
  'stop-limit',
  'stop',
  'take-profit-limit',
  'take-profit',
  'trailing-stop',
  'oco',
] as const;
export type FormType = (typeof FORM_TYPES)[number];
export type FormField =
  | 'price'
  | 'stopPrice'
  | 'stopLimitPrice'
  | 'callback'
  | 'activationPrice'
  | 'quantity'
  | 'total';

/** The typed fields, as decimal text. `sizedBy` names the leading one of quantity and total; the other follows. */
export interface OrderFields {
  side: Side;
  type: FormType;
  price: string;
  stopPrice: string;
  trigger: StopTrigger;
  stopLimitPrice: string;
  /** Of a trailing stop, in percent. */
  callback: string;
  activationPrice: string;
  quantity: string;
  total: string;
  sizedBy: 'quantity' | 'total';
  timeInForce: TimeInForce;
  postOnly: boolean;
  attached: AttachedForm;
}

/** What the market and the account are now. Balances are `null` for a visitor, rates until the server named them. */
export interface FormContext {
  instrument: InstrumentView;
  last: string | null;
  asks: readonly BookRow[];
  bids: readonly BookRow[];
  available: { base: string; quote: string } | null;
  /** The fees, and how far from the price now a market order may reach. */
  rates: { maker: string; taker: string; band: string } | null;
}

export interface Problem {
  field: FormField;
  code: RefusalCode;
  params: Record<string, string>;
}

export const EMPTY_FORM: OrderFields = {
  side: 'buy',
  type: 'limit',
  price: '',
  stopPrice: '',
  trigger: 'last',
  stopLimitPrice: '',
  callback: '',
  activationPrice: '',
  quantity: '',
  total: '',
  sizedBy: 'quantity',
  timeInForce: 'GTC',
  postOnly: false,
  attached: NO_LEVELS,
};

export const fieldsOf = (type: FormType): readonly FormField[] => {
  switch (type) {
    case 'limit':
      return ['price', 'quantity', 'total'];
    case 'market':
      return ['quantity', 'total'];
    case 'stop-limit':
    case 'take-profit-limit':
      return ['stopPrice', 'price', 'quantity', 'total'];
    case 'stop':
    case 'take-profit':
      return ['stopPrice', 'quantity'];
    case 'trailing-stop':
      return ['callback', 'activationPrice', 'quantity'];
    case 'oco':
      return ['price', 'stopPrice', 'stopLimitPrice', 'quantity'];
  }
};

/** The name of its trigger price: a take-profit stops nothing. */
export const triggerField = (type: FormType): 'field.triggerPrice' | 'field.stopPrice' =>
  type === 'take-profit' || type === 'take-profit-limit' ? 'field.triggerPrice' : 'field.stopPrice';

/** An order of one leg that waits for its trigger. */
export const waits = (type: FormType): boolean => type !== 'oco' && isConditional(type);

/** Whether its one leg has a limit price. */
export const isLimited = (type: FormType): boolean => type !== 'oco' && hasLimitPrice(type);

/** Whether it watches a price. */
export const isStop = ({ type }: OrderFields): boolean => type === 'oco' || waits(type);

/** Fields that may stay empty. */
export const isOptional = (field: FormField): boolean => field === 'stopLimitPrice' || field === 'activationPrice';

/** The field of the order's size. */
export const sizeField = ({ sizedBy, type }: OrderFields): 'quantity' | 'total' =>
  sizedBy === 'total' && fieldsOf(type).includes('total') ? 'total' : 'quantity';

/** The auction that it waits for. Stops, and orders that only make, wait for none. */
export const auctionOf = ({ type, timeInForce, postOnly }: OrderFields): 'OPG' | 'ATC' | null => {
  const isFor = isAuctionOnly(timeInForce) ? timeInForce : null;
  return type === 'market' || (type === 'limit' && !postOnly) ? isFor : null;
};

/** Whether take-profits and stop-losses can come with it: it opens, at one price, and may be called off until it does. */
export const canCarry = (form: OrderFields): boolean =>
  form.side === 'buy' && form.type !== 'oco' && form.type !== 'trailing-stop' && auctionOf(form) !== 'ATC';

/** As the call before an open takes it: a market order is for an auction, a limit order too or rests, and none only makes. */
export function inCall(form: OrderFields): OrderFields {
  const { type, timeInForce, postOnly } = form;
  if (type !== 'market' && type !== 'limit') return form;
  const taken = isAuctionOnly(timeInForce) ? timeInForce : type === 'market' ? 'OPG' : 'GTC';
  return taken === timeInForce && !postOnly ? form : { ...form, timeInForce: taken, postOnly: false };
}

export const isForAuction = (form: OrderFields): boolean => auctionOf(form) !== null;

/** The time in force that is sent: what was chosen, where the order can have it. */
export const timeOf = (form: OrderFields): TimeInForce => {
  if (form.type === 'market') return auctionOf(form) ?? 'IOC';
  const isWithout = isAuctionOnly(form.timeInForce) && !isForAuction(form);
  return form.postOnly || isWithout ? 'GTC' : form.timeInForce;
};

/**
 * A market buy sized by its amount: it spends at most that much, fee included, and the server is sent the amount. One for an auction is
 * sized by quantity: nobody knows yet what it will pay.
 */
export const isByAmount = (form: OrderFields): boolean =>
  form.type === 'market' && form.side === 'buy' && sizeField(form) === 'total' && !isForAuction(form);

export const quantityLimits = ({ lotSize, minQuantity, maxQuantity }: InstrumentView): QuantityLimits => ({
  lot: toAmount(lotSize),
  minimum: toAmount(minQuantity),
  maximum: toAmount(maxQuantity),
});

export const notionalLimits = ({ minNotional, maxNotional }: InstrumentView): NotionalLimits => ({
  minimum: toAmount(minNotional),
  maximum: toAmount(maxNotional),
});
