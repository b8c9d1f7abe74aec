import type { CallInput } from '../../../contracts/call.contract';
import type { placeContractOrder } from '../../../contracts/contract.calls';
import type { ContractView, PositionMode, PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { STOP_TRIGGERS, type OrderProblemView, type Side, type StopTrigger } from '../../../contracts/order.contract';
import type { MarginBracket, PositionSide } from '../../../shared/margin';
import {
  ONE,
  format,
  least,
  over,
  overOrZero,
  roundToStep,
  times,
  toAmount,
  typedAmount,
  ZERO,
  type Amount,
} from '../../../shared/money';
import {
  priceMissing,
  priceRefused,
  QUANTITY_MISSING,
  quantityProblem,
  quantityRefused,
  worstPrice,
} from '../../../shared/order';
import type { AttachedPlan } from '../../orders/attached';
import {
  isOptional,
  quantityLimits,
  waits,
  isLimited,
  type FormType,
  type OrderFields,
  type Problem,
} from '../../orders/order-fields';

/** As in spot, without pairs of which one cancels the other. */
export const CONTRACT_TYPES = [
  'limit',
  'market',
  'stop-limit',
  'stop',
  'take-profit-limit',
  'take-profit',
  'trailing-stop',
] as const satisfies readonly FormType[];
export type ContractType = (typeof CONTRACT_TYPES)[number];
export type ContractField = 'price' | 'stopPrice' | 'callback' | 'activationPrice' | 'quantity';

/** What the order is to do with a position. `reduceOnly` is of one-way mode, `action` of hedge mode. */
export interface Intent {
  mode: PositionMode;
  action: 'open' | 'close';
  reduceOnly: boolean;
  side: Side;
}

export type ContractOrderBody = CallInput<typeof placeContractOrder>;

/** A spot form may have been left at a pair. */
export const typeOf = ({ type }: Pick<OrderFields, 'type'>): ContractType => (type === 'oco' ? 'limit' : type);

export const isClosing = ({ mode, action, reduceOnly }: Intent): boolean =>
  mode === 'hedge' ? action === 'close' : reduceOnly;

/** The position that the order opens or closes. */
export const heldSide = (intent: Intent): PositionSide =>
  (intent.side === 'buy') !== isClosing(intent) ? 'long' : 'short';

/** The name of what an order does: `open.long`, `close.short`, in one-way mode `buy` and `sell`. */
export const actionOf = (intent: Intent): `${'open' | 'close'}.${'long' | 'short'}` | 'buy' | 'sell' =>
  intent.mode === 'one-way' ? intent.side : `${isClosing(intent) ? 'close' : 'open'}.${heldSide(intent)}`;

/** What an order may watch: one that opens the mark price alone, by which its loss is on hold. */
export const triggersOf = (intent: Intent): readonly StopTrigger[] => (isClosing(intent) ? STOP_TRIGGERS : ['mark']);

/** What it watches if this was chosen. */
export const watchedBy = (chosen: StopTrigger, intent: Intent): StopTrigger =>
  triggersOf(intent).find((each) => each === chosen) ?? 'mark';

export const fieldsOfType = (type: ContractType): readonly ContractField[] => [
  ...(type === 'trailing-stop'
    ? (['callback', 'activationPrice'] as const)
    : waits(type)
      ? (['stopPrice'] as const)
      : []),
  ...(isLimited(type) ? (['price'] as const) : []),
  'quantity',
];

/** What is wrong with what was typed; margin and market are the server's to judge. */
export function problemsOf(form: OrderFields, instrument: InstrumentView): Problem[] {
  const type = typeOf(form);
  const tick = toAmount(instrument.tickSize);
  const prices = fieldsOfType(type).flatMap((field) => {
    if (field === 'quantity') return [];
    const text = form[field];
    if (field === 'callback')
      return text === '' ? [{ field, code: 'order.callback-required', params: {} } as Problem] : [];
    if (isOptional(field) && text === '') return [];
    const wrong = text === '' ? priceMissing(field, type) : priceRefused(field, text, typedAmount(text), tick);
    return wrong === undefined ? [] : [{ field, code: `order.${wrong.reason}`, params: wrong.params } as Problem];
  });
  const quantity = typedAmount(form.quantity);
  const limits = quantityLimits(instrument);
  const wrong =
    quantity === undefined
      ? QUANTITY_MISSING
      : quantityRefused(quantityProblem(quantity, limits), form.quantity, limits, instrument.base);
  const size = wrong && { field: 'quantity', code: `order.${wrong.reason}`, params: { ...wrong.params } };
  return [...prices, ...(size === undefined ? [] : [size as Problem])];
}

/** What to send. Only for a form without problems. */
export function bodyOf(form: OrderFields, intent: Intent, symbol: string): ContractOrderBody {
  const type = typeOf(form);
  const { side, price, stopPrice, trigger, callback, activationPrice, quantity, timeInForce, postOnly } = form;
  const trails = type === 'trailing-stop';
  const isTaken = timeInForce === 'IOC' || timeInForce === 'FOK';
  return {
    symbol,
    side,
    positionSide: intent.mode === 'hedge' ? heldSide(intent) : 'both',
    type,
    quantity,
    ...(isLimited(type) && { price, timeInForce: isTaken && !postOnly ? timeInForce : 'GTC' }),
    ...(waits(type) && { trigger: watchedBy(trigger, intent) }),
    ...(waits(type) && (trails ? { callback: `${callback}%` } : { stopPrice })),
    ...(trails && activationPrice !== '' && { activationPrice }),
    ...(isLimited(type) && postOnly && { postOnly: 'true' as const }),
    ...(intent.mode === 'one-way' && intent.reduceOnly && { reduceOnly: 'true' as const }),
  };
}

/** Whether take-profits and stop-losses can come with it: it opens. */
export const canCarry = (intent: Intent, type: ContractType): boolean => !isClosing(intent) && type !== 'trailing-stop';

/** What an order would open, at the price that it asks for or the market has now. A limit order is taken to rest. */
export function attachedPlan(
  form: OrderFields,
  intent: Intent,
  { leverage, rates, now, book }: PlanTerms,
): AttachedPlan | null {
  const type = typeOf(form);
  if (!canCarry(intent, type)) return null;
  const taker = toAmount(rates.taker);
  const orders = { opening: type === 'limit' ? toAmount(rates.maker) : taker, closing: taker };
  const entry = isLimited(type) ? form.price : waits(type) ? form.stopPrice : (now ?? '0');
  return {
    position: { side: heldSide(intent), leverage, entry: toAmount(entry), quantity: toAmount(form.quantity) },
    rates: orders,
    percentRates: orders,
    tick: toAmount(book.tickSize),
    lot: toAmount(book.lotSize),
  };
}

interface PlanTerms {
  leverage: number;
  rates: { maker: string; taker: string };
  /** The last price; `null` until it is known. */
  now: string | null;
  book: Pick<InstrumentView, 'tickSize' | 'lotSize'>;
}

/** The mark price as an order may have it: what the form begins with before the first trade is heard of. */
export const markOnTick = ({ markPrice, tickSize }: Pick<ContractView, 'markPrice' | 'tickSize'>): string | null =>
  markPrice === null ? null : format(roundToStep(toAmount(markPrice), toAmount(tickSize), 'down'));

/** What an order is reckoned by until it is placed. Rates are the worst that may apply, `band` is that of market orders. */
export interface SizeTerms {
  mark: Amount;
  band: Amount;
  rate: Amount;
  leverage: number;
  /** What opens has to fit all of them. */
  tables: readonly (readonly Pick<MarginBracket, 'to' | 'leverageMax'>[])[];
}

/** The price that margin is held at, and the mark price beside it: of an order that waits, the price that it waits for. */
/** How far from the mark price a market order is taken to fill: it holds what it takes, so its band would ask for too much. */
const MARKET_SLIPPAGE = ONE / 1_000n;

function pricesOf(form: OrderFields, { mark, band }: SizeTerms, tick: Amount): { price: Amount; marked: Amount } {
  const type = typeOf(form);
  if (type === 'market') return { price: worstPrice(form.side, mark, MARKET_SLIPPAGE, tick), marked: mark };
  const marked = waits(type) && type !== 'trailing-stop' ? toAmount(form.stopPrice) : mark;
  return { price: isLimited(type) ? toAmount(form.price) : worstPrice(form.side, marked, band, tick), marked };
}

/** What one unit of the underlying holds: initial margin, both fees, and what is lost at once against the mark price. */
function unitHold(side: Side, { price, marked }: { price: Amount; marked: Amount }, terms: SizeTerms): Amount {
  const high = price > marked ? price : marked;
  const margin = over(high, BigInt(terms.leverage) * ONE, 'up');
  const end = side === 'buy' ? high - margin : high + margin;
  const loss = side === 'buy' ? price - marked : marked - price;
  const fees = times(high + end, terms.rate, 'up');
  return margin + fees + (loss > ZERO ? loss : ZERO);
}

/** The largest position in USDT that this leverage may open. */
export function largestNotional(tables: SizeTerms['tables'], leverage: number): Amount {
  const allowed = tables.map((brackets) =>
    brackets
      .filter(({ leverageMax }) => leverageMax >= leverage)
      .reduce((most, { to }) => (to > most ? to : most), ZERO),
  );
  return allowed.reduce(least);
}

/** As many whole lots as a share of the available margin opens, as text; empty where a price is missing. An estimate: the server decides. */
export function openable(
  form: OrderFields,
  instrument: InstrumentView,
  { available, percent, terms }: { available: Amount; percent: number; terms: SizeTerms },
): string {
  const prices = pricesOf(form, terms, toAmount(instrument.tickSize));
  if (prices.price === ZERO || prices.marked === ZERO) return '';
  const paid = overOrZero((available * BigInt(percent)) / 100n, unitHold(form.side, prices, terms), 'down');
  const high = prices.price > prices.marked ? prices.price : prices.marked;
  const allowed = over(largestNotional(terms.tables, terms.leverage), high, 'down');
  const most = [paid, allowed, toAmount(instrument.maxQuantity)].reduce(least);
  return textOf(roundToStep(most, toAmount(instrument.lotSize), 'down'));
}

/** A share of what is open, in whole lots; all of it at 100. */
export function closable(quantity: string, percent: number, lotSize: string): string {
  return textOf(roundToStep((toAmount(quantity) * BigInt(percent)) / 100n, toAmount(lotSize), 'down'));
}

/** How much of what may be taken was typed, in whole per cent. */
export function percentOf(typed: string, whole: string): number {
  const all = toAmount(whole);
  if (all === ZERO) return 0;
  return Math.min(100, Number((toAmount(typed) * 200n + all) / (all * 2n)));
}

const textOf = (quantity: Amount): string => (quantity > ZERO ? format(quantity) : '');

/** The position that an order of this intent would close. */
export const positionFor = (
  positions: readonly PositionView[] | undefined,
  symbol: string,
  intent: Intent,
): PositionView | undefined => positions?.find((each) => each.symbol === symbol && each.side === heldSide(intent));

/** Where the form shows what the server objects to. */
export function placed(
  problems: readonly OrderProblemView[],
  type: ContractType,
  isAskedFor: (refusal: string) => boolean,
): { fields: Partial<Record<ContractField, string>>; attached: string | undefined; form: string | undefined } {
  const told = problems.filter(({ refusal }) => !isAskedFor(refusal));
  const attached = told.find(({ field }) => field === 'attached')?.message;
  const fields: Partial<Record<ContractField, string>> = {};
  let rest: string | undefined;
  for (const { field, message } of told) {
    if (field === 'attached') continue;
    const own = fieldsOfType(type).find((each) => each === field);
    if (own === undefined) rest ??= message;
    else fields[own] ??= message;
  }
  return { fields, attached, form: rest };
}
