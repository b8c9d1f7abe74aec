import { amount } from '../../../shared/money.js';
import { priceMissing, QUANTITY_MISSING } from '../../../shared/order.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { NewEvent } from '../../core/event.js';
import type { BeatStepName } from '../../core/ports/beat-steps.js';
import type { AgentFill } from '../../market/simulator/impact.js';
import {
  decide,
  HOUSE,
  newOrder,
  type BookCommand,
  type BookEvent,
  type BookRefusal,
  type CommandCancelReason,
  type Liquidity,
  type Order,
  type Phase,
  type PositionChange,
  type PositionChangeReason,
  type PositionSide,
} from '../matching/book.js';
import type { BookSpec, FeeTerms } from './book.facts.js';
import type { BookState } from './book.state.js';
import type {
  AdvanceMarket,
  CancelAllOrders,
  CancelOrder,
  OrderAnswer,
  OrderTerms,
  PlaceOco,
  PlaceOrder,
} from './order.commands.js';
import {
  budgetTickLots,
  notionalOf,
  notionalRefusal,
  priceRefusal,
  priceTicks,
  quantityLots,
  refusalOf,
  sizesOf,
  validInto,
  type PricedMarket,
  type Sizes,
} from './order.rules.js';
import { Settling, type Available } from './order.settlement.js';
import { attachedFrom } from './attached.rules.js';
import { pricedTicks, protectedTicks } from './protection.rules.js';
import { orderViews, tradeViews } from './order.views.js';
import type { Admission, Settlement } from './product.settlement.js';
import { toUserRefusal } from './refusals.rules.js';
import { trailingFrom } from './trailing.rules.js';
import { hasLimitPrice, isConditional } from '../../../shared/order-type.js';

/** The market at the moment of the decision. */
export interface MarketNow extends PricedMarket {
  readonly at: number;
  /** What triggers watch. */
  readonly lastTicks: number;
  readonly indexTicks: number;
  readonly markTicks: number;
  /** The agents' quotes; `undefined` while the market is closed. */
  readonly liquidity: Liquidity | undefined;
  readonly phase: Phase;
  /** Whether the session that runs, or that a call is for, ends with an auction. */
  readonly closesByAuction: boolean;
  /** Auctions of the beats that were missed, or of the beat that is decided where it has no market. */
  readonly missed?: Readonly<Record<'opening' | 'closing', boolean>>;
  /** What agents traded in the beat that is decided. */
  readonly tape?: Omit<Extract<BookCommand, { type: 'AdvanceMarket' }>, 'type'> | undefined;
  /** The book's impact after users took from the agents; `undefined` when it does not change. */
  impactAfter(impact: unknown, fills: readonly AgentFill[]): unknown;
}

/** What an order is decided on, besides itself. */
export interface OrderScope {
  readonly state: BookState;
  readonly market: MarketNow;
  /** `null`: this command puts no further amount on hold. */
  readonly available: Available | null;
  settlement(terms: { readonly spec: BookSpec; readonly sizes: Sizes }): Settlement;
  /** Of products with margin, for commands that open. */
  readonly admission?: Admission;
  /** Only the book decides, and hands over what it would do: nothing is settled. */
  readonly looks?: (events: readonly BookEvent[]) => void;
  /** What it does before the orders of a beat are met. */
  readonly step?: { readonly name: BeatStepName; readonly beat: number };
}

/** Everything that stands against a command, in order, and what it would do if only the balance were there. */
export interface Attempt {
  readonly problems: readonly Refusal[];
  readonly decided?: OrderDecided;
}

export interface OrderDecided {
  readonly events: NewEvent[];
  readonly answer: OrderAnswer;
}

/** What is decided: the first problem, or what is done when there is none. */
export function decisionOf({ problems, decided }: Attempt): OrderDecided | Refusal {
  const [first] = problems;
  if (first !== undefined) return first;
  if (decided === undefined) throw new Error('nothing stands against it, and nothing was decided');
  return decided;
}

/** Places an order: the form, the instrument's rules, the book, the balance, in this order. */
export function tryPlace(scope: OrderScope, command: PlaceOrder): Attempt {
  const spec = specInForce(scope.state, command.spec);
  const terms = { ...command, spec };
  const problems = formProblems(command, scope.market);
  const order = orderFrom(terms, sizesOf(spec), scope, problems);
  return order === undefined ? { problems } : carryOut(scope, terms, { type: 'PlaceOrder', order }, command.ownerId);
}

