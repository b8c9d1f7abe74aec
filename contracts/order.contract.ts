import { z } from 'zod';
import { ORDER_TYPES, type OrderType } from '../shared/order-type.js';
import { attachedLevelView, attachedRefusals, attachedText } from './attached.contract.js';
import { commonFields, decimalText, pageQuery, periodQuery } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** In the order in which they are checked: the form, the instrument's rules, the book, the balance. */
export const orderRefusals = {
  'order.field-not-for-type': { status: 422 },
  'order.price-required': { status: 422, field: 'price' },
  'order.price-not-positive': { status: 422, field: 'price' },
  'order.price-over-precise': { status: 422, field: 'price' },
  'order.stop-price-required': { status: 422, field: 'stopPrice' },
  'order.stop-price-not-positive': { status: 422, field: 'stopPrice' },
  'order.stop-price-over-precise': { status: 422, field: 'stopPrice' },
  'order.quantity-required': { status: 422, field: 'quantity' },
  'order.quantity-not-positive': { status: 422, field: 'quantity' },
  'order.quantity-over-precise': { status: 422, field: 'quantity' },
  'order.quantity-below-minimum': { status: 422, field: 'quantity' },
  'order.quantity-above-maximum': { status: 422, field: 'quantity' },
  'order.quote-amount-only-for-market-buys': { status: 422, field: 'quoteAmount' },
  'order.auction-needs-quantity': { status: 422, field: 'quoteAmount' },
  'order.quote-amount-below-one-lot': { status: 422, field: 'quoteAmount' },
  'order.notional-below-minimum': { status: 422, field: 'quantity' },
  'order.notional-above-maximum': { status: 422, field: 'quantity' },
  'order.price-outside-band': { status: 422, policy: 'spot.rules', field: 'price' },
  'order.beyond-price-limits': { status: 422, field: 'price' },
  'order.time-in-force-not-allowed': { status: 422 },
  'order.post-only-not-allowed': { status: 422 },
  'order.stop-already-reached': { status: 200, field: 'stopPrice' },
  'order.take-profit-already-reached': { status: 200, field: 'stopPrice' },
  'order.callback-required': { status: 422, field: 'callback' },
  'order.callback-over-precise': { status: 422, field: 'callback' },
  'order.callback-out-of-range': { status: 422, field: 'callback' },
  'order.activation-already-reached': { status: 200, field: 'activationPrice' },
  ...attachedRefusals,
  'order.not-in-call': { status: 200, field: 'type' },
  'order.only-in-call': { status: 200, field: 'timeInForce' },
  'order.no-closing-auction': { status: 200, field: 'timeInForce' },
  'order.closing-cut-off': { status: 200 },
  'order.crosses-own-order': { status: 200, field: 'price' },
  'order.reduce-only-no-position': { status: 200, field: 'quantity' },
  'order.reduce-only-exceeds-position': { status: 200, field: 'quantity' },
  'order.oco-prices-out-of-order': { status: 422, field: 'price' },
  'order.not-found': { status: 404 },
  'order.already-exists': { status: 409 },
  'order.quantity-below-filled': { status: 422, field: 'quantity' },
  'order.nothing-to-amend': { status: 422 },
  'order.too-many-open-orders': { status: 200 },
  'order.book-full': { status: 503 },
  'order.post-only-would-cross': { status: 200 },
  'order.fok-unfillable': { status: 200 },
  'order.insufficient-balance': { status: 200, field: 'quantity' },
  'order.insufficient-margin': { status: 200, field: 'quantity' },
} as const satisfies Record<string, RefusalRule>;

export { ORDER_TYPES, type OrderType };
export const SIDES = ['buy', 'sell'] as const;
/** Good till cancelled, immediate or cancel, fill or kill; at the open and at the close: for one auction alone. */
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'OPG', 'ATC'] as const;
/** The price that a stop watches: the last trade in the book, the index, or the mark. */
export const STOP_TRIGGERS = ['last', 'index', 'mark'] as const;
export const SELF_TRADE_PREVENTION = ['cancel-taker', 'cancel-maker', 'cancel-both', 'decrement'] as const;
/** The specification's labels (section 4). */
export const ORDER_STATUSES = ['unfilled', 'trading', 'filled', 'cancelled'] as const;

/** What orders are for; where it is left out, spot. */
export const ORDER_PRODUCTS = ['spot', 'contract'] as const;
/** Which position fills move: in hedge mode the long or the short one, in one-way mode the only one. */
export const POSITION_SIDES = ['long', 'short', 'both'] as const;

export const TRADE_ROLES = ['maker', 'taker'] as const;

export type Side = (typeof SIDES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type StopTrigger = (typeof STOP_TRIGGERS)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const symbol = z.string().min(2).max(24);
const clientOrderId = z.string().regex(/^[A-Za-z0-9_.:-]{1,36}$/);
export const orderId = z.string().min(3).max(40);
const formBoolean = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Of trailing stops. */
export const trailingFields = {
  /** How far the price may come back from its best: `1.5%`, or a distance in the quote asset. From 0.1% to 10%. */
  callback: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,18})?%?$/)
    .optional(),
  /** It follows once the price has come to this one; from the start where it is left out. */
  activationPrice: decimalText.optional(),
};

