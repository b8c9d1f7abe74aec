import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { decimalText, pageQuery, periodQuery } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** In the order in which they are checked: the form, the instrument's rules, the book, the balance. */
export const spotRefusals = {
  'spot.field-not-for-type': { status: 422 },
  'spot.price-required': { status: 422 },
  'spot.price-not-positive': { status: 422 },
  'spot.price-over-precise': { status: 422 },
  'spot.stop-price-required': { status: 422 },
  'spot.stop-price-not-positive': { status: 422 },
  'spot.stop-price-over-precise': { status: 422 },
  'spot.quantity-required': { status: 422 },
  'spot.quantity-not-positive': { status: 422 },
  'spot.quantity-over-precise': { status: 422 },
  'spot.quantity-below-minimum': { status: 422 },
  'spot.quantity-above-maximum': { status: 422 },
  'spot.quote-amount-only-for-market-buys': { status: 422 },
  'spot.quote-amount-below-one-lot': { status: 422 },
  'spot.notional-below-minimum': { status: 422 },
  'spot.notional-above-maximum': { status: 422 },
  'spot.price-outside-band': { status: 422, policy: 'spot.rules' },
  'spot.time-in-force-not-allowed': { status: 422 },
  'spot.post-only-not-allowed': { status: 422 },
  'spot.stop-already-reached': { status: 200 },
  'spot.oco-prices-out-of-order': { status: 422 },
  'spot.order-not-found': { status: 404 },
  'spot.order-already-exists': { status: 409 },
  'spot.quantity-below-filled': { status: 422 },
  'spot.nothing-to-amend': { status: 422 },
  'spot.too-many-open-orders': { status: 200 },
  'spot.book-full': { status: 503 },
  'spot.post-only-would-cross': { status: 200 },
  'spot.fok-unfillable': { status: 200 },
  'spot.insufficient-balance': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['limit', 'market', 'stop', 'stop-limit'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
export const SELF_TRADE_PREVENTION = ['cancel-taker', 'cancel-maker', 'cancel-both', 'decrement'] as const;
/** The specification's labels (section 4). */
export const ORDER_STATUSES = ['unfilled', 'trading', 'filled', 'cancelled'] as const;

export const TRADE_ROLES = ['maker', 'taker'] as const;

export type Side = (typeof SIDES)[number];
export type TradeRole = (typeof TRADE_ROLES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type SelfTradePrevention = (typeof SELF_TRADE_PREVENTION)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const symbol = z.string().min(2).max(24);
const clientOrderId = z.string().regex(/^[A-Za-z0-9_.:-]{1,36}$/);
const orderId = z.string().min(3).max(40);
const formBoolean = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

export const placeOrderBody = z.strictObject({
  ...commonFields,
  symbol,
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  /** In the quote asset. Limit and stop-limit orders. */
  price: decimalText.optional(),
  /** In the base asset. Either this or, for market buys, `quoteAmount`. */
  quantity: decimalText.optional(),
  /** Market buys only: spend at most this much of the quote asset, fee included. */
  quoteAmount: decimalText.optional(),
  stopPrice: decimalText.optional(),
  timeInForce: z.enum(TIMES_IN_FORCE).default('GTC'),
  postOnly: formBoolean.default(false),
  selfTradePrevention: z.enum(SELF_TRADE_PREVENTION).default('cancel-taker'),
  clientOrderId: clientOrderId.optional(),
});

/** A limit order and a stop order of the same side and quantity: one executing or triggering cancels the other. */
export const placeOcoBody = z.strictObject({
  ...commonFields,
  symbol,
  side: z.enum(SIDES),
  quantity: decimalText,
  price: decimalText,
  stopPrice: decimalText,
  /** With it the stop leg is a stop-limit order; without it a stop (market) order. */
  stopLimitPrice: decimalText.optional(),
  clientOrderId: clientOrderId.optional(),
});

export const amendOrderBody = z.strictObject({
  ...commonFields,
  symbol,
  orderId,
  price: decimalText.optional(),
  /** Of a stop or stop-limit order that still waits for its trigger. */
  stopPrice: decimalText.optional(),
  /** Of an OCO pair both legs get it. */
  quantity: decimalText.optional(),
});

export const cancelOrderBody = z.strictObject({ ...commonFields, symbol, orderId });
export const cancelAllOrdersBody = z.strictObject({ ...commonFields, symbol: symbol.optional() });

/** Asks what an order would cost now, without placing it. */
export const previewOrderQuery = placeOrderBody;

export interface OrderPreview {
  /** Filled at once at the prices now, and what would rest. Decimal strings. */
  filledQuantity: string;
  averagePrice: string | null;
  restingQuantity: string;
  notional: string;
  fee: string;
  /** What leaves the account for a buy (fee included), what arrives for a sell (fee deducted). */
  total: string;
  feeRateMaker: string;
  feeRateTaker: string;
  /** How far from the price now a market order may reach, as a share; a stop without a limit reserves up to there. */
  marketBand: string;
  /** The worst price a market order accepts: the protection band. */
  worstPrice: string | null;
  policy: { name: string; version: number };
}

/** An order as its owner sees it. Prices in the quote asset, quantities in the base asset, decimal strings. */
export interface OrderView {
  orderId: string;
  clientOrderId: string | null;
  symbol: string;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  postOnly: boolean;
  price: string | null;
  stopPrice: string | null;
  quantity: string;
  filledQuantity: string;
  averagePrice: string | null;
  fee: string;
  feeAsset: string;
  status: OrderStatus;
  /**
   * Why it was cancelled, `null` otherwise: `user`, `ioc`, `self-trade`, `band`, …; `oco` when the other leg of its pair filled
   * or triggered, `oco-cancelled` when the other leg was cancelled.
   */
  cancelReason: string | null;
  /** A stop order that waits for its trigger. */
  untriggered: boolean;
  ocoId: string | null;
  placedAt: number;
  updatedAt: number;
}

export interface TradeView {
  tradeId: string;
  orderId: string;
  symbol: string;
  side: Side;
  role: TradeRole;
  price: string;
  quantity: string;
  notional: string;
  fee: string;
  feeAsset: string;
  at: number;
}

/** What placing, amending or cancelling answers: the orders as they stand after it, and where in history that is. */
export interface OrderAnswer {
  orders: OrderView[];
  trades: TradeView[];
  position: number;
}

export const getOpenOrdersQuery = z.strictObject({ ...commonFields, symbol: symbol.optional() });
export const getOrderQuery = z.strictObject({
  ...commonFields,
  symbol,
  orderId: orderId.optional(),
  clientOrderId: clientOrderId.optional(),
});

/** What orders are kept: all filters together. The period is that of placing, from and to inclusive. */
const orderFilters = {
  symbol: symbol.optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  side: z.enum(SIDES).optional(),
  type: z.enum(ORDER_TYPES).optional(),
  ...periodQuery,
};
const tradeFilters = {
  symbol: symbol.optional(),
  side: z.enum(SIDES).optional(),
  role: z.enum(TRADE_ROLES).optional(),
  ...periodQuery,
};
export const getOrderHistoryQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...orderFilters });
export const getMyTradesQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...tradeFilters });
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportOrdersQuery = z.strictObject({ ...commonFields, ...orderFilters });
export const exportTradesQuery = z.strictObject({ ...commonFields, ...tradeFilters });

export const getOrderEventsQuery = z.strictObject({ ...commonFields, symbol, orderId });

/** What happened to one order, oldest first, and which facts of the history say so. */
export interface OrderEventsView {
  order: OrderView;
  realm: string;
  stream: string;
  /** The version of the catalogue entry and the fee terms that applied, as the accepting event holds them. */
  terms: { policy: string; policyVersion: number; maker: string; taker: string };
  events: OrderEventView[];
}

/** One fact about an order. Amounts are decimal strings; what the fact does not say is `null`. */
export interface OrderEventView {
  /** Place in the realm's history and in the book's stream; the hash chains it to the fact before, hex of 32 bytes. */
  position: number;
  version: number;
  hash: string;
  type: string;
  at: number;
  price: string | null;
  quantity: string | null;
  /** What is frozen for the order after it, or what was released by it. */
  held: string | null;
  /** Of fills: the trade, the own role in it, its value and own fee in the quote asset. */
  tradeId: string | null;
  role: TradeRole | null;
  notional: string | null;
  fee: string | null;
  /** Why it was cancelled. */
  reason: string | null;
  /** Whether an amended order kept its place in the queue. */
  keepsPriority: boolean | null;
}
