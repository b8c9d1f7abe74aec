import type { RecordedEvent } from '../../core/event.js';
import { amount, type Amount } from '../../../shared/money.js';
import type {
  RecordedSpotEvent,
  SpotFacts,
  SpotOrderAccepted,
  SpotOrderCancelled,
  SpotOrderMatched,
} from './spot.events.js';
import { spotEventTypes } from './spot.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { key, last, sum, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { HOUSE as AGENTS } from '../../trading/matching/book.js';
import { volumeDayOf, volumeOwner } from '../../trading/venue/fee.rules.js';
import { addPush, addToFlow, flowCandles, flowPushes } from '../../trading/venue/flow.tables.js';
import { feeVolumes, orders, ownerActivity, trades } from '../../trading/venue/order.tables.js';
import { hasLimitPrice } from '../../../shared/order-type.js';

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

export const spotProjection: Projection = {
  name: 'spot',
  realms: ['demo', 'real'],
  tables: [orders, trades, flowCandles, flowPushes, feeVolumes, ownerActivity, spotBooks, spotActivity],
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
    case 'SpotOrdersSplit':
      return split(rows, event, event.data);
    case 'SpotOrderReduced': {
      const { orderId, quantity, lots, remainingLots } = event.data;
      const remainingQuantity = share(quantity, lots, remainingLots);
      return rows.update(orders, { realm, orderId, remainingQuantity, updatedAt: at });
    }
    case 'SpotOrderTriggered':
      return rows.update(orders, { realm, orderId: event.data.orderId, untriggered: false, updatedAt: at });
    case 'SpotImpactRecorded':
      return addPush(rows, realm, at, event.data);
    case 'SpotBeatDecided':
    case 'SpotBeatsMissed':
    case 'SpotClosingAuctionOpened':
    case 'SpotAuctionEnded':
    case 'SpotLastTradeMoved':
    case 'SpotTriggersDeferred':
      return;
  }
}

/** What was filled counts in new shares from here on: the row adds them, and the average follows. */
function split(rows: RowBatch, { realm, at }: RecordedSpotEvent, data: SpotFacts['SpotOrdersSplit']): void {
  const { orders: all, newShares, oldShares } = data;
  const priced = (text: string | null): Amount | null => (text === null ? null : amount(text));
  for (const { orderId, price, stopPrice, quantity, lots, remainingLots } of all) {
    const changed = { price: priced(price), stopPrice: priced(stopPrice) };
    const remainingQuantity = share(quantity, lots, remainingLots);
    const filled = share(quantity, lots, lots - remainingLots);
    const filledQuantity = filled - (filled * BigInt(oldShares)) / BigInt(newShares);
    rows.update(orders, { realm, orderId, ...changed, filledQuantity, remainingQuantity, updatedAt: at });
  }
}

function accepted(rows: RowBatch, { realm, at, position }: RecordedSpotEvent, data: SpotOrderAccepted): void {
  const { order, symbol, price, stopPrice, quantity, ocoOrderId, rests } = data;
  const limited = hasLimitPrice(order.kind);
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
    trigger: order.trigger,
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
    ...termsOf(data),
    at,
  });
  addToFlow(rows, realm, at, data);
  const owner = volumeOwner(data);
  if (owner !== undefined) rows.upsert(feeVolumes, { realm, ownerId: owner, day: volumeDayOf(at), volume: notional });
  rows.upsert(spotActivity, { realm, symbol, ordersOpen: 0, ordersTotal: 0, trades: 1 });
  const fill = { realm, symbol, quantity, notional, at };
  const makerRemaining = share(data.quantity, data.lots, data.makerRemainingLots);
  const takerRemaining = share(data.quantity, data.lots, data.takerRemainingLots);
  const takerDone = data.takerRemainingLots === 0 && (data.takerRemainingTickLots ?? 0) === 0;
  fillSide(rows, fill, makerOrderId, makerOwner, makerFee, makerRemaining, data.makerRemainingLots === 0);
  fillSide(rows, fill, takerOrderId, takerOwner, takerFee, takerRemaining, takerDone);
}

function termsOf({ makerTerms, takerTerms }: SpotOrderMatched) {
  const rate = (terms: SpotOrderMatched['makerTerms']): Amount | null => (terms === null ? null : amount(terms.rate));
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
