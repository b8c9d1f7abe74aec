import { amount } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { AgentFill } from '../../market/simulator/impact.js';
import {
  decide,
  HOUSE,
  newOrder,
  orderOf,
  type BookCommand,
  type BookEvent,
  type Liquidity,
  type Order,
} from '../../trading/matching/book.js';
import type {
  AdvanceSpotMarket,
  CancelAllSpotOrders,
  CancelSpotOrder,
  PlaceSpotOco,
  PlaceSpotOrder,
  SpotAnswer,
  SpotTerms,
} from './spot.commands.js';
import type { BookSpec, FeeTerms, NewSpotEvent } from './spot.events.js';
import { inWords } from './spot-refusals.rules.js';
import {
  bandRefusal,
  budgetTickLots,
  notionalOf,
  notionalRefusal,
  priceTicks,
  quantityLots,
  sizesOf,
  worstTicks,
} from './spot.rules.js';
import type { Sizes } from './spot.rules.js';
import { Settlement, type Available } from './spot.settlement.js';
import type { SpotState } from './spot.state.js';
import { orderViews, tradeViews } from './spot.views.js';

/** What the market says at the moment of the decision. */
export interface MarketNow {
  readonly at: number;
  readonly referenceTicks: number;
  /** The agents' quotes; `undefined` while the market is closed. */
  readonly liquidity: Liquidity | undefined;
  /** The book's impact after users took from the agents; `undefined` when it does not change. */
  impactAfter(impact: unknown, fills: readonly AgentFill[]): unknown;
}

export interface SpotDecided {
  readonly events: NewSpotEvent[];
  readonly answer: SpotAnswer;
}

/** Places an order: the form, the instrument's rules, the book, the balance, in this order. */
export function decidePlace(
  state: SpotState,
  command: PlaceSpotOrder['data'],
  market: MarketNow,
  available: Available,
): SpotDecided | Refusal {
  const spec = specInForce(state, command.spec);
  const terms = { ...command, spec };
  const order = formRefusal(command) ?? orderFrom(terms, sizesOf(spec), market);
  if (isRefusal(order)) return order;
  return carryOut(state, terms, { type: 'PlaceOrder', order }, market, command.ownerId, available);
}

/** Places a limit order and a stop of which one cancels the other. */
export function decidePlaceOco(
  state: SpotState,
  command: PlaceSpotOco['data'],
  market: MarketNow,
  available: Available,
): SpotDecided | Refusal {
  const spec = specInForce(state, command.spec);
  const sizes = sizesOf(spec);
  const leg = { ...command, spec, postOnly: false, selfTrade: 'cancel-taker' as const };
  const { limitOrderId, stopOrderId, stopLimitPrice } = command;
  const limit = orderFrom({ ...leg, orderId: limitOrderId, kind: 'limit', stopPrice: undefined }, sizes, market);
  if (isRefusal(limit)) return limit;
  const kind = stopLimitPrice === undefined ? 'stop' : 'stop-limit';
  const stop = orderFrom({ ...leg, orderId: stopOrderId, kind, price: stopLimitPrice }, sizes, market);
  if (isRefusal(stop)) return stop;
  return carryOut(
    state,
    { ...command, spec },
    { type: 'PlaceOcoPair', limit, stop },
    market,
    command.ownerId,
    available,
  );
}

export function decideCancel(
  state: SpotState,
  command: CancelSpotOrder['data'],
  market: MarketNow,
): SpotDecided | Refusal {
  const { orderId, ownerId } = command;
  const { spec } = state;
  if (spec === null) return refuse('spot.order-not-found', { orderId });
  const cancel = { type: 'CancelOrder', orderId, owner: ownerId, reason: 'user' } as const;
  return carryOut(state, { spec }, cancel, market, ownerId, null);
}

/** Cancels everything the owner has in this book; nothing open is no refusal. */
export function decideCancelAll(state: SpotState, command: CancelAllSpotOrders['data'], market: MarketNow) {
  const { ownerId, reason } = command;
  const { spec } = state;
  if (spec === null) return { events: [], answer: { orders: [], trades: [] } };
  return carryOut(state, { spec }, { type: 'CancelAllOrders', owner: ownerId, reason }, market, ownerId, null);
}

