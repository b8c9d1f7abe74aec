import { z } from 'zod';
import { orderRules } from '../../../contracts/policy-trading.contract.js';
import {
  ORDER_TYPES,
  SELF_TRADE_PREVENTION,
  SIDES,
  STOP_TRIGGERS,
  TIMES_IN_FORCE,
  type OrderView,
  type TradeView,
} from '../../../contracts/order.contract.js';
import { POSITION_SIDES } from '../matching/book.js';
import { HouseCommand, type CommandClass, type DataOf } from '../../core/command.js';
import { appliedPolicy } from '../../core/command-schemas.js';

/** The commands that every product has, in classes of its own. */
export interface OrderCommands {
  readonly place: CommandClass<PlaceOrder, OrderAnswer>;
  readonly placeOco: CommandClass<PlaceOco, OrderAnswer>;
  readonly amend: CommandClass<AmendOrder, OrderAnswer>;
  readonly cancel: CommandClass<CancelOrder, OrderAnswer>;
  readonly cancelAll: CommandClass<CancelAllOrders, OrderAnswer>;
  readonly cancelInBooks: CommandClass<CancelOrdersInBooks, OrderAnswer>;
  readonly advance: CommandClass<AdvanceMarket, OrderAnswer>;
}

export interface OrderAnswer {
  readonly orders: OrderView[];
  readonly trades: TradeView[];
}

const { limitBandLow, limitBandHigh, marketBand } = orderRules.shape;

/** The policy of a product's orders, as it stood when the command was sent. Bands are decimal fractions. */
const policy = z.object({
  name: z.string(),
  version: z.int(),
  /** A limit price must lie between these multiples of the reference price. */
  limitBandLow,
  limitBandHigh,
  /** How far from the reference price a market order may fill. */
  marketBand,
});
export type OrderPolicy = DataOf<typeof policy>;

/** What the order pays: the owner's tier of the day, from the fee policy in force. */
export const feeTerms = z.object({
  maker: z.string(),
  taker: z.string(),
  tier: z.int(),
  volume: z.string(),
  day: z.string(),
  policy: z.string(),
  policyVersion: z.int(),
});

/** Lowest first: up to a notional in USDT, the leverage and the rate of maintenance margin. */
const brackets = z.array(z.object({ to: z.string(), leverageMax: z.int(), rate: z.string() })).readonly();

/** What positions of the instrument's class may be, and what the risk class of the owner allows. */
export const marginTerms = z.object({
  policy: z.object({ name: z.string(), version: z.int() }),
  /** Those that positions follow. */
  brackets,
  /** Those that they follow within 24 hours, from which instant on: the first of them first. What opens has to fit all. */
  coming: z.array(z.object({ version: z.int(), from: z.int(), brackets })).readonly(),
  /** The next close once its gap is known, which is an hour before margins are raised for it; `null` where none comes. */
  gap: z.object({ raisesAt: z.int(), closesAt: z.int(), opensAt: z.int(), rate: z.string() }).nullable(),
  /** The most lots that users may have open on one side; `null` where no push of the market could pay. */
  openInterestMax: z.int().nullable(),
  /** The share of it that one owner may have, and the rules that say so. */
  owners: z.object({ share: z.string(), policy: z.object({ name: z.string(), version: z.int() }) }),
  /** What closing a position costs at most, as a share: every position is judged by it. */
  takerRate: z.string(),
  /** From this leverage on the owner must have passed the quiz. */
  quizFrom: z.int(),
  /** Of a real account; `cap` is `null` where its class has none. */
  cap: z.object({ cap: z.string().nullable(), policy: appliedPolicy }).nullable(),
});
export type MarginPolicy = DataOf<typeof marginTerms>;

/** What is not state: the instrument, the policies in force and the owner's tier. */
export const orderTerms = z.object({
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
  fees: feeTerms,
  /** Of products with margin alone, and there always. */
  margin: marginTerms.optional(),
});
export type OrderTerms = DataOf<typeof orderTerms>;

const owned = z.object({
  symbol: z.string(),
  userId: z.string(),
  /** The ledger owner: the user and the generation of their account. */
  ownerId: z.string(),
});

/** Of products with positions alone, and there both are given. */
const position = z.object({
  positionSide: z.enum(POSITION_SIDES).optional(),
  reduceOnly: z.boolean().optional(),
});

