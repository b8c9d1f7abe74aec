import { amount, format, fromSteps, ZERO, type Amount } from '../../../shared/money.js';
import type { BookSplitTerms, SplitOwner } from '../../core/ports/split-books.js';
import { isRefusal } from '../../core/refusal.js';
import type { NewEvent, Posting } from '../../core/event.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import {
  amendedBy,
  decide,
  LIMITS,
  orderOf,
  type AttachedPrice,
  type BookEvent,
  type OpenOrder,
  type Order,
} from '../matching/book.js';
import type { BookSpec, OrdersSplit, SplitOrder } from './book.facts.js';
import type { BookState } from './book.state.js';
import type { Sizes } from './order.rules.js';
import { attachedTerms } from './attached.rules.js';
import { Settling } from './order.settlement.js';
import type { Settlement } from './product.settlement.js';
import { hasLimitPrice, triggersOnRise } from '../../../shared/order-type.js';

/**
 * What is split of a book: its sizes with the version of the split. `undefined` where that version was split before, and where nothing
 * rests and nothing tells of a price of before.
 */
export function splitSpec({ spec, book, lastTrade }: BookState, version: number): BookSpec | undefined {
  if (spec === null || spec.version >= version) return undefined;
  const isUntouched = book.orders.size === 0 && lastTrade === null && book.impact === null;
  return isUntouched ? undefined : { ...spec, version };
}

/** An order as the split makes it, in ticks and lots. */
interface Fitted {
  readonly order: Order;
  readonly remainingLots: number;
}

/** What the venue needs to carry a split out on a book. */
interface SplitScope {
  readonly state: BookState;
  readonly spec: BookSpec;
  readonly sizes: Sizes;
  readonly settlement: Settlement;
}

/**
 * Adjusts every open order for a forward split, as FINRA's rule 5330 has it: prices by the ratio, quantities against it, in the
 * order in which they stood. A price between two ticks goes to the owner's side, so no buy pays more and no sell gets less than
 * its owner wrote. What was filled counts in new shares too, so one average tells what all fills cost a share. An order whose open or
 * filled part is no whole number of lots is cancelled, and of a reverse split every order is.
 */
export function splitOrders(scope: SplitScope, terms: BookSplitTerms, at: number) {
  const open = [...scope.state.book.everyOrder()].map(({ orderId }) => orderOf(scope.state.book, orderId) as OpenOrder);
  const fitted = new Map<string, Fitted>();
  if (terms.newShares > terms.oldShares)
    for (const order of open) {
      const fits = fit(order, terms);
      if (fits !== undefined) fitted.set(order.order.orderId, fits);
    }
  // The two legs of a pair go on together or not at all: they share one hold.
  const goesOn = ({ order, ocoOrderId }: OpenOrder): boolean =>
    fitted.has(order.orderId) &&
    (ocoOrderId === null || fitted.has(ocoOrderId)) &&
    holdFits(scope, order.orderId, fitted, terms);
  const kept = open.filter(goesOn);
  const gone = open.filter((order) => !kept.includes(order));
  return carryOut(scope, terms, { kept, gone, fitted }, at);
}

/** The least number of lots that becomes a whole number of new ones. */
export const leastWhole = ({ newShares, oldShares }: Pick<BookSplitTerms, 'newShares' | 'oldShares'>): number =>
  oldShares / greatestDivisor(newShares, oldShares);

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** The order after the split; `undefined` where it does not fit the grid, or trails a price of before. */
function fit({ order, remainingLots, place }: OpenOrder, { newShares, oldShares }: BookSplitTerms): Fitted | undefined {
  if (order.trail !== undefined) return undefined;
  const isWhole = order.wholePosition === true && place === 'stops';
  // One that closes all of a position is split as that is, after the orders: what makes no whole lot is closed.
  const whole = leastWhole({ newShares, oldShares });
  const split = (count: number): number => ((count - (isWhole ? count % whole : 0)) * newShares) / oldShares;
  const left = split(remainingLots);
  const lots = split(order.lots);
  const fitsGrid = Number.isInteger(left) && Number.isInteger(lots);
  if (!fitsGrid || lots < 1 || lots > LIMITS.lotsPerOrder) return undefined;
  const isBuy = order.side === 'buy';
  const priced = (ticks: number, down: boolean): number =>
    down ? Math.floor((ticks * oldShares) / newShares) : Math.ceil((ticks * oldShares) / newShares);
  const priceTicks = priced(order.priceTicks, isBuy);
  // A trigger price that is rounded waits longer.
  const stopTicks = order.stopTicks === null ? null : priced(order.stopTicks, !triggersOnRise(order.side, order.kind));
  if (priceTicks < 1 || (stopTicks !== null && stopTicks < 1)) return undefined;
  if (priceTicks * lots > LIMITS.notionalTickLots) return undefined;
  // Rounded so that it holds no more than before, if that can be.
  const marked = order.margin?.markTicks;
  const markTicks = marked === undefined ? undefined : priced(marked, !isBuy || order.priceTicks < marked);
  const attached = attachedAfter(order, priced, split);
  if (attached === null) return undefined;
  return { order: amendedBy(order, { priceTicks, stopTicks, lots, markTicks, attached }), remainingLots: left };
}

