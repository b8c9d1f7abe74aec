/** The labels an order wears, and how events change them: a declared table, with exactly the specification's words. */

import { never } from '../../core/never.js';
import type { BookEvent } from './types.js';

export const ORDER_STATUSES = ['unfilled', 'trading', 'filled', 'cancelled'] as const;
/** `trading` is partly filled and not done. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_FACTS = [
  'triggered',
  'amended',
  'reduced',
  'partly-filled',
  'wholly-filled',
  'budget-spent',
  'cancelled',
] as const;
/** What an event means for one order. */
export type OrderFact = (typeof ORDER_FACTS)[number];

/** Status, then fact, then the next status. What is not in the table cannot happen. An accepted order is `unfilled`. */
export const ORDER_LIFECYCLE: Readonly<Record<OrderStatus, Partial<Record<OrderFact, OrderStatus>>>> = {
  unfilled: {
    triggered: 'unfilled',
    amended: 'unfilled',
    reduced: 'unfilled',
    'partly-filled': 'trading',
    'wholly-filled': 'filled',
    // Self-trade prevention can eat a budget without a single fill.
    'budget-spent': 'cancelled',
    cancelled: 'cancelled',
  },
  trading: {
    amended: 'trading',
    reduced: 'trading',
    'partly-filled': 'trading',
    'wholly-filled': 'filled',
    // What is left of the budget does not pay for one lot more: the order got all it could.
    'budget-spent': 'filled',
    cancelled: 'cancelled',
  },
  filled: {},
  cancelled: {},
};

/** Null when the event does not touch the order, or only brings it into being. */
export function orderFact(event: BookEvent, orderId: string): OrderFact | null {
  switch (event.type) {
    case 'OrderMatched':
      if (event.makerOrderId === orderId) return event.makerRemainingLots === 0 ? 'wholly-filled' : 'partly-filled';
      if (event.takerOrderId !== orderId) return null;
      return (event.takerRemainingTickLots ?? event.takerRemainingLots) === 0 ? 'wholly-filled' : 'partly-filled';
    case 'OrderTriggered':
      return event.orderId === orderId ? 'triggered' : null;
    case 'OrderAmended':
      return event.orderId === orderId ? 'amended' : null;
    case 'OrderReduced':
      return event.orderId === orderId ? 'reduced' : null;
    case 'OrderCancelled':
      if (event.orderId !== orderId) return null;
      return event.reason === 'budget-spent' ? 'budget-spent' : 'cancelled';
    case 'OrderAccepted':
    case 'OrderTrailed':
    case 'PositionsAdjusted':
    case 'ClosingAuctionOpened':
    case 'AuctionEnded':
    case 'LastTradeMoved':
    case 'TriggersDeferred':
    case 'ImpactRecorded':
      return null;
    default:
      return never(event);
  }
}

/** The order's status once the event has happened. Throws for what cannot happen: that is a mistake of ours. */
export function statusAfter(status: OrderStatus, event: BookEvent, orderId: string): OrderStatus {
  const fact = orderFact(event, orderId);
  if (fact === null) return status;
  const next = ORDER_LIFECYCLE[status][fact];
  if (next === undefined) throw new Error(`order ${orderId} is ${status} and cannot be ${fact}`);
  return next;
}
