import type { OrderView, TradeView } from '../../../contracts/order.contract.js';
import { format, fromSteps, type Amount } from '../../../shared/money.js';
import { averageOf } from '../../../shared/order.js';
import type { BookFact } from './book.facts.js';
import type { Sizes } from './order.rules.js';
import type { Settled } from './order.settlement.js';
import { isDormant, orderOf, ordersOf, type Book, type Order } from '../matching/book.js';
import { attachedTerms } from './attached.rules.js';
import { attachedViews, type AttachedOrder } from './attached.views.js';
import { trailingTerms } from './trailing.rules.js';
import { hasLimitPrice } from '../../../shared/order-type.js';

/** How far the order is, in the specification's labels (section 4). */
function statusOf(filledLots: number, open: boolean, done: 'filled' | 'cancelled'): OrderView['status'] {
  if (!open) return done;
  return filledLots === 0 ? 'unfilled' : 'trading';
}

/** Quote per base, rounded down to twelve decimals; `null` before the first fill. */
export function averagePrice(notional: Amount, quantity: Amount): string | null {
  const average = averageOf(notional, quantity);
  return average === null ? null : format(average);
}

/** The orders that a command touched, as their owner sees them right after it. */
export function orderViews(
  touched: ReadonlyMap<string, Settled>,
  facts: readonly BookFact[],
  owner: string,
  book: { symbol: string; quote: string; sizes: Sizes; at: number },
  before: Book,
): OrderView[] {
  const partnerOf = (orderId: string) => orderOf(before, orderId)?.ocoOrderId ?? null;
  const own = [...touched.values()].filter((settled) => settled.order.owner === owner);
  // Those that came with earlier fills, and after them those of this command.
  const known = new Map([...ordersOf(before, owner), ...own].map(({ order }) => [order.orderId, order]));
  return own.map((settled) => {
    const { orderId } = settled.order;
    const children = childrenOf(orderId, known.values());
    return orderView(settled, endOf(orderId, facts, partnerOf), children, book);
  });
}

function childrenOf(orderId: string, orders: Iterable<Order>): AttachedOrder[] {
  return [...orders].flatMap(({ orderId: id, kind: type, parent }) =>
    parent?.orderId === orderId ? [{ orderId: id, type, level: parent.level }] : [],
  );
}

interface OrderEnd {
  open: boolean;
  cancelReason: string | null;
  ocoId: string | null;
}

/** Where the last facts about an order leave it. */
function endOf(orderId: string, facts: readonly BookFact[], partnerOf: (orderId: string) => string | null): OrderEnd {
  const end: OrderEnd = { open: true, cancelReason: null, ocoId: partnerOf(orderId) };
  for (const fact of facts) {
    switch (fact.type) {
      case 'OrderAccepted':
        if (fact.data.order.orderId === orderId) end.ocoId = fact.data.ocoOrderId;
        break;
      case 'OrderCancelled':
        if (fact.data.orderId === orderId) Object.assign(end, { open: false, cancelReason: fact.data.reason });
        break;
      case 'OrderMatched': {
        const { makerOrderId, makerRemainingLots, takerOrderId, takerRemainingLots, takerRemainingTickLots } =
          fact.data;
        if (makerOrderId === orderId && makerRemainingLots === 0) end.open = false;
        const spent = takerRemainingLots === 0 && (takerRemainingTickLots ?? 0) === 0;
        if (takerOrderId === orderId && spent) end.open = false;
        break;
      }
      default:
        break;
    }
  }
  return end;
}

function orderView(
  { order, terms, triggered }: Settled,
  end: OrderEnd,
  children: readonly AttachedOrder[],
  book: { symbol: string; quote: string; sizes: Sizes; at: number },
): OrderView {
  const { tick, lot } = book.sizes;
  const filled = fromSteps(terms.filledLots, lot);
  // A budget that is spent down to less than one lot has done what it was sent for.
  const done = end.cancelReason === null || end.cancelReason === 'budget-spent' ? 'filled' : 'cancelled';
  const market = !hasLimitPrice(order.kind);
  const trailing = order.trail === undefined ? null : trailingTerms(order.trail, tick);
  return {
    orderId: order.orderId,
    clientOrderId: order.tag,
    symbol: book.symbol,
    side: order.side,
    type: order.kind,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    positionSide: order.positionSide ?? null,
    reduceOnly: order.reduceOnly ?? false,
    wholePosition: order.wholePosition ?? false,
    leverage: order.margin?.leverage ?? null,
    price: market ? null : format(fromSteps(order.priceTicks, tick)),
    stopPrice: order.stopTicks === null || isDormant(order) ? null : format(fromSteps(order.stopTicks, tick)),
    trigger: order.trigger,
    callback: trailing?.callback ?? null,
    activationPrice: trailing?.activationPrice ?? null,
    quantity: order.budgetTickLots === null ? format(fromSteps(order.lots, lot)) : format(filled),
    filledQuantity: format(filled),
    averagePrice: averagePrice(terms.filledNotional, filled),
    fee: format(terms.fee),
    feeAsset: book.quote,
    status: statusOf(terms.filledLots, end.open, done),
    cancelReason: done === 'filled' ? null : end.cancelReason,
    untriggered: end.open && order.stopTicks !== null && !triggered,
    ocoId: end.ocoId,
    parentOrderId: order.parent?.orderId ?? null,
    attached: attachedViews(
      order.attached === undefined ? null : attachedTerms(order.attached, book.sizes),
      filled,
      children,
    ),
    placedAt: terms.placedAt,
    updatedAt: book.at,
  };
}

/** The fills of one owner among a command's facts. */
export function tradeViews(facts: readonly BookFact[], owner: string, quote: string, at: number): TradeView[] {
  const views: TradeView[] = [];
  for (const fact of facts) {
    if (fact.type !== 'OrderMatched') continue;
    const { data } = fact;
    const { symbol, price, quantity, notional, tradeId, takerSide } = data;
    const common = { tradeId, symbol, price, quantity, notional, feeAsset: quote, at };
    const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
    const { makerOrderId, makerTerms, takerOrderId, takerTerms } = data;
    if (data.makerOwner === owner && makerOrderId !== null && makerTerms !== null) {
      const fees = { fee: data.makerFee, feeRate: makerTerms.rate, feeTier: makerTerms.tier };
      views.push({ ...common, ...fees, orderId: makerOrderId, side: makerSide, role: 'maker' });
    }
    if (data.takerOwner === owner && takerOrderId !== null && takerTerms !== null) {
      const fees = { fee: data.takerFee, feeRate: takerTerms.rate, feeTier: takerTerms.tier };
      views.push({ ...common, ...fees, orderId: takerOrderId, side: takerSide, role: 'taker' });
    }
  }
  return views;
}