/** The market moved. Nobody wished it, so nobody is refused and nobody holds more. */
export function decideAdvance(
  state: SpotState,
  command: AdvanceSpotMarket['data'],
  market: MarketNow,
): SpotDecided | Refusal {
  const { spec } = state;
  if (spec === null) return { events: [], answer: { orders: [], trades: [] } };
  const { traded, noiseTakers } = command;
  return carryOut(state, { spec }, { type: 'AdvanceMarket', traded, noiseTakers }, market, HOUSE, null);
}

/**
 * Whether a stop is reached already is asked of the market now. The book's own last price is that of the last trade with a
 * user: ticks in between are not stored, so it is lent the market's for the question and gets its own back.
 */
function decideAtLast(state: SpotState, command: BookCommand, market: MarketNow): BookEvent[] | Refusal {
  const { book } = state;
  const own = book.lastTradeTicks;
  const asks = command.type === 'PlaceOrder' || command.type === 'PlaceOcoPair' || command.type === 'AmendOrder';
  if (asks) book.lastTradeTicks = market.referenceTicks;
  try {
    return decide(book, command, market.liquidity);
  } finally {
    book.lastTradeTicks = own;
  }
}

const NO_FEES: FeeTerms = { maker: '0', taker: '0', policy: 'none', policyVersion: 0 };

/** Lets the book decide, and settles what it decided: events, holds and the answer. */
export function carryOut(
  state: SpotState,
  terms: { spec: BookSpec; policy?: SpotTerms['policy'] },
  command: BookCommand,
  market: MarketNow,
  owner: string,
  available: Available | null,
): SpotDecided | Refusal {
  const bookEvents = decideAtLast(state, command, market);
  const { spec, policy } = terms;
  if (isRefusal(bookEvents)) return inWords(bookEvents, spec);
  const sizes = sizesOf(spec);
  const fees =
    policy === undefined
      ? NO_FEES
      : { maker: policy.makerRate, taker: policy.takerRate, policy: policy.name, policyVersion: policy.version };
  const settlement = new Settlement(state, spec, sizes, fees, market.at, available);
  const refusal = settlement.settle(bookEvents);
  if (refusal !== undefined) return refusal;
  const impact = market.impactAfter(state.book.impact, agentFills(bookEvents));
  if (impact !== undefined) settlement.settle([{ type: 'ImpactRecorded', impact }]);
  const opened = bookOpened(state, spec);
  const events = bookEvents.length > 0 && opened !== null ? [opened, ...settlement.events] : settlement.events;
  const partnerOf = (orderId: string) => orderOf(state.book, orderId)?.ocoOrderId ?? null;
  const orders = orderViews(settlement.touched, events, owner, { ...spec, sizes, at: market.at }, partnerOf);
  return { events, answer: { orders, trades: tradeViews(events, owner, spec.quote, market.at) } };
}

/** Agents that take a user's resting order trade among themselves as before; only users who take move their quotes. */
function agentFills(events: readonly BookEvent[]): AgentFill[] {
  return events.flatMap((event) =>
    event.type === 'OrderMatched' && event.makerOwner === HOUSE ? [{ side: event.takerSide, lots: event.lots }] : [],
  );
}

/** Orders are counted in the sizes of their book, which change only while no order rests in it. */
export function specInForce(state: SpotState, newest: BookSpec): BookSpec {
  return state.spec !== null && state.book.orders.size > 0 ? state.spec : newest;
}

/** Orders rest that are counted in ticks or lots which the catalogue has given up: nothing may meet them any more. */
export function isOutgrown(state: SpotState, newest: BookSpec): boolean {
  const { spec, book } = state;
  if (spec === null || spec.version === newest.version || book.orders.size === 0) return false;
  return spec.tickSize !== newest.tickSize || spec.lotSize !== newest.lotSize;
}