/** Attached levels after the split, rounded as orders of their own are; `null` where they do not fit the grid. */
function attachedAfter(
  { attached, side }: Order,
  priced: (ticks: number, down: boolean) => number,
  split: (lots: number) => number,
): Order['attached'] | null {
  if (attached === undefined) return undefined;
  const isBuy = side === 'sell';
  const fitted = (price: AttachedPrice | null, kind: 'take-profit' | 'stop') =>
    price && {
      stopTicks: priced(price.stopTicks, !triggersOnRise(isBuy ? 'buy' : 'sell', kind)),
      priceTicks: priced(price.priceTicks, isBuy),
    };
  const levels = attached.levels.map((level) => ({
    ...level,
    takeProfit: fitted(level.takeProfit, 'take-profit'),
    stopLoss: fitted(level.stopLoss, 'stop'),
  }));
  const prices = levels.flatMap(({ takeProfit, stopLoss }) => [takeProfit, stopLoss]);
  const isPriced = prices.every((price) => price === null || (price.stopTicks > 0 && price.priceTicks > 0));
  if (!isPriced) return null;
  if (attached.fromLots === undefined) return { ...attached, levels };
  const fromLots = split(attached.fromLots);
  return Number.isInteger(fromLots) ? { ...attached, levels, fromLots } : null;
}

/** Shares on hold, and not money. */
const holdsShares = (
  { state: { product }, spec }: Pick<SplitScope, 'state' | 'spec'>,
  { side }: Pick<Order, 'side'>,
): boolean => product.heldAsset(side, spec) === spec.base;

/** Nobody has to hold more in money for a split, and shares on hold become so many new ones exactly. */
function holdFits(
  { state, spec, settlement }: SplitScope,
  orderId: string,
  fitted: ReadonlyMap<string, Fitted>,
  { newShares, oldShares }: BookSplitTerms,
): boolean {
  const held = state.terms.get(orderId)?.held ?? ZERO;
  const after = heldAfter(state, settlement, orderId, fitted);
  const { order } = fitted.get(orderId) as Fitted;
  if (!holdsShares({ state, spec }, order)) return after <= held;
  return after * BigInt(oldShares) === held * BigInt(newShares);
}

/** Of a pair the leg that holds goes on holding what the dearer one needs. */
function heldAfter(
  { book, terms }: BookState,
  settlement: Settlement,
  orderId: string,
  fitted: ReadonlyMap<string, Fitted>,
): Amount {
  const { held, rates } = terms.get(orderId) as NonNullable<ReturnType<BookState['terms']['get']>>;
  if (held === ZERO) return ZERO;
  const partner = fitted.get(orderOf(book, orderId)?.ocoOrderId ?? '');
  const reserves = [fitted.get(orderId) as Fitted, ...(partner === undefined ? [] : [partner])].map(
    ({ order, remainingLots }) => settlement.reserve(order, remainingLots, rates.worst),
  );
  return reserves.reduce((most, each) => (each > most ? each : most));
}

interface Sorted {
  readonly kept: readonly OpenOrder[];
  readonly gone: readonly OpenOrder[];
  readonly fitted: ReadonlyMap<string, Fitted>;
}

