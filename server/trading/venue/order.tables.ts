import type { OrderStatus, OrderType, Side, StopTrigger, TimeInForce } from '../../../contracts/order.contract.js';
import type { PositionSide } from '../matching/book.js';
import { first, key, last, orNull, sum, ReadTable } from '../../engine/projections/read-table.js';

/**
 * Every order of every product, open and past. Its whole quantity is what is filled plus what remains, which holds through amendments and
 * through self-trade prevention alike; so neither needs to know what stood there before.
 */
export const orders = new ReadTable('orders', {
  realm: key.text,
  orderId: key.text,
  ownerId: first.text,
  position: first.count,
  product: first.text,
  symbol: first.text,
  clientOrderId: orNull(first.text),
  side: first.textOf<Side>(),
  type: first.textOf<OrderType>(),
  timeInForce: first.textOf<TimeInForce>(),
  postOnly: first.boolean,
  positionSide: orNull(first.textOf<PositionSide>()),
  reduceOnly: first.boolean,
  leverage: orNull(first.count),
  ocoId: orNull(first.text),
  parentOrderId: orNull(first.text),
  parentLevel: orNull(first.count),
  attached: orNull(last.text),
  attachedLot: orNull(last.amount),
  attachedFirst: orNull(last.count),
  attachedBefore: orNull(last.amount),
  wholePosition: first.boolean,
  placedAt: first.instant,
  price: orNull(last.amount),
  stopPrice: orNull(last.amount),
  trigger: orNull(first.textOf<StopTrigger>()),
  callback: orNull(first.text),
  activationPrice: orNull(first.amount),
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
  product: first.text,
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
  makerRate: orNull(first.amount),
  makerTier: orNull(first.count),
  takerRate: orNull(first.amount),
  takerTier: orNull(first.count),
  at: first.instant,
});

/** What each owner traded of a product with the agents on each UTC day, counted from 1970, in USDT: fee tiers follow from it. */
export const feeVolumes = new ReadTable('fee_volumes', {
  realm: key.text,
  product: key.text,
  ownerId: key.text,
  day: key.count,
  volume: sum.amount,
});

/** What each owner has, counted. */
export const ownerActivity = new ReadTable('owner_activity', {
  realm: key.text,
  ownerId: key.text,
  ordersOpen: sum.count,
  ordersTotal: sum.count,
  trades: sum.count,
});

/** The book of each symbol: which assets it trades. */
export const books = new ReadTable('books', {
  realm: key.text,
  symbol: key.text,
  base: last.text,
  quote: last.text,
});

/** What happened in each book, counted. */
export const bookActivity = new ReadTable('book_activity', {
  realm: key.text,
  symbol: key.text,
  ordersOpen: sum.count,
  ordersTotal: sum.count,
  trades: sum.count,
});