function bookOpened(state: SpotState, spec: BookSpec): NewSpotEvent | null {
  if (state.spec !== null && state.spec.version === spec.version) return null;
  return { stream: `spot-${spec.symbol}`, type: 'SpotBookOpened', schema: 1, data: { spec } };
}

/** Fields that the order's type needs, and fields that say nothing for it. */
function formRefusal(command: PlaceSpotOrder['data']): Refusal | undefined {
  const { kind, side } = command;
  const limited = kind === 'limit' || kind === 'stop-limit';
  const stops = kind === 'stop' || kind === 'stop-limit';
  if (!limited && command.price !== undefined) return refuse('spot.field-not-for-type', { field: 'price', type: kind });
  if (!stops && command.stopPrice !== undefined) {
    return refuse('spot.field-not-for-type', { field: 'stopPrice', type: kind });
  }
  if (limited && command.price === undefined) return refuse('spot.price-required', { field: 'price', type: kind });
  if (stops && command.stopPrice === undefined)
    return refuse('spot.stop-price-required', { field: 'stopPrice', type: kind });
  if (command.quoteAmount !== undefined) {
    if (kind !== 'market' || side !== 'buy') {
      return refuse('spot.quote-amount-only-for-market-buys', { field: 'quoteAmount', type: kind });
    }
    if (command.quantity !== undefined) return refuse('spot.field-not-for-type', { field: 'quantity', type: kind });
  } else if (command.quantity === undefined) return refuse('spot.quantity-required', { field: 'quantity' });
  return undefined;
}

type Leg = Omit<PlaceSpotOrder['data'], 'userId'>;

function orderFrom(command: Leg, sizes: Sizes, market: MarketNow): Order | Refusal {
  const { kind, side, policy } = command;
  const stopTicks = command.stopPrice === undefined ? null : priceTicks(command.stopPrice, sizes, 'stop-price');
  if (isRefusal(stopTicks)) return stopTicks;
  const limitTicks = command.price === undefined ? null : priceTicks(command.price, sizes, 'price');
  if (isRefusal(limitTicks)) return limitTicks;
  const ticks = limitTicks ?? worstTicks(side, stopTicks ?? market.referenceTicks, policy);
  const budget = command.quoteAmount === undefined ? null : budgetOf(command.quoteAmount, command, sizes);
  if (isRefusal(budget)) return budget;
  const lots = command.quantity === undefined ? 0 : quantityLots(command.quantity, sizes, command);
  if (isRefusal(lots)) return lots;
  const priced = kind === 'market' ? market.referenceTicks : ticks;
  const refusal =
    (budget === null ? limitsRefusal(priced, lots, command, sizes) : undefined) ??
    (limitTicks === null ? undefined : bandRefusal(limitTicks, 'price', market.referenceTicks, command)) ??
    (stopTicks === null ? undefined : bandRefusal(stopTicks, 'stopPrice', market.referenceTicks, command));
  if (refusal !== undefined) return refusal;
  return newOrder({
    orderId: command.orderId,
    owner: command.ownerId,
    side,
    kind,
    priceTicks: ticks,
    stopTicks,
    lots,
    budgetTickLots: budget,
    postOnly: command.postOnly,
    selfTrade: command.selfTrade,
    tag: command.clientOrderId,
    ...(command.timeInForce === undefined ? {} : { timeInForce: command.timeInForce }),
  });
}

function budgetOf(text: string, command: Leg, sizes: Sizes): number | Refusal {
  const budget = amount(text);
  if (budget <= 0n) return refuse('spot.quantity-not-positive', { field: 'quoteAmount', quantity: text });
  const refusal = notionalRefusal(budget, command);
  return refusal ?? budgetTickLots(budget, amount(command.policy.takerRate), sizes);
}

/** Whether so many lots at this price stay within the instrument's limits. */
export function limitsRefusal(ticks: number, lots: number, terms: SpotTerms, sizes: Sizes): Refusal | undefined {
  return notionalRefusal(notionalOf(ticks, lots, sizes), terms);
}