function carryOut(scope: SplitScope, terms: BookSplitTerms, { kept, gone, fitted }: Sorted, at: number) {
  const { state, spec, sizes, settlement } = scope;
  const owners = new Map<string, SplitOwner>();
  const count = ({ order }: OpenOrder, change: Partial<SplitOwner>): void => {
    const known = owners.get(order.owner) ?? { ownerId: order.owner, ...NOTHING };
    owners.set(order.owner, {
      ...known,
      adjusted: known.adjusted + (change.adjusted ?? 0),
      cancelled: known.cancelled + (change.cancelled ?? 0),
      kept: known.kept + (change.kept ?? ZERO),
      released: known.released + (change.released ?? ZERO),
    });
  };
  const heldBase = ({ order }: OpenOrder): Amount =>
    holdsShares(scope, order) ? (state.terms.get(order.orderId)?.held ?? ZERO) : ZERO;
  for (const order of gone) count(order, { cancelled: 1, released: heldBase(order) });
  for (const order of kept) count(order, { adjusted: 1, kept: heldBase(order) });
  const settling = new Settling(state, { spec, sizes, fees: undefined, at, available: null }, settlement);
  settling.settle(cancelled(state, gone));
  const orders = kept.map(({ order: { orderId } }) => splitOrder(scope, fitted.get(orderId) as Fitted, fitted));
  // Without orders too: the book's last trade and impact end with it.
  return { events: [...settling.events, splitEvent(scope, terms, orders)], owners: [...owners.values()] };
}

const NOTHING = { adjusted: 0, cancelled: 0, kept: ZERO, released: ZERO };

/** One leg of a pair takes the other with it. */
function cancelled({ book }: BookState, gone: readonly OpenOrder[]): BookEvent[] {
  const events: BookEvent[] = [];
  const over = new Set<string>();
  for (const { order } of gone) {
    const { orderId, owner } = order;
    if (over.has(orderId)) continue;
    const decided = decide(book, { type: 'CancelOrder', orderId, owner, reason: 'corporate-action' });
    if (isRefusal(decided)) throw new Error(`${orderId} cannot be cancelled: ${decided.refusal}`);
    for (const event of decided) if (event.type === 'OrderCancelled') over.add(event.orderId);
    events.push(...decided);
  }
  return events;
}

function splitOrder(
  { state, sizes, settlement }: SplitScope,
  { order, remainingLots }: Fitted,
  fitted: ReadonlyMap<string, Fitted>,
): SplitOrder {
  const { orderId, owner, side, kind, priceTicks, stopTicks, lots, margin, attached } = order;
  const price = (ticks: number): string => format(fromSteps(ticks, sizes.tick));
  return {
    orderId,
    owner,
    side,
    priceTicks,
    stopTicks,
    lots,
    remainingLots,
    ...(margin !== undefined && { markTicks: margin.markTicks }),
    ...(attached !== undefined && { attached, attachedTerms: attachedTerms(attached, sizes) }),
    price: hasLimitPrice(kind) ? price(priceTicks) : null,
    stopPrice: stopTicks === null ? null : price(stopTicks),
    quantity: format(fromSteps(lots, sizes.lot)),
    held: format(heldAfter(state, settlement, orderId, fitted)),
  };
}

/** Shares on hold become more; money on hold that is not needed any more goes back. */
function splitEvent({ state, spec }: SplitScope, terms: BookSplitTerms, orders: readonly SplitOrder[]): NewEvent {
  const { product, symbol } = state;
  const { actionId, newShares, oldShares } = terms;
  const data: OrdersSplit = { symbol, actionId, newShares, oldShares, spec, orders };
  const postings: Posting[] = orders.flatMap(({ orderId, owner, side, held }) => {
    const change = amount(held) - (state.terms.get(orderId)?.held ?? ZERO);
    if (change === ZERO) return [];
    const asset = product.heldAsset(side, spec);
    const other = asset === spec.base ? HOUSE.splits.account : userAccount(owner, product.space(symbol), 'available');
    return [
      { account: userAccount(owner, product.space(symbol), 'frozen'), asset, amount: change },
      { account: other, asset, amount: -change },
    ];
  });
  const event = { stream: `${product.name}-${symbol}`, type: `${product.prefix}OrdersSplit`, schema: 1, data };
  return postings.length === 0 ? event : { ...event, postings };
}
