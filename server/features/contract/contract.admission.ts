import { amount, format, fromSteps, ONE, times, toCount, type Amount } from '../../../shared/money.js';
import { hasLimitPrice } from '../../../shared/order-type.js';
import type { View } from '../../core/decider.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { isReducing, ordersOf, type Book, type Order } from '../../trading/matching/book.js';
import type { BookState } from '../../trading/venue/book.state.js';
import type { MarginPolicy } from '../../trading/venue/order.commands.js';
import { specInForce } from '../../trading/venue/order.decider.js';
import { notionalOf, sizesOf, type Sizes } from '../../trading/venue/order.rules.js';
import type { Admission, AdmittedSize, AskedOrder } from '../../trading/venue/product.settlement.js';
import { closedBy, closingBeyond, isBeyond, liquidatedAt, OwnOrders } from './closing-price.rules.js';
import { capProblems, leverageOf, openingLimit } from './contract.rules.js';
import { fundingKind } from './funding/funding.state.js';
import { sideOf, worstTicksOf } from './position/position.settlement.js';
import { contractOf, positionKind } from './position/position.state.js';

/**
 * What stands against an order besides the rules of every book: the mode of the position, the price at which its margin is gone, the size
 * that the leverage allows, what users may have open together, and the cap of the risk class.
 */
export function admissionOf(view: View, asked: AskedOrder, state: BookState, principal: Amount): Admission {
  const { margin, ownerId, symbol, at } = asked;
  if (margin === undefined) throw new Error(`an order of ${symbol} says nothing of margin`);
  const own = contractOf(view.state(positionKind, ownerId), symbol);
  const { index: fundingIndex } = view.state(fundingKind, symbol);
  const { book } = state;
  const orders = new OwnOrders(book, ownerId, own, {
    sizes: sizesOf(specInForce(state, asked.spec)),
    takerRate: amount(margin.takerRate),
    fundingIndex,
  });
  return {
    leverage: leverageOf(own.leverage, margin, at),
    closingTicks: (order) => orders.closingTicks(order),
    openedTicks: (order) => orders.bankruptcyTicks(sideOf(order), { order, lots: order.lots }),
    problems: (order, size) => {
      const isOneWay = order.positionSide === 'both';
      if (isOneWay !== (own.mode === 'one-way'))
        return [refuse('contract.side-not-of-mode', { field: 'positionSide', mode: own.mode })];
      const closing = closingProblems(order, orders, margin, size.sizes);
      if (isReducing(order)) return closing;
      if (order.trail !== undefined) return [refuse('contract.trailing-stop-only-closes', { field: 'type' })];
      const lots = lotsOpened(order, size.lots, book);
      const notional = notionalOf(Math.max(worstTicksOf(order), size.markTicks), lots.open, size.sizes);
      return [
        ...closing,
        ...openingProblems(order, orders, size.lots),
        ...attachedProblems(order, orders, margin, size),
        ...sizeProblems(order, notional, margin, at),
        ...openInterestProblems(order, lots, book, { margin, lot: size.sizes.lot, base: asked.spec.base }),
        ...capProblems(margin, principal, size.heldMore, 'quantity'),
      ];
    },
  };
}

/** A stop beyond the liquidation price never comes to act, and a price beyond the bankruptcy price is not its owner's to give. */
function closingProblems(order: Order, orders: OwnOrders, margin: MarginPolicy, { tick }: Sizes): Refusal[] {
  const side = closedBy(order);
  const bound = orders.closingTicks(order);
  if (side === null || bound === null) return [];
  const field = hasLimitPrice(order.kind) ? 'price' : 'quantity';
  const isWorse = isBeyond(side, order.priceTicks, bound);
  const beyond = isWorse ? [refuse('contract.price-beyond-bankruptcy', { field, price: orders.price(bound) })] : [];
  const position = orders.position(side);
  if (position === null || order.stopTicks === null) return beyond;
  const ticks = liquidatedAt(position, order.stopTicks, margin, tick);
  if (ticks === null) return beyond;
  const stopField = order.trail === undefined ? 'stopPrice' : 'callback';
  return [refuse('contract.stop-beyond-liquidation', { field: stopField, price: orders.price(ticks) }), ...beyond];
}

