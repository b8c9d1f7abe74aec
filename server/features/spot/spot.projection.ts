import type { RecordedEvent } from '../../core/event.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { RecordedSpotEvent, SpotOrderAccepted, SpotOrderCancelled, SpotOrderMatched } from './spot.events.js';
import { spotEventTypes } from './spot.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/**
 * Every order, open and past. Its whole quantity is what is filled plus what remains, which holds through amendments and
 * through self-trade prevention alike; so neither needs to know what stood there before.
 */
export const orders = new ReadTable('orders', {
  realm: { type: 'text', merge: 'key' },
  order_id: { type: 'text', merge: 'key' },
  owner_id: { type: 'text', merge: 'first' },
  position: { type: 'count', merge: 'first' },
  symbol: { type: 'text', merge: 'first' },
  client_order_id: { type: 'text', merge: 'first' },
  side: { type: 'text', merge: 'first' },
  type: { type: 'text', merge: 'first' },
  time_in_force: { type: 'text', merge: 'first' },
  post_only: { type: 'boolean', merge: 'first' },
  oco_id: { type: 'text', merge: 'first' },
  placed_at: { type: 'instant', merge: 'first' },
  price: { type: 'amount', merge: 'last' },
  stop_price: { type: 'amount', merge: 'last' },
  remaining_quantity: { type: 'amount', merge: 'last' },
  filled_quantity: { type: 'amount', merge: 'sum' },
  filled_notional: { type: 'amount', merge: 'sum' },
  fee: { type: 'amount', merge: 'sum' },
  status: { type: 'text', merge: 'last' },
  cancel_reason: { type: 'text', merge: 'last' },
  untriggered: { type: 'boolean', merge: 'last' },
  open: { type: 'boolean', merge: 'last' },
  updated_at: { type: 'instant', merge: 'last' },
});

/** Every trade that a user took part in, with both sides. An agent's side has the owner `house` and no order. */
export const trades = new ReadTable('trades', {
  realm: { type: 'text', merge: 'key' },
  position: { type: 'count', merge: 'key' },
  trade_id: { type: 'text', merge: 'first' },
  symbol: { type: 'text', merge: 'first' },
  price: { type: 'amount', merge: 'first' },
  quantity: { type: 'amount', merge: 'first' },
  notional: { type: 'amount', merge: 'first' },
  taker_side: { type: 'text', merge: 'first' },
  maker_owner_id: { type: 'text', merge: 'first' },
  maker_order_id: { type: 'text', merge: 'first' },
  maker_fee: { type: 'amount', merge: 'first' },
  taker_owner_id: { type: 'text', merge: 'first' },
  taker_order_id: { type: 'text', merge: 'first' },
  taker_fee: { type: 'amount', merge: 'first' },
  at: { type: 'instant', merge: 'first' },
});

/** What each owner has, counted. */
export const ownerActivity = new ReadTable('owner_activity', {
  realm: { type: 'text', merge: 'key' },
  owner_id: { type: 'text', merge: 'key' },
  orders_open: { type: 'count', merge: 'sum' },
  orders_total: { type: 'count', merge: 'sum' },
  trades: { type: 'count', merge: 'sum' },
});

/** The book of each symbol: which assets it trades, and what happened in it, counted. */
export const spotBooks = new ReadTable('spot_books', {
  realm: { type: 'text', merge: 'key' },
  symbol: { type: 'text', merge: 'key' },
  base: { type: 'text', merge: 'last' },
  quote: { type: 'text', merge: 'last' },
});

export const spotActivity = new ReadTable('spot_activity', {
  realm: { type: 'text', merge: 'key' },
  symbol: { type: 'text', merge: 'key' },
  orders_open: { type: 'count', merge: 'sum' },
  orders_total: { type: 'count', merge: 'sum' },
  trades: { type: 'count', merge: 'sum' },
});

const KNOWN = new Set<string>(spotEventTypes);
const AGENTS = 'house';

export const spotProjection: Projection = {
  name: 'spot',
  realms: ['demo', 'real'],
  tables: [orders, trades, ownerActivity, spotBooks, spotActivity],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (KNOWN.has(event.type)) applySpot(rows, event as RecordedSpotEvent);
  },
};

function applySpot(rows: RowBatch, event: RecordedSpotEvent): void {
  const { realm, at } = event;
  switch (event.type) {
    case 'SpotBookOpened': {
      const { symbol, base, quote } = event.data.spec;
      return rows.upsert(spotBooks, { realm, symbol, base, quote });
    }
    case 'SpotOrderAccepted':
      return accepted(rows, event, event.data);
    case 'SpotOrderMatched':
      return matched(rows, event, event.data);
    case 'SpotOrderCancelled':
      return cancelled(rows, event, event.data);
    case 'SpotOrderAmended': {
      const { orderId, price, stopPrice, quantity, lots, remainingLots } = event.data;
      const remaining = share(quantity, lots, remainingLots);
      const changed = { price: amount(price), stop_price: stopPrice === null ? null : amount(stopPrice) };
      return rows.update(orders, {
        realm,
        order_id: orderId,
        ...changed,
        remaining_quantity: remaining,
        updated_at: at,
      });
    }
    case 'SpotOrderReduced': {
      const { orderId, quantity, lots, remainingLots } = event.data;
      const remaining = share(quantity, lots, remainingLots);
      return rows.update(orders, { realm, order_id: orderId, remaining_quantity: remaining, updated_at: at });
    }
    case 'SpotOrderTriggered':
      return rows.update(orders, { realm, order_id: event.data.orderId, untriggered: false, updated_at: at });
    case 'SpotLastTradeMoved':
    case 'SpotTriggersDeferred':
    case 'SpotImpactRecorded':
      return;
  }
}

