import type { RecordedEvent } from '../../core/event.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { Projection } from '../../engine/projections/projection.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { HOUSE as AGENTS } from '../matching/book.js';
import type { AttachedTerms } from '../venue/attached.rules.js';
import type { OrderAccepted, OrderCancelled, OrderMatched, OrdersSplit } from '../venue/book.facts.js';
import { factOf, type BookKind } from '../venue/book.state.js';
import { volumeDayOf, volumeOwner } from '../venue/fee.rules.js';
import { addPush, addToFlow, flowCandles, flowPushes } from '../venue/flow.tables.js';
import { bookActivity, books, feeVolumes, orders, ownerActivity, trades } from '../venue/order.tables.js';
import { hasCandles, movesPrices, type Product } from '../venue/product.settlement.js';
import { hasLimitPrice } from '../../../shared/order-type.js';

/** Where and when something happened, and in a book of which product. */
interface Place extends Pick<RecordedEvent, 'realm' | 'at' | 'position'> {
  readonly product: Product;
}

/** Orders and trades of every product that has books. */
export function orderProjection(kinds: readonly BookKind[]): Projection {
  const products = new Map(kinds.map(({ name, product }) => [name, product]));
  return {
    name: 'orders',
    realms: ['demo', 'real'],
    tables: [orders, trades, flowCandles, flowPushes, feeVolumes, ownerActivity, books, bookActivity],
    apply(rows: RowBatch, event: RecordedEvent): void {
      const product = products.get(event.stream.slice(0, event.stream.indexOf('-')));
      if (product !== undefined) applyIn(rows, { ...event, product });
    },
  };
}

function applyIn(rows: RowBatch, event: RecordedEvent & Place): void {
  const { realm, at, product } = event;
  const { type, data } = factOf(product, event);
  switch (type) {
    case 'BookOpened': {
      const { symbol, base, quote } = data.spec;
      return rows.upsert(books, { realm, symbol, base, quote });
    }
    case 'OrderAccepted':
      return accepted(rows, event, data);
    case 'OrderMatched':
      return matched(rows, event, data);
    case 'OrderCancelled':
      return cancelled(rows, event, data);
    case 'OrderAmended': {
      const { orderId, price, stopPrice, quantity, lots, remainingLots, attached, attachedTerms } = data;
      const remainingQuantity = share(quantity, lots, remainingLots);
      const levels = attached === undefined ? {} : levelsOf(attachedTerms);
      const changed = { price: amount(price), stopPrice: stopPrice === null ? null : amount(stopPrice), ...levels };
      return rows.update(orders, { realm, orderId, ...changed, remainingQuantity, updatedAt: at });
    }
    case 'OrdersSplit':
      return split(rows, event, data);
    case 'OrderReduced': {
      const { orderId, quantity, lots, remainingLots } = data;
      const remainingQuantity = share(quantity, lots, remainingLots);
      return rows.update(orders, { realm, orderId, remainingQuantity, updatedAt: at });
    }
    case 'OrderTrailed': {
      const { orderId, stopPrice } = data;
      return rows.update(orders, { realm, orderId, stopPrice: amount(stopPrice), updatedAt: at });
    }
    case 'OrderTriggered':
      return rows.update(orders, { realm, orderId: data.orderId, untriggered: false, updatedAt: at });
    case 'ImpactRecorded':
      return movesPrices(product) ? addPush(rows, realm, at, data) : undefined;
    case 'PositionsAdjusted':
    case 'BeatDecided':
    case 'BeatsMissed':
    case 'ClosingAuctionOpened':
    case 'AuctionEnded':
    case 'LastTradeMoved':
    case 'TriggersDeferred':
      return;
  }
}

/** What was filled counts in new shares from here on: the row adds them, and the average follows. */
function split(rows: RowBatch, { realm, at }: Place, data: OrdersSplit): void {
  const { orders: all, newShares, oldShares } = data;
  const priced = (text: string | null): Amount | null => (text === null ? null : amount(text));
  for (const { orderId, price, stopPrice, quantity, lots, remainingLots, attachedTerms } of all) {
    const levels = attachedTerms === undefined ? {} : levelsOf(attachedTerms);
    const changed = { price: priced(price), stopPrice: priced(stopPrice), ...levels };
    const remainingQuantity = share(quantity, lots, remainingLots);
    const filled = share(quantity, lots, lots - remainingLots);
    const filledQuantity = filled - (filled * BigInt(oldShares)) / BigInt(newShares);
    rows.update(orders, { realm, orderId, ...changed, filledQuantity, remainingQuantity, updatedAt: at });
  }
}