/** A stop-loss that comes with the fills of an order comes to act before what they open is liquidated. */
function attachedProblems(
  order: Order,
  orders: OwnOrders,
  margin: MarginPolicy,
  { lots, sizes }: AdmittedSize,
): Refusal[] {
  for (const { stopLoss } of order.attached?.levels ?? []) {
    if (stopLoss === null) continue;
    const ticks = liquidatedAt(orders.openedBy({ order, lots }), stopLoss.stopTicks, margin, sizes.tick);
    if (ticks !== null)
      return [refuse('contract.stop-beyond-liquidation', { field: 'attached', price: orders.price(ticks) })];
  }
  return [];
}

/** An order that opens is judged by the mark price, and moves no bankruptcy price beyond an order that is to close. */
function openingProblems(order: Order, orders: OwnOrders, lots: number): Refusal[] {
  // What it may lose against the mark is on hold. By another price it could come to life far from the mark.
  if (order.trigger !== null && order.trigger !== 'mark')
    return [refuse('contract.opening-trigger', { field: 'trigger' })];
  const beyond = closingBeyond(orders, { side: sideOf(order), more: { order, lots } }, 'quantity');
  return beyond === undefined ? [] : [beyond];
}

/**
 * Lots that would be open on the side of an order if it and all others of its owner on that side were filled, how many of them are its own,
 * and how many are there already. Where a position may be turned, only an order that takes at once closes it for sure: by the time that one
 * which rests is filled, another may have closed it.
 */
function lotsOpened(order: Order, lots: number, book: Book) {
  const { orderId, owner, side, positionSide, kind, timeInForce } = order;
  let waiting = 0;
  for (const other of ordersOf(book, owner)) {
    const opens = other.order.side === side && other.order.positionSide === positionSide && !isReducing(other.order);
    if (opens && other.order.orderId !== orderId) waiting += other.remainingLots;
  }
  const held = lotsOf(book, owner);
  if (positionSide !== 'both') {
    const open = held[side === 'buy' ? 'long' : 'short'];
    return { open: open + waiting + lots, more: lots, own: open + waiting };
  }
  const turned = side === 'buy' ? held.both : -held.both;
  const takesAtOnce = kind === 'market' || timeInForce === 'IOC' || timeInForce === 'FOK';
  const more = takesAtOnce ? Math.max(0, lots + Math.min(0, turned)) : lots;
  const own = Math.max(0, turned) + waiting;
  return { open: own + more, more, own };
}

function lotsOf({ positions }: Book, owner: string) {
  if (positions === null) throw new Error('a book of contracts knows positions');
  return positions.of(owner);
}

function sizeProblems(order: Order, notional: Amount, margin: MarginPolicy, at: number): Refusal[] {
  const { leverageMax, positionMax, policy } = openingLimit(margin, at, notional);
  if (leverageMax === 0) {
    const maximum = format(positionMax);
    return [refuse('contract.position-limit', { field: 'quantity', maximum, ...decidedBy(policy) })];
  }
  const leverage = order.margin?.leverage ?? 1;
  if (leverage <= leverageMax) return [];
  return [
    refuse('contract.leverage-above-bracket', {
      field: 'quantity',
      leverage,
      maximum: leverageMax,
      notional: format(notional),
      ...decidedBy(policy),
    }),
  ];
}

/**
 * What users have open together, and with it what a push of the index could earn, has an end. Orders that wait to open count in full, for
 * nobody is asked again when they fill.
 */
function openInterestProblems(
  { orderId, side }: Order,
  { more, own }: { readonly more: number; readonly own: number },
  book: Book,
  { margin, lot, base }: { readonly margin: MarginPolicy; readonly lot: Amount; readonly base: string },
): Refusal[] {
  const { openInterestMax, owners } = margin;
  if (openInterestMax === null || more === 0) return [];
  const opened = side === 'buy' ? 'long' : 'short';
  const waiting = book.opening[opened] - (book.find(orderId)?.remainingLots ?? 0);
  const open = (book.positions?.open[opened] ?? 0) + waiting;
  const room = Math.min(openInterestMax - open, ownersLots(openInterestMax, owners.share) - own);
  if (more <= room) return [];
  const maximum = format(BigInt(Math.max(0, room)) * lot);
  return [
    refuse('contract.open-interest-full', { field: 'quantity', maximum, asset: base, ...decidedBy(owners.policy) }),
  ];
}

/** Whole lots. */
const ownersLots = (openInterestMax: number, share: string): number =>
  toCount(times(fromSteps(openInterestMax, ONE), amount(share), 'down') / ONE);