/** Of orders that open: each fill gets its part of them in the same step. */
export const attachedFields = {
  attached: attachedText.optional(),
  /** The price that they watch; of contracts the mark, of spot the last trade where it is left out. */
  attachedTrigger: z.enum(STOP_TRIGGERS).optional(),
};

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
  /** Of stops and take-profits; `last` where it is left out. */
  trigger: z.enum(STOP_TRIGGERS).optional(),
  ...trailingFields,
  ...attachedFields,
  /** For limit and market orders by `quantity`: `OPG` before the open, while its orders are gathered; `ATC` then and while the market is open, before its `cutOffAt`. */
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
  /** Of the stop leg. */
  trigger: z.enum(STOP_TRIGGERS).optional(),
  clientOrderId: clientOrderId.optional(),
});

export const amendOrderBody = z.strictObject({
  ...commonFields,
  symbol,
  orderId,
  price: decimalText.optional(),
  /** Of a stop or take-profit that still waits for its trigger. */
  stopPrice: decimalText.optional(),
  /** Of an OCO pair both legs get it. */
  quantity: decimalText.optional(),
  /** In place of the levels that the order has, for what is filled from here on; empty takes them off. */
  attached: z.union([z.literal(''), attachedText]).optional(),
  /** Of these levels; where it is left out, what the order's levels watch. */
  attachedTrigger: z.enum(STOP_TRIGGERS).optional(),
});

export const cancelOrderBody = z.strictObject({ ...commonFields, symbol, orderId });
export const cancelAllOrdersBody = z.strictObject({ ...commonFields, symbol: symbol.optional() });

/** Previews an order's cost without placing it. */
export const previewOrderQuery = placeOrderBody;

export const orderProblem = z
  .object({
    refusal: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    message: z.string(),
    field: z.string().nullable().describe('Which field of the call it is about; `null` when none is.'),
  })
  .meta({ id: 'OrderProblem', description: "A no, in the reader's language, as placing the order would give it." });
export type OrderProblemView = z.output<typeof orderProblem>;

export const orderPreview = z
  .object({
    problems: z
      .array(orderProblem)
      .describe(
        'Everything that stands against it, in the order of the checks: the account, the trade password, the order; empty when nothing does.',
      ),
    filledQuantity: z
      .string()
      .nullable()
      .describe(
        'Filled at once at the prices now, and what would rest. Decimal strings; `null` with the figures below where the order breaks a rule other than its balance.',
      ),
    averagePrice: z.string().nullable(),
    restingQuantity: z.string().nullable(),
    notional: z.string().nullable(),
    fee: z.string().nullable(),
    total: z
      .string()
      .nullable()
      .describe('What leaves the account for a buy (fee included), what arrives for a sell (fee deducted).'),
    feeRateMaker: z.string().describe('Fractions: `0.001` is 0.1%. A negative maker rate is a rebate.'),
    feeRateTaker: z.string(),
    feeTier: z.number().describe("The account's fee tier today, from 0."),
    marketBand: z
      .string()
      .describe(
        'How far from the price now a market order may reach, as a share; a stop without a limit reserves up to there.',
      ),
    worstPrice: z.string().nullable().describe('The worst price a market order accepts: the protection band.'),
    policy: z.object({ name: z.string(), version: z.number() }),
  })
  .meta({ id: 'OrderPreview' });
export type OrderPreview = z.output<typeof orderPreview>;

export const orderView = z
  .object({
    orderId: z.string(),
    clientOrderId: z.string().nullable(),
    symbol: z.string(),
    side: z.enum(SIDES),
    type: z.enum(ORDER_TYPES),
    timeInForce: z.enum(TIMES_IN_FORCE),
    postOnly: z.boolean(),
    positionSide: z
      .enum(POSITION_SIDES)
      .nullable()
      .describe('Of contracts: the position that its fills move; `both` in one-way mode. `null` for spot.'),
    reduceOnly: z.boolean().describe('It may close its position, and never opens or turns it.'),
    wholePosition: z.boolean().describe('It closes all of its position: its quantity follows the size of that.'),
    leverage: z.number().nullable().describe('Of contracts: the leverage that it opens with. `null` for spot.'),
    price: z.string().nullable(),
    stopPrice: z.string().nullable(),
    trigger: z
      .enum(STOP_TRIGGERS)
      .nullable()
      .describe('The price that a stop or take-profit watches; `null` for other orders.'),
    callback: z
      .string()
      .nullable()
      .describe('Of trailing stops: how far the price may come back, `1.5%` or a distance in the quote asset.'),
    activationPrice: z
      .string()
      .nullable()
      .describe('Of trailing stops: the price from which on they follow. Until then `stopPrice` is `null`.'),
    quantity: z.string().describe('A split while the order is open turns all of it into new shares, filled ones too.'),
    filledQuantity: z.string(),
    averagePrice: z
      .string()
      .nullable()
      .describe(
        'Quote per base over all fills, counted in the shares of `filledQuantity`; `null` before the first fill.',
      ),
    fee: z.string(),
    feeAsset: z.string(),
    status: z.enum(ORDER_STATUSES),
    cancelReason: z
      .string()
      .nullable()
      .describe(
        'Why it was cancelled, `null` otherwise: `user`, `ioc`, `self-trade`, `band`, …; `oco` when the other leg of its pair filled or triggered, `oco-cancelled` when the other leg was cancelled.',
      ),
    untriggered: z.boolean().describe('A stop order that waits for its trigger.'),
    ocoId: z.string().nullable(),
    parentOrderId: z.string().nullable().describe('Of an attached order: the order whose fills it protects.'),
    attached: z.array(attachedLevelView).describe('Take-profits and stop-losses that come with its fills.'),
    placedAt: z.number(),
    updatedAt: z.number(),
  })
  .meta({
    id: 'OrderView',
    description:
      'An order as its owner sees it. Prices in the quote asset, quantities in the base asset, decimal strings.',
  });