export const placeOrder = owned.extend({
  ...orderTerms.shape,
  orderId: z.string(),
  side: z.enum(SIDES),
  kind: z.enum(ORDER_TYPES),
  price: z.string().optional(),
  stopPrice: z.string().optional(),
  trigger: z.enum(STOP_TRIGGERS).optional(),
  /** Of trailing stops: `1.5%` or a distance in the quote asset; and the price from which on it follows. */
  callback: z.string().optional(),
  activationPrice: z.string().optional(),
  /** Of orders that open: `50:70000:60000,50:75000:60000`. */
  attached: z.string().optional(),
  attachedTrigger: z.enum(STOP_TRIGGERS).optional(),
  quantity: z.string().optional(),
  quoteAmount: z.string().optional(),
  timeInForce: z.enum(TIMES_IN_FORCE).optional(),
  postOnly: z.boolean(),
  selfTrade: z.enum(SELF_TRADE_PREVENTION),
  clientOrderId: z.string().nullable(),
  /** Of an order that leaves nothing and goes before beats that wait: the last beat that its book has met. */
  decidedTo: z.int().optional(),
  ...position.shape,
});
export type PlaceOrder = DataOf<typeof placeOrder>;

export const placeOco = owned.extend({
  ...orderTerms.shape,
  limitOrderId: z.string(),
  stopOrderId: z.string(),
  side: z.enum(SIDES),
  quantity: z.string(),
  price: z.string(),
  stopPrice: z.string(),
  stopLimitPrice: z.string().optional(),
  trigger: z.enum(STOP_TRIGGERS).optional(),
  clientOrderId: z.string().nullable(),
  ...position.shape,
});
export type PlaceOco = DataOf<typeof placeOco>;

export const amendOrder = owned.extend({
  ...orderTerms.shape,
  orderId: z.string(),
  price: z.string().optional(),
  stopPrice: z.string().optional(),
  /** Of an OCO pair both legs get it. */
  quantity: z.string().optional(),
  /** In place of the levels that it has, for what is filled from here on; empty takes them off. */
  attached: z.string().optional(),
  attachedTrigger: z.enum(STOP_TRIGGERS).optional(),
});
export type AmendOrder = DataOf<typeof amendOrder>;

export const cancelOrder = owned.extend({ orderId: z.string() });
export type CancelOrder = DataOf<typeof cancelOrder>;

export const cancelAllOrders = owned.extend({
  reason: z.enum(['user', 'expired', 'closed', 'corporate-action', 'delisted', 'liquidation', 'delivery']),
});
export type CancelAllOrders = DataOf<typeof cancelAllOrders>;

/** In all of these books at once, so that the repeat of the request finds its answer and cancels nothing that came after it. */
export const cancelOrdersInBooks = z.object({
  symbols: z.array(z.string()).readonly(),
  userId: z.string(),
  ownerId: z.string(),
});
export type CancelOrdersInBooks = DataOf<typeof cancelOrdersInBooks>;

/** Why beats were not decided when they were due. */
export const MISSED_REASONS = ['standstill', 'restart', 'writer-away', 'held-up'] as const;
/** Decided later, in order, as if they had not been late; or skipped, for every order alike. */
export const MISSED_OUTCOMES = ['decided-late', 'skipped'] as const;

/**
 * One numbered beat of a book; sent by the market runtime only, and never out of order. Quotes and tape of the beat follow from its
 * number. With `missed` it decides nothing and says what became of the beats from `fromBeat` to `beat`.
 */
export const advanceMarket = z.object({
  symbol: z.string(),
  beat: z.int(),
  missed: z.object({ fromBeat: z.int(), outcome: z.enum(MISSED_OUTCOMES), reason: z.enum(MISSED_REASONS) }).nullable(),
});
export type AdvanceMarket = DataOf<typeof advanceMarket>;

/** The commands of a product under its name: `PlaceSpotOrder`, `CancelAllSpotOrders`. */
export function orderCommandsOf(name: string): OrderCommands {
  return {
    place: commandOf(`Place${name}Order`, placeOrder),
    placeOco: commandOf(`Place${name}Oco`, placeOco),
    amend: commandOf(`Amend${name}Order`, amendOrder),
    cancel: commandOf(`Cancel${name}Order`, cancelOrder),
    cancelAll: commandOf(`CancelAll${name}Orders`, cancelAllOrders),
    cancelInBooks: commandOf(`Cancel${name}OrdersInBooks`, cancelOrdersInBooks),
    advance: commandOf(`Advance${name}Market`, advanceMarket),
  };
}

function commandOf<Data>(name: string, itsSchema: z.ZodType<Data>): CommandClass<Data, OrderAnswer> {
  return class extends HouseCommand<Data, OrderAnswer> {
    static readonly type = name;
    static readonly schema = itsSchema;
  };
}
