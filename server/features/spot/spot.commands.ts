import { z } from 'zod';
import { policySchemas } from '../../../contracts/policy.contract.js';
import {
  ORDER_TYPES,
  SELF_TRADE_PREVENTION,
  SIDES,
  TIMES_IN_FORCE,
  type OrderView,
  type TradeView,
} from '../../../contracts/spot.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';

export interface SpotAnswer {
  readonly orders: OrderView[];
  readonly trades: TradeView[];
}

const { makerRate, takerRate, limitBandLow, limitBandHigh, marketBand } = policySchemas['spot.rules'].shape;

/** Policy `spot.rules`, as it stood when the command was sent. Rates and bands are decimal fractions. */
const policy = z.object({
  name: z.string(),
  version: z.int(),
  makerRate,
  takerRate,
  /** A limit price must lie between these multiples of the reference price. */
  limitBandLow,
  limitBandHigh,
  /** How far from the reference price a market order may fill. */
  marketBand,
});
export type SpotPolicy = DataOf<typeof policy>;

/** What is not state: the instrument and policy in force. */
const spotTerms = z.object({
  spec: z.object({
    symbol: z.string(),
    version: z.int(),
    base: z.string(),
    quote: z.string(),
    tickSize: z.string(),
    lotSize: z.string(),
    baseDecimals: z.int(),
    quoteDecimals: z.int(),
  }),
  /** The instrument's own limits, from the catalogue; quantities in the base asset, notional in the quote asset. */
  limits: z.object({
    minQuantity: z.string(),
    maxQuantity: z.string(),
    minNotional: z.string(),
    maxNotional: z.string(),
  }),
  policy,
});
export type SpotTerms = DataOf<typeof spotTerms>;

const owned = z.object({
  symbol: z.string(),
  userId: z.string(),
  /** The ledger owner: the user and the generation of his account. */
  ownerId: z.string(),
});

const placeSpotOrder = owned.extend({
  ...spotTerms.shape,
  orderId: z.string(),
  side: z.enum(SIDES),
  kind: z.enum(ORDER_TYPES),
  price: z.string().optional(),
  stopPrice: z.string().optional(),
  quantity: z.string().optional(),
  quoteAmount: z.string().optional(),
  timeInForce: z.enum(TIMES_IN_FORCE).optional(),
  postOnly: z.boolean(),
  selfTrade: z.enum(SELF_TRADE_PREVENTION),
  clientOrderId: z.string().nullable(),
});

export class PlaceSpotOrder extends HouseCommand<DataOf<typeof placeSpotOrder>, SpotAnswer> {
  static readonly type = 'PlaceSpotOrder';
  static readonly schema = placeSpotOrder;
}

const placeSpotOco = owned.extend({
  ...spotTerms.shape,
  limitOrderId: z.string(),
  stopOrderId: z.string(),
  side: z.enum(SIDES),
  quantity: z.string(),
  price: z.string(),
  stopPrice: z.string(),
  stopLimitPrice: z.string().optional(),
  clientOrderId: z.string().nullable(),
});

export class PlaceSpotOco extends HouseCommand<DataOf<typeof placeSpotOco>, SpotAnswer> {
  static readonly type = 'PlaceSpotOco';
  static readonly schema = placeSpotOco;
}

const amendSpotOrder = owned.extend({
  ...spotTerms.shape,
  orderId: z.string(),
  price: z.string().optional(),
  stopPrice: z.string().optional(),
  /** Of an OCO pair both legs get it. */
  quantity: z.string().optional(),
});

export class AmendSpotOrder extends HouseCommand<DataOf<typeof amendSpotOrder>, SpotAnswer> {
  static readonly type = 'AmendSpotOrder';
  static readonly schema = amendSpotOrder;
}

const cancelSpotOrder = owned.extend({ orderId: z.string() });

export class CancelSpotOrder extends HouseCommand<DataOf<typeof cancelSpotOrder>, SpotAnswer> {
  static readonly type = 'CancelSpotOrder';
  static readonly schema = cancelSpotOrder;
}

const cancelAllSpotOrders = owned.extend({ reason: z.enum(['user', 'expired', 'closed']) });

export class CancelAllSpotOrders extends HouseCommand<DataOf<typeof cancelAllSpotOrders>, SpotAnswer> {
  static readonly type = 'CancelAllSpotOrders';
  static readonly schema = cancelAllSpotOrders;
}

const cancelSpotOrdersInBooks = z.object({
  symbols: z.array(z.string()).readonly(),
  userId: z.string(),
  ownerId: z.string(),
});

/** In all of these books at once, so that the repeat of the wish finds its answer and cancels nothing that came after it. */
export class CancelSpotOrdersInBooks extends HouseCommand<DataOf<typeof cancelSpotOrdersInBooks>, SpotAnswer> {
  static readonly type = 'CancelSpotOrdersInBooks';
  static readonly schema = cancelSpotOrdersInBooks;
}

const ladder = z.array(z.tuple([z.int(), z.int()]).readonly()).readonly();

const advanceSpotMarket = z.object({
  symbol: z.string(),
  liquidity: z.object({ bids: ladder, asks: ladder }),
  traded: z.object({ lowTicks: z.int(), highTicks: z.int(), lastTicks: z.int() }).nullable(),
  noiseTakers: z.array(z.object({ side: z.enum(SIDES), lots: z.int(), limitTicks: z.int().nullable() })).readonly(),
});

/** The market moved through a resting order or a stop; sent by the market runtime only. */
export class AdvanceSpotMarket extends HouseCommand<DataOf<typeof advanceSpotMarket>, SpotAnswer> {
  static readonly type = 'AdvanceSpotMarket';
  static readonly schema = advanceSpotMarket;
}