export type OrderView = z.output<typeof orderView>;

export const tradeView = z
  .object({
    tradeId: z.string(),
    orderId: z.string(),
    symbol: z.string(),
    side: z.enum(SIDES),
    role: z.enum(TRADE_ROLES),
    price: z.string(),
    quantity: z.string(),
    notional: z.string(),
    fee: z.string().describe('Negative where a rebate was paid.'),
    feeAsset: z.string(),
    feeRate: z.string().describe('The rate and the tier of this side, as its order was accepted or amended last.'),
    feeTier: z.number(),
    at: z.number(),
  })
  .meta({ id: 'TradeView' });
export type TradeView = z.output<typeof tradeView>;

export const orderAnswer = z
  .object({
    orders: z.array(orderView),
    trades: z.array(tradeView),
    position: z.number(),
  })
  .meta({
    id: 'OrderAnswer',
    description:
      'What placing, amending or cancelling answers: the orders as they stand after it, and where in history that is.',
  });
export type OrderAnswer = z.output<typeof orderAnswer>;

const product = z.enum(ORDER_PRODUCTS).default('spot');
export const getOpenOrdersQuery = z.strictObject({ ...commonFields, product, symbol: symbol.optional() });
export const getOrderQuery = z.strictObject({
  ...commonFields,
  symbol,
  orderId: orderId.optional(),
  clientOrderId: clientOrderId.optional(),
});

/** What orders are kept: all filters together. The period is that of placing, from and to inclusive. */
const orderFilters = {
  product,
  symbol: symbol.optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  side: z.enum(SIDES).optional(),
  type: z.enum(ORDER_TYPES).optional(),
  ...periodQuery,
};
const tradeFilters = {
  product,
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

export const orderEventView = z
  .object({
    position: z
      .number()
      .describe(
        "Place in the realm's history and in the book's stream; the hash chains it to the fact before, hex of 32 bytes.",
      ),
    version: z.number(),
    hash: z.string(),
    type: z.string(),
    at: z.number(),
    price: z.string().nullable(),
    quantity: z.string().nullable(),
    held: z.string().nullable().describe('What is frozen for the order after it, or what was released by it.'),
    tradeId: z
      .string()
      .nullable()
      .describe('Of fills: the trade, the own role in it, its value and own fee in the quote asset.'),
    role: z.enum(TRADE_ROLES).nullable(),
    notional: z.string().nullable(),
    fee: z.string().nullable(),
    feeRate: z.string().nullable().describe('Of fills: the own rate and fee tier.'),
    feeTier: z.number().nullable(),
    reason: z.string().nullable().describe('Why it was cancelled.'),
    trigger: z
      .enum(STOP_TRIGGERS)
      .nullable()
      .describe('Of a stop that was triggered: the price that it watched; `price` is how far that had come.'),
    keepsPriority: z.boolean().nullable().describe('Whether an amended order kept its place in the queue.'),
  })
  .meta({
    id: 'OrderEventView',
    description: 'One fact about an order. Amounts are decimal strings; what the fact does not say is `null`.',
  });
export type OrderEventView = z.output<typeof orderEventView>;

export const orderEventsView = z
  .object({
    order: orderView,
    realm: z.string(),
    stream: z.string(),
    terms: z
      .object({
        policy: z.string(),
        policyVersion: z.number(),
        maker: z.string(),
        taker: z.string(),
        tier: z.number(),
        volume: z.string(),
        day: z.string(),
      })
      .describe(
        'The fee terms of the order, as the event that accepted or last amended it holds them: the tier of `day`, and the 30-day volume in USDT that decided it.',
      ),
    events: z.array(orderEventView),
  })
  .meta({
    id: 'OrderEventsView',
    description: 'What happened to one order, oldest first, and which facts of the history say so.',
  });
export type OrderEventsView = z.output<typeof orderEventsView>;
