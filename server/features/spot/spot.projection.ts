import type { RecordedEvent } from '../../core/event.js';
import type { OrderStatus, OrderType, Side, TimeInForce } from '../../../contracts/order.contract.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { RecordedSpotEvent, SpotOrderAccepted, SpotOrderCancelled, SpotOrderMatched } from './spot.events.js';
import { spotEventTypes } from './spot.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, sum, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/**
 * Every order, open and past. Its whole quantity is what is filled plus what remains, which holds through amendments and
 * through self-trade prevention alike; so neither needs to know what stood there before.
 */
export const orders = new ReadTable('orders', {
  realm: key.text,
  orderId: key.text,
  ownerId: first.text,
  position: first.count,
  symbol: first.text,
  clientOrderId: orNull(first.text),
  side: first.textOf<Side>(),
  type: first.textOf<OrderType>(),
  timeInForce: first.textOf<TimeInForce>(),
  postOnly: first.boolean,
  ocoId: orNull(first.text),
  placedAt: first.instant,
  price: orNull(last.amount),
  stopPrice: orNull(last.amount),
  remainingQuantity: last.amount,
  filledQuantity: sum.amount,
  filledNotional: sum.amount,
  fee: sum.amount,
  status: last.textOf<OrderStatus>(),
  cancelReason: orNull(last.text),
  untriggered: last.boolean,
  open: last.boolean,
  updatedAt: last.instant,
});

/** Every trade that a user took part in, with both sides. An agent's side has the owner `house` and no order. */
export const trades = new ReadTable('trades', {
  realm: key.text,
  position: key.count,
  tradeId: first.text,
  symbol: first.text,
  price: first.amount,
  quantity: first.amount,
  notional: first.amount,
  takerSide: first.textOf<Side>(),
  makerOwnerId: first.text,
  makerOrderId: orNull(first.text),
  makerFee: first.amount,
  takerOwnerId: first.text,
  takerOrderId: orNull(first.text),
  takerFee: first.amount,
  at: first.instant,
});

/** What each owner has, counted. */
export const ownerActivity = new ReadTable('owner_activity', {
  realm: key.text,
  ownerId: key.text,
  ordersOpen: sum.count,
  ordersTotal: sum.count,
  trades: sum.count,
});

/** The book of each symbol: which assets it trades, and what happened in it, counted. */
const spotBooks = new ReadTable('spot_books', {
  realm: key.text,
  symbol: key.text,
  base: last.text,
  quote: last.text,
});

const spotActivity = new ReadTable('spot_activity', {
  realm: key.text,
  symbol: key.text,
  ordersOpen: sum.count,
  ordersTotal: sum.count,
  trades: sum.count,
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
      const remainingQuantity = share(quantity, lots, remainingLots);
      const changed = { price: amount(price), stopPrice: stopPrice === null ? null : amount(stopPrice) };
      return rows.update(orders, { realm, orderId, ...changed, remainingQuantity, updatedAt: at });
    }
    case 'SpotOrderReduced': {
      const { orderId, quantity, lots, remainingLots } = event.data;
      const remainingQuantity = share(quantity, lots, remainingLots);
      return rows.update(orders, { realm, orderId, remainingQuantity, updatedAt: at });
    }
    case 'SpotOrderTriggered':
      return rows.update(orders, { realm, orderId: event.data.orderId, untriggered: false, updatedAt: at });
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
    orderId: order.orderId,
    ownerId: order.owner,
    position,
    symbol,
    clientOrderId: order.tag,
    side: order.side,
    type: order.kind,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    ocoId: ocoOrderId,
    placedAt: at,
    // What a market order carries as its price is the end of its protection band, which its owner did not set.
    price: limited ? amount(price) : null,
    stopPrice: stopPrice === null ? null : amount(stopPrice),
    remainingQuantity: amount(quantity),
    filledQuantity: 0n,
    filledNotional: 0n,
    fee: 0n,
    status: 'unfilled',
    cancelReason: null,
    untriggered: rests === 'stops',
    open: true,
    updatedAt: at,
  });
  count(rows, realm, symbol, order.owner, { ordersOpen: 1, ordersTotal: 1, trades: 0 });
}

function matched(rows: RowBatch, { realm, at, position }: RecordedSpotEvent, data: SpotOrderMatched): void {
  const { symbol, makerOrderId, makerOwner, takerOrderId, takerOwner } = data;
  const [price, quantity, notional] = [amount(data.price), amount(data.quantity), amount(data.notional)];
  const [makerFee, takerFee] = [amount(data.makerFee), amount(data.takerFee)];
  rows.insert(trades, {
    realm,
    position,
    tradeId: data.tradeId,
    symbol,
    price,
    quantity,
    notional,
    takerSide: data.takerSide,
    makerOwnerId: makerOwner,
    makerOrderId,
    makerFee,
    takerOwnerId: takerOwner,
    takerOrderId,
    takerFee,
    at,
  });
  rows.upsert(spotActivity, { realm, symbol, ordersOpen: 0, ordersTotal: 0, trades: 1 });
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
  const sums = { filledQuantity: quantity, filledNotional: notional, fee };
  const state = done ? ({ status: 'filled', open: false } as const) : ({ status: 'trading' } as const);
  rows.update(orders, { realm, orderId, ...sums, ...state, remainingQuantity: remaining, updatedAt: at });
  const change = { ordersOpen: done ? -1 : 0, ordersTotal: 0, trades: 1 };
  rows.upsert(ownerActivity, { realm, ownerId: owner, ...change });
  if (done) rows.upsert(spotActivity, { realm, symbol, ...change, trades: 0 });
}

function cancelled(rows: RowBatch, { realm, at }: RecordedSpotEvent, data: SpotOrderCancelled): void {
  const { orderId, owner, symbol, reason } = data;
  // A market buy whose budget no longer pays for a lot is complete.
  const status = reason === 'budget-spent' ? 'filled' : 'cancelled';
  const why = reason === 'budget-spent' ? null : reason;
  rows.update(orders, { realm, orderId, status, cancelReason: why, open: false, updatedAt: at });
  count(rows, realm, symbol, owner, { ordersOpen: -1, ordersTotal: 0, trades: 0 });
}

function count(
  rows: RowBatch,
  realm: string,
  symbol: string,
  owner: string,
  change: { ordersOpen: number; ordersTotal: number; trades: number },
): void {
  if (owner !== AGENTS) rows.upsert(ownerActivity, { realm, ownerId: owner, ...change });
  rows.upsert(spotActivity, { realm, symbol, ...change });
}

/** `quantity` is `lots` lots: what are `some` of them? Exact, since a lot is a whole number of units. */
function share(quantity: string, lots: number, some: number): Amount {
  return lots === 0 ? 0n : (amount(quantity) / BigInt(lots)) * BigInt(some);
}