/** Places a limit order and a stop of which one cancels the other. */
export function tryPlaceOco(scope: OrderScope, command: PlaceOco): Attempt {
  const spec = specInForce(scope.state, command.spec);
  const sizes = sizesOf(spec);
  const leg = { ...command, spec, postOnly: false, selfTrade: 'cancel-taker' as const };
  const { limitOrderId, stopOrderId, stopLimitPrice, ownerId } = command;
  const problems: Refusal[] = [];
  const limitLeg = {
    ...leg,
    orderId: limitOrderId,
    kind: 'limit' as const,
    stopPrice: undefined,
    trigger: undefined,
  };
  const limit = orderFrom(limitLeg, sizes, scope, problems);
  const kind = stopLimitPrice === undefined ? 'stop' : 'stop-limit';
  const stopLeg = { ...leg, orderId: stopOrderId, kind, price: stopLimitPrice } as const;
  const stop = orderFrom(stopLeg, sizes, scope, problems);
  if (limit === undefined || stop === undefined) return { problems };
  return carryOut(scope, { ...command, spec }, { type: 'PlaceOcoPair', limit, stop }, ownerId);
}

export function tryCancel(scope: OrderScope, { orderId, ownerId }: CancelOrder): Attempt {
  const { spec } = scope.state;
  if (spec === null) return { problems: [refuse('order.not-found', { orderId })] };
  return carryOut(scope, { spec }, { type: 'CancelOrder', orderId, owner: ownerId, reason: 'user' }, ownerId);
}

/** Cancels everything the owner has in this book, or what is meant of it; nothing open is no refusal. */
export function tryCancelAll(
  scope: OrderScope,
  { ownerId, reason, positionSide, leverageAbove }: CancelledOrders,
): Attempt {
  const { spec } = scope.state;
  if (spec === null) return NOTHING;
  const meant = {
    ...(positionSide === undefined ? {} : { positionSide }),
    ...(leverageAbove === undefined ? {} : { leverageAbove }),
  };
  return carryOut(scope, { spec }, { type: 'CancelAllOrders', owner: ownerId, reason, ...meant }, ownerId);
}

interface CancelledOrders extends Pick<CancelAllOrders, 'ownerId'> {
  readonly reason: CommandCancelReason;
  /** Those for this position alone. */
  readonly positionSide?: PositionSide;
  /** Those alone that open by a higher leverage. */
  readonly leverageAbove?: number;
}

/**
 * One beat of the market, once and in order. No user sent it, so it is never refused and puts no further amount on hold. Orders
 * that are counted in sizes the catalogue has given up meet nobody.
 */
export function tryAdvance(scope: OrderScope, { beat, missed }: AdvanceMarket): Attempt {
  const { state, market } = scope;
  const { spec } = state;
  if (spec === null || beat <= state.beat) return NOTHING;
  const end = market.missed === undefined ? null : ({ type: 'EndMissedAuctions', ...market.missed } as const);
  if (missed !== null) return carryOut(scope, { spec, missed: { ...missed, toBeat: beat } }, end, HOUSE);
  if (market.tape === undefined) return carryOut(scope, { spec, beat }, end, HOUSE);
  const { traded, noiseTakers, index, mark, opening, closing } = market.tape;
  return carryOut(
    scope,
    { spec, beat },
    { type: 'AdvanceMarket', traded, noiseTakers, index, mark, opening, closing },
    HOUSE,
  );
}

/** What moves positions besides fills. The product moves their money with it. */
export function tryAdjust(
  scope: OrderScope,
  changes: readonly PositionChange[],
  reason: PositionChangeReason,
): Attempt {
  const { spec } = scope.state;
  if (spec === null) return NOTHING;
  return carryOut(scope, { spec }, { type: 'AdjustPositions', changes, reason }, HOUSE);
}

const NOTHING: Attempt = { problems: [], decided: { events: [], answer: { orders: [], trades: [] } } };

/** Commands of orders are held against the prices of now: the book itself stores no tick between its own trades. */
function decideNow({ book }: BookState, command: BookCommand, market: MarketNow): BookEvent[] | BookRefusal {
  const asks = command.type === 'PlaceOrder' || command.type === 'PlaceOcoPair' || command.type === 'AmendOrder';
  return decide(book, command, market.liquidity, asks ? market : undefined, market.phase);
}

/** What a decision of the book is carried out by. */
interface CarryingTerms {
  readonly spec: BookSpec;
  readonly fees?: FeeTerms;
  /** See `PlaceOrder`. */
  readonly decidedTo?: number | undefined;
  /** The beat of the market that it decides. */
  readonly beat?: number;
  readonly missed?: Parameters<Settling['missedBeats']>[0];
}