function accepted(rows: RowBatch, { realm, at, position }: RecordedSpotEvent, data: SpotOrderAccepted): void {
  const { order, symbol, price, stopPrice, quantity, ocoOrderId, rests } = data;
  const limited = order.kind === 'limit' || order.kind === 'stop-limit';
  rows.insert(orders, {
    realm,
    order_id: order.orderId,
    owner_id: order.owner,
    position,
    symbol,
    client_order_id: order.tag,
    side: order.side,
    type: order.kind,
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    oco_id: ocoOrderId,
    placed_at: at,
    // What a market order carries as its price is the end of its protection band, which its owner did not set.
    price: limited ? amount(price) : null,
    stop_price: stopPrice === null ? null : amount(stopPrice),
    remaining_quantity: amount(quantity),
    filled_quantity: 0n,
    filled_notional: 0n,
    fee: 0n,
    status: 'unfilled',
    cancel_reason: null,
    untriggered: rests === 'stops',
    open: true,
    updated_at: at,
  });
  count(rows, realm, symbol, order.owner, { orders_open: 1, orders_total: 1, trades: 0 });
}

function matched(rows: RowBatch, { realm, at, position }: RecordedSpotEvent, data: SpotOrderMatched): void {
  const { symbol, makerOrderId, makerOwner, takerOrderId, takerOwner } = data;
  const [price, quantity, notional] = [amount(data.price), amount(data.quantity), amount(data.notional)];
  const [makerFee, takerFee] = [amount(data.makerFee), amount(data.takerFee)];
  rows.insert(trades, {
    realm,
    position,
    trade_id: data.tradeId,
    symbol,
    price,
    quantity,
    notional,
    taker_side: data.takerSide,
    maker_owner_id: makerOwner,
    maker_order_id: makerOrderId,
    maker_fee: makerFee,
    taker_owner_id: takerOwner,
    taker_order_id: takerOrderId,
    taker_fee: takerFee,
    at,
  });
  rows.upsert(spotActivity, { realm, symbol, orders_open: 0, orders_total: 0, trades: 1 });
  const fill = { realm, symbol, quantity, notional, at };
  const makerRemaining = share(data.quantity, data.lots, data.makerRemainingLots);
  const takerRemaining = share(data.quantity, data.lots, data.takerRemainingLots);
  const takerDone = data.takerRemainingLots === 0 && (data.takerRemainingTickLots ?? 0) === 0;
  fillSide(rows, fill, makerOrderId, makerOwner, makerFee, makerRemaining, data.makerRemainingLots === 0);
  fillSide(rows, fill, takerOrderId, takerOwner, takerFee, takerRemaining, takerDone);
}

function fillSide(
  rows: RowBatch,
  fill: { realm: string; symbol: string; quantity: Amount; notional: Amount; at: number },
  orderId: string | null,
  owner: string,
  fee: Amount,
  remaining: Amount,
  done: boolean,
): void {
  if (orderId === null) return;
  const { realm, symbol, quantity, notional, at } = fill;
  const sums = { filled_quantity: quantity, filled_notional: notional, fee };
  const state = done ? { status: 'filled', open: false } : { status: 'trading' };
  rows.update(orders, { realm, order_id: orderId, ...sums, ...state, remaining_quantity: remaining, updated_at: at });
  const change = { orders_open: done ? -1 : 0, orders_total: 0, trades: 1 };
  rows.upsert(ownerActivity, { realm, owner_id: owner, ...change });
  if (done) rows.upsert(spotActivity, { realm, symbol, ...change, trades: 0 });
}

function cancelled(rows: RowBatch, { realm, at }: RecordedSpotEvent, data: SpotOrderCancelled): void {
  const { orderId, owner, symbol, reason } = data;
  // A market buy whose budget no longer pays for a lot has done all it was asked to.
  const status = reason === 'budget-spent' ? 'filled' : 'cancelled';
  const why = reason === 'budget-spent' ? null : reason;
  rows.update(orders, { realm, order_id: orderId, status, cancel_reason: why, open: false, updated_at: at });
  count(rows, realm, symbol, owner, { orders_open: -1, orders_total: 0, trades: 0 });
}

function count(
  rows: RowBatch,
  realm: string,
  symbol: string,
  owner: string,
  change: { orders_open: number; orders_total: number; trades: number },
): void {
  if (owner !== AGENTS) rows.upsert(ownerActivity, { realm, owner_id: owner, ...change });
  rows.upsert(spotActivity, { realm, symbol, ...change });
}

/** `quantity` is `lots` lots: what are `some` of them? Exact, since a lot is a whole number of units. */
function share(quantity: string, lots: number, some: number): Amount {
  return lots === 0 ? 0n : (amount(quantity) / BigInt(lots)) * BigInt(some);
}