/** Attached levels as the row has them. */
function levelsOf(terms: AttachedTerms | undefined) {
  return {
    attached: terms?.levels ?? null,
    attachedLot: terms === undefined ? null : amount(terms.lotSize),
    attachedFirst: terms?.first ?? null,
    attachedBefore: terms?.filledBefore === undefined ? null : amount(terms.filledBefore),
  };
}

function accepted(rows: RowBatch, { realm, at, position, product }: Place, data: OrderAccepted): void {
  const { order, symbol, price, stopPrice, trailing, attached, quantity, ocoOrderId, rests } = data;
  const limited = hasLimitPrice(order.kind);
  rows.insert(orders, {
    realm,
    orderId: order.orderId,
    ownerId: order.owner,
    position,
    product: product.name,
    symbol,
    clientOrderId: order.tag,
    side: order.side,
    type: order.kind,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    positionSide: order.positionSide ?? null,
    reduceOnly: order.reduceOnly ?? false,
    leverage: order.margin?.leverage ?? null,
    ocoId: ocoOrderId,
    parentOrderId: order.parent?.orderId ?? null,
    parentLevel: order.parent?.level ?? null,
    ...levelsOf(attached),
    wholePosition: order.wholePosition ?? false,
    placedAt: at,
    // What a market order carries as its price is the end of its protection band, which its owner did not set.
    price: limited ? amount(price) : null,
    stopPrice: stopPrice === null ? null : amount(stopPrice),
    trigger: order.trigger,
    callback: trailing?.callback ?? null,
    activationPrice: trailing?.activationPrice == null ? null : amount(trailing.activationPrice),
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

function matched(rows: RowBatch, { realm, at, position, product }: Place, data: OrderMatched): void {
  const { symbol, makerOrderId, makerOwner, takerOrderId, takerOwner } = data;
  const [price, quantity, notional] = [amount(data.price), amount(data.quantity), amount(data.notional)];
  const [makerFee, takerFee] = [amount(data.makerFee), amount(data.takerFee)];
  rows.insert(trades, {
    realm,
    position,
    tradeId: data.tradeId,
    product: product.name,
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
    ...termsOf(data),
    at,
  });
  if (hasCandles(product)) addToFlow(rows, realm, at, data);
  const owner = volumeOwner(data);
  if (owner !== undefined) {
    const day = volumeDayOf(at);
    rows.upsert(feeVolumes, { realm, product: product.name, ownerId: owner, day, volume: notional });
  }
  rows.upsert(bookActivity, { realm, symbol, ordersOpen: 0, ordersTotal: 0, trades: 1 });
  const fill = { realm, symbol, quantity, notional, at };
  const makerRemaining = share(data.quantity, data.lots, data.makerRemainingLots);
  const takerRemaining = share(data.quantity, data.lots, data.takerRemainingLots);
  const takerDone = data.takerRemainingLots === 0 && (data.takerRemainingTickLots ?? 0) === 0;
  fillSide(rows, fill, makerOrderId, makerOwner, makerFee, makerRemaining, data.makerRemainingLots === 0);
  fillSide(rows, fill, takerOrderId, takerOwner, takerFee, takerRemaining, takerDone);
}

function termsOf({ makerTerms, takerTerms }: OrderMatched) {
  const rate = (terms: OrderMatched['makerTerms']): Amount | null => (terms === null ? null : amount(terms.rate));
  return {
    makerRate: rate(makerTerms),
    makerTier: makerTerms?.tier ?? null,
    takerRate: rate(takerTerms),
    takerTier: takerTerms?.tier ?? null,
  };
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
  if (done) rows.upsert(bookActivity, { realm, symbol, ...change, trades: 0 });
}

function cancelled(rows: RowBatch, { realm, at }: Place, data: OrderCancelled): void {
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
  rows.upsert(bookActivity, { realm, symbol, ...change });
}

/** `quantity` is `lots` lots: what are `some` of them? Exact, since a lot is a whole number of units. */
function share(quantity: string, lots: number, some: number): Amount {
  return lots === 0 ? 0n : (amount(quantity) / BigInt(lots)) * BigInt(some);
}