/** Lets the book decide, and settles what it decided: events, holds and the answer. `null`: nothing happens in the book. */
export function carryOut(
  scope: OrderScope,
  { spec, fees, decidedTo, beat, missed }: CarryingTerms,
  command: BookCommand | null,
  owner: string,
): Attempt {
  const { state, market, available } = scope;
  const bookEvents = command === null ? [] : decideNow(state, command, market);
  if (isRefusal(bookEvents)) return { problems: [toUserRefusal(bookEvents, spec)] };
  if (scope.looks !== undefined) {
    scope.looks(bookEvents);
    return NOTHING;
  }
  const sizes = sizesOf(spec);
  const terms = { spec, sizes, fees, decidedTo, beat: beat ?? scope.step?.beat, at: market.at, available };
  const settling = new Settling(state, terms, scope.settlement(terms));
  if (missed !== undefined) settling.missedBeats(missed);
  if (bookEvents.length > 0) settling.open();
  if (bookEvents.length > 0 && beat !== undefined) settling.openBeat(beat);
  if (bookEvents.length > 0 && scope.step !== undefined) settling.openBeat(scope.step.beat, scope.step.name);
  settling.settle(bookEvents);
  const impact = market.impactAfter(state.book.impact, agentFills(bookEvents));
  if (impact !== undefined) settling.settle([{ type: 'ImpactRecorded', impact }]);
  const { facts, events, touched } = settling;
  const problems = [...settling.problems, ...admissionProblems(scope, settling, sizes)];
  const orders = orderViews(touched, facts, owner, { ...spec, sizes, at: market.at }, state.book);
  const trades = tradeViews(facts, owner, spec.quote, market.at);
  return { problems, decided: { events, answer: { orders, trades } } };
}

/** What the product holds against the orders that were accepted or amended. */
function admissionProblems(
  { admission, state, market: { markTicks } }: OrderScope,
  { facts, touched }: Settling,
  sizes: Sizes,
): readonly Refusal[] {
  if (admission === undefined) return [];
  return facts.flatMap(({ type, data }) => {
    if (type !== 'OrderAccepted' && type !== 'OrderAmended') return [];
    // What comes with a fill was admitted with the order that is filled.
    if (type === 'OrderAccepted' ? data.order.parent !== undefined : data.byFill) return [];
    const settled = touched.get(type === 'OrderAccepted' ? data.order.orderId : data.orderId);
    if (settled === undefined) return [];
    const lots = type === 'OrderAccepted' ? data.order.lots : data.remainingLots;
    const { order } = settled;
    const heldBefore = state.terms.get(order.orderId)?.held ?? 0n;
    const held = amount(data.held);
    return admission.problems(order, { lots, held, heldMore: held - heldBefore, sizes, markTicks });
  });
}

/** What users traded with agents, as takers and as makers: both moves the agents' quotes. */
export function agentFills(events: readonly BookEvent[]): AgentFill[] {
  const fills: AgentFill[] = [];
  for (const event of events) {
    if (event.type !== 'OrderMatched') continue;
    const { makerOwner, takerOwner, takerSide, priceTicks, lots } = event;
    const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
    if (makerOwner === HOUSE) fills.push({ side: takerSide, role: 'taker', priceTicks, lots });
    else if (takerOwner === HOUSE) fills.push({ side: makerSide, role: 'maker', priceTicks, lots });
  }
  return fills;
}

/** Orders are counted in the sizes of their book, which change only while no order rests in it. */
export function specInForce(state: BookState, newest: BookSpec): BookSpec {
  return state.spec !== null && state.book.orders.size > 0 ? state.spec : newest;
}

/** Orders rest that are counted in ticks or lots which the catalogue has given up: nothing may meet them any more. */
export function isOutgrown(state: BookState, newest: BookSpec): boolean {
  const { spec, book } = state;
  if (spec === null || spec.version === newest.version || book.orders.size === 0) return false;
  return spec.tickSize !== newest.tickSize || spec.lotSize !== newest.lotSize;
}

/** Fields that the order's type needs, and fields without meaning for it. */
function formProblems(command: PlaceOrder, { closesByAuction }: MarketNow): Refusal[] {
  const { symbol, kind, side, price, stopPrice, trigger, quantity, quoteAmount, timeInForce } = command;
  const trails = kind === 'trailing-stop';
  const stopsAt = isConditional(kind) && !trails;
  const atClose = timeInForce === 'ATC';
  const limited = hasLimitPrice(kind);
  const stops = isConditional(kind);
  const useless = (field: string) => refuse('order.field-not-for-type', { field, type: kind });
  const byAmount = quoteAmount !== undefined;
  const problems = [
    !limited && price !== undefined && useless('price'),
    !stopsAt && stopPrice !== undefined && useless('stopPrice'),
    !stops && trigger !== undefined && useless('trigger'),
    !trails && command.callback !== undefined && useless('callback'),
    !trails && command.activationPrice !== undefined && useless('activationPrice'),
    limited && price === undefined && refusalOf(priceMissing('price', kind)),
    stopsAt && stopPrice === undefined && refusalOf(priceMissing('stopPrice', kind)),
    trails && command.callback === undefined && refuse('order.callback-required', { field: 'callback' }),
    byAmount &&
      (kind !== 'market' || side !== 'buy') &&
      refuse('order.quote-amount-only-for-market-buys', { field: 'quoteAmount', type: kind }),
    byAmount && quantity !== undefined && useless('quantity'),
    (atClose || timeInForce === 'OPG') && byAmount && refuse('order.auction-needs-quantity', { field: 'quoteAmount' }),
    atClose && !closesByAuction && refuse('order.no-closing-auction', { field: 'timeInForce', symbol }),
    !byAmount && quantity === undefined && refusalOf(QUANTITY_MISSING),
  ];
  return problems.filter((problem) => problem !== false);
}

type Leg = Omit<PlaceOrder, 'userId'>;

/** The order in ticks and lots; `undefined` when something stands against it, which is added to the problems. */
function orderFrom(
  command: Leg,
  sizes: Sizes,
  { market, admission }: Pick<OrderScope, 'market' | 'admission'>,
  problems: Refusal[],
): Order | undefined {
  const known = problems.length;
  const { kind, side, policy } = command;
  const valid = validInto(problems);
  const stopTicks = valid(
    command.stopPrice === undefined ? undefined : priceTicks(command.stopPrice, sizes, 'stopPrice'),
  );
  const limitTicks = valid(command.price === undefined ? undefined : priceTicks(command.price, sizes, 'price'));
  const budget = valid(command.quoteAmount === undefined ? undefined : budgetOf(command.quoteAmount, command, sizes));
  const lots = valid(command.quantity === undefined ? undefined : quantityLots(command.quantity, sizes, command)) ?? 0;
  const trailing = kind === 'trailing-stop' ? trailingFrom(command, sizes, market, problems) : null;
  if (problems.length > known) return undefined;
  const from = trailing?.bandedFrom ?? stopTicks ?? market.referenceTicks;
  const ticks = limitTicks ?? protectedTicks(command, from, { market, policy, admission });
  const priced = pricedTicks(kind === 'market' ? market.referenceTicks : ticks, { market, admission });
  if (budget === null && lots > 0) valid(limitsRefusal(priced, lots, command, sizes));
  if (limitTicks !== null) valid(priceRefusal(limitTicks, 'price', market, command));
  if (stopTicks !== null) valid(priceRefusal(stopTicks, 'stopPrice', market, command));
  if (problems.length > 0) return undefined;
  const order = newOrder({
    orderId: command.orderId,
    owner: command.ownerId,
    side,
    kind,
    priceTicks: ticks,
    stopTicks: trailing?.stopTicks ?? stopTicks,
    lots,
    budgetTickLots: budget,
    postOnly: command.postOnly,
    selfTrade: command.selfTrade,
    tag: command.clientOrderId,
    ...(command.trigger === undefined ? {} : { trigger: command.trigger }),
    ...(command.timeInForce === undefined ? {} : { timeInForce: command.timeInForce }),
    ...(command.positionSide === undefined ? {} : { positionSide: command.positionSide }),
    ...(command.reduceOnly === undefined ? {} : { reduceOnly: command.reduceOnly }),
    ...(trailing !== null && { trail: trailing.trail }),
    ...(admission !== undefined && { margin: { leverage: admission.leverage, markTicks: market.markTicks } }),
  });
  const attached = attachedFrom(command, { order, entryTicks: limitTicks ?? from, market, admission, sizes }, problems);
  if (problems.length > 0) return undefined;
  return attached === null ? order : { ...order, attached };
}

function budgetOf(text: string, command: Leg, sizes: Sizes): number | Refusal {
  const budget = amount(text);
  if (budget <= 0n) return refuse('order.quantity-not-positive', { field: 'quoteAmount', quantity: text });
  const refusal = notionalRefusal(budget, command);
  return refusal ?? budgetTickLots(budget, amount(command.fees.taker), sizes);
}

/** Whether so many lots at this price stay within the instrument's limits. */
export function limitsRefusal(ticks: number, lots: number, terms: OrderTerms, sizes: Sizes): Refusal | undefined {
  return notionalRefusal(notionalOf(ticks, lots, sizes), terms);
}
