/** The words of the book: orders, commands, events and refusals. All of them are plain JSON data. */

import type { Callback } from '../../../shared/trailing.js';
import type { OrderType } from '../../../shared/order-type.js';
import type { AttachedLevel } from './attached-level.js';
import type { AuctionEnd, CancelReason, CommandCancelReason } from './cancel-reasons.js';
import type { ProtectPosition } from './protect-position.js';

export type Side = 'buy' | 'sell';
export type OrderKind = OrderType;
/** Good till cancelled, immediate or cancel, fill or kill, at the open, at the close. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'OPG' | 'ATC';
/**
 * The price that a stop watches: that of trades in this book, the index, which trades move a little one to two minutes later, or the
 * mark, which a sweep hardly moves.
 */
export const STOP_TRIGGERS = ['last', 'index', 'mark'] as const;
export type StopTrigger = (typeof STOP_TRIGGERS)[number];
/** What happens when an incoming order meets a resting order of its own owner. */
export type SelfTradePrevention = 'cancel-taker' | 'cancel-maker' | 'cancel-both' | 'decrement';

/** The owner of what agents do. */
export const HOUSE = 'house';

/** Hedge mode keeps a long and a short position side by side, one-way mode a single one that an order may turn round. */
export const POSITION_SIDES = ['long', 'short', 'both'] as const;
export type PositionSide = (typeof POSITION_SIDES)[number];

/** How a stop follows the price that it watches. It never goes back. */
export interface Trail extends Callback {
  /** It follows once the price has come to this one; null where it does so from the start. */
  readonly activationTicks: number | null;
  /** Until then `stopTicks` is the activation price, and nothing triggers it. */
  readonly isActive: boolean;
}

/** An order as its owner placed it. Never changed in place: the book and the events share it. */
export interface Order {
  readonly orderId: string;
  readonly owner: string;
  readonly side: Side;
  readonly kind: OrderKind;
  /** Limit price; for `market`, `stop`, `take-profit` and `trailing-stop` the worst price the protection band allows. */
  readonly priceTicks: number;
  /** Triggers when the price that it watches reaches it: stops and take-profits, from opposite sides; null for the others. That of a trailing stop moves. */
  readonly stopTicks: number | null;
  /** Null where the stop price is. */
  readonly trigger: StopTrigger | null;
  /** Whole quantity including what is filled already; 0 for a market buy by budget. */
  readonly lots: number;
  /** Market buys only: spend at most this much, in ticks times lots; null when the order is by lots. */
  readonly budgetTickLots: number | null;
  /**
   * `market` allows IOC, FOK and, by lots, OPG and ATC. These two are for limit and market orders: OPG is taken in a call and ends with
   * its auction, ATC is taken in the call too and waits outside the book for the closing auction.
   * A triggered `stop` with GTC goes on filling at each beat until it is filled.
   */
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTradePrevention;
  /** The caller's own mark, for instance a client order id; the book carries it and reads nothing in it. */
  readonly tag: string | null;
  /** The position that its fills move: in a book with positions every order has one, in another none has. */
  readonly positionSide?: PositionSide;
  /** It may close the position and never opens or turns it. Selling a long and buying a short do so whatever stands here. */
  readonly reduceOnly?: boolean;
  /** Of a trailing stop, and there always. */
  readonly trail?: Trail;
  /** What it opens by; the book carries it and reads nothing in it. */
  readonly margin?: OrderMargin;
  /** Of an order that opens: what comes with its fills. */
  readonly attached?: Attached;
  /** Of an order that came with the fills of another. */
  readonly parent?: { readonly orderId: string; readonly level: number };
  /** It closes all of its position: while it waits, its lots are those that are open. */
  readonly wholePosition?: true;
}

/** Take-profits and stop-losses of which each fill gets its part. */
export interface Attached {
  readonly trigger: StopTrigger;
  /** What was filled before the order got these in place of others; nothing where it is left out. */
  readonly fromLots?: number;
  readonly levels: readonly AttachedLevel[];
}

/** Chosen when an order is placed or amended, so that its hold does not change while it rests. */
export interface OrderMargin {
  readonly leverage: number;
  /** The mark price when it was placed, or amended. */
  readonly markTicks: number;
}

/** One level of the house agents' ladder: priceTicks, lots. */
export type LadderLevel = readonly [priceTicks: number, lots: number];

/** The agents' quotes at the moment of a command, best first on both sides. Never stored in the book. */
export interface Liquidity {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/** A taker order of a noise agent; a null limit accepts every price. */
export interface NoiseTaker {
  readonly side: Side;
  readonly lots: number;
  readonly limitTicks: number | null;
}

export interface PriceRange {
  readonly lowTicks: number;
  readonly highTicks: number;
}
export interface TradedRange extends PriceRange {
  readonly lastTicks: number;
}

/**
 * In a call, orders are gathered for the opening auction: they rest, also across each other, and nothing trades. After the `cut-off`
 * orders at the close can no longer be placed, amended or cancelled, until their auction is over; others trade on.
 */
export type Phase = 'call' | 'continuous' | 'cut-off';

/** What stops watch at the moment of a command; null where nobody knows it. Without a last price that of the book's own last trade counts. */
export interface MomentPrices {
  readonly lastTicks: number | null;
  readonly indexTicks: number | null;
  readonly markTicks: number | null;
}

export const NO_PRICES: MomentPrices = { lastTicks: null, indexTicks: null, markTicks: null };

/** The price that a stop of this trigger watches. */
export const watchedTicks = <Ticks extends number | null>(
  trigger: StopTrigger,
  prices: Readonly<Record<keyof MomentPrices, Ticks>>,
): Ticks => prices[`${trigger}Ticks`];

export interface PlaceOrder {
  readonly type: 'PlaceOrder';
  readonly order: Order;
}
/** One cancels the other: a `limit` leg, and a `stop` or `stop-limit` leg, of one owner, side and quantity. */
export interface PlaceOcoPair {
  readonly type: 'PlaceOcoPair';
  readonly limit: Order;
  readonly stop: Order;
}
/** What stays the same is null. `lots` is the whole new quantity, filled lots included; of an OCO pair both legs get it. */
export interface AmendOrder {
  readonly type: 'AmendOrder';
  readonly orderId: string;
  readonly owner: string;
  readonly priceTicks: number | null;
  readonly stopTicks: number | null;
  readonly lots: number | null;
  /** The mark price now, by which an order that opens by margin is reckoned from here on. */
  readonly markTicks?: number;
  /** What comes with fills from here on; null: nothing does. */
  readonly attached?: Attached | null;
}
export interface CancelOrder {
  readonly type: 'CancelOrder';
  readonly orderId: string;
  readonly owner: string;
  readonly reason: CommandCancelReason;
}
export interface CancelAllOrders {
  readonly type: 'CancelAllOrders';
  readonly owner: string;
  readonly reason: CommandCancelReason;
  /** Those for this position alone. */
  readonly positionSide?: PositionSide;
  /** Those alone that open by a higher leverage. */
  readonly leverageAbove?: number;
}
/** The market moved: crossing quotes, triggered stops, noise takers in time order, then stops by the traded range. */
export interface AdvanceMarket {
  readonly type: 'AdvanceMarket';
  /** Range and last price traded among agents since the previous advance; null when nothing traded. */
  readonly traded: TradedRange | null;
  readonly noiseTakers: readonly NoiseTaker[];
  /** Ranges of index and mark since the previous advance; null when they are not known. */
  readonly index: PriceRange | null;
  readonly mark: PriceRange | null;
  /** The first beat of a session, or after a pause: quotes take all that they crossed, at one price, and not only what the tape traded. */
  readonly opening: boolean;
  /** The last beat of a session: it holds the closing auction, when orders at the close wait for one. */
  readonly closing: boolean;
}
/** The beats of these auctions were not decided and will not be: orders for them end, and so do those that an earlier command left. */
export interface EndMissedAuctions {
  readonly type: 'EndMissedAuctions';
  readonly opening: boolean;
  readonly closing: boolean;
}
export type PositionChangeReason =
  | 'insurance-fund'
  | 'deleveraging'
  | 'settlement'
  | 'split'
  | 'delisted'
  | 'account-end';
export interface PositionChange {
  readonly owner: string;
  readonly positionSide: PositionSide;
  /** What is added to the lots of the position, or taken off: of a long and a short the lots count upwards, of `both` a short is negative. */
  readonly lots: number;
}
/**
 * Positions that change without a fill. Bought less sold, the changes sum to zero: what agents take over stands here under their owner
 * `house`, although the book keeps no position for them.
 */
export interface AdjustPositions {
  readonly type: 'AdjustPositions';
  readonly changes: readonly PositionChange[];
  readonly reason: PositionChangeReason;
}
export type BookCommand =
  | PlaceOrder
  | PlaceOcoPair
  | AmendOrder
  | CancelOrder
  | CancelAllOrders
  | AdvanceMarket
  | EndMissedAuctions
  | AdjustPositions
  | ProtectPosition;

/**
 * Where an open order stands: at its price, as a stop that waits, as a triggered stop that goes on filling, waiting for the closing
 * auction, or about to be cancelled for what ended its auction. Only the first is an offer to anybody: a triggered stop takes at each
 * beat what is quoted within its limit, and an order at the close enters the book for its auction.
 */
export type Place = 'book' | 'stops' | 'triggered' | 'closing' | AuctionEnd;
/** Where an order stands once the fills that follow it at once are done. */
export type Rests = Place | 'no';

export interface OrderAccepted {
  readonly type: 'OrderAccepted';
  readonly order: Order;
  readonly ocoOrderId: string | null;
  readonly rests: Rests;
}
/** A stop was reached; from here it is a taker as any other. */
export interface OrderTriggered {
  readonly type: 'OrderTriggered';
  readonly orderId: string;
  readonly owner: string;
  /** What it watched, and how far that had come: to its stop price or beyond. */
  readonly trigger: StopTrigger;
  readonly reachedTicks: number;
  readonly rests: Rests;
}
/** A trailing stop follows the price that it watches, or begins to. It triggers at `stopTicks` from the next command on. */
export interface OrderTrailed {
  readonly type: 'OrderTrailed';
  readonly orderId: string;
  readonly owner: string;
  /** The best price seen. */
  readonly reachedTicks: number;
  readonly stopTicks: number;
  /** The worst price that it accepts, which moves along. */
  readonly priceTicks: number;
}
/** One fill. A null order id with the owner `house` is an agent. */
export interface OrderMatched {
  readonly type: 'OrderMatched';
  readonly makerOrderId: string | null;
  readonly makerOwner: string;
  readonly makerRemainingLots: number;
  readonly takerOrderId: string | null;
  readonly takerOwner: string;
  /** 0 also while a budget order still spends: see takerRemainingTickLots. */
  readonly takerRemainingLots: number;
  /** What a market buy by budget may still spend; null for orders by lots. */
  readonly takerRemainingTickLots: number | null;
  readonly takerSide: Side;
  readonly priceTicks: number;
  readonly lots: number;
  /** The positions that the fill moves, in a book that has them; null for an agent. */
  readonly makerPositionSide?: PositionSide | null;
  readonly takerPositionSide?: PositionSide | null;
}
export interface OrderAmended {
  readonly type: 'OrderAmended';
  readonly orderId: string;
  readonly owner: string;
  readonly priceTicks: number;
  readonly stopTicks: number | null;
  readonly lots: number;
  readonly remainingLots: number;
  readonly keepsPriority: boolean;
  /** Of an order with margin, where it is reckoned by another mark price from here on. */
  readonly markTicks?: number;
  /** Attached levels, where they become others; null where they are taken off. */
  readonly attached?: Attached | null;
  /** More was filled of the order that it came with, or its whole position grew: nobody asked for it. */
  readonly byFill?: true;
}
/**
 * An order lost lots without a fill: self-trade prevention `decrement` took them off the larger of two orders of one owner, or the
 * position that the order may close has become smaller.
 */
export interface OrderReduced {
  readonly type: 'OrderReduced';
  readonly orderId: string;
  readonly owner: string;
  readonly lots: number;
  readonly remainingLots: number;
  readonly remainingTickLots: number | null;
}
export interface OrderCancelled {
  readonly type: 'OrderCancelled';
  readonly orderId: string;
  readonly owner: string;
  readonly remainingLots: number;
  /** The unspent budget of a market buy by budget; null for orders by lots. */
  readonly remainingTickLots: number | null;
  readonly reason: CancelReason;
}
/** Positions changed without a fill, in the order in which they are named. */
export interface PositionsAdjusted {
  readonly type: 'PositionsAdjusted';
  readonly changes: readonly PositionChange[];
  readonly reason: PositionChangeReason;
}
/** Orders at the close enter the book for their auction, in the order in which they waited. */
export interface ClosingAuctionOpened {
  readonly type: 'ClosingAuctionOpened';
}
/** An auction left more orders than its command may cancel. They leave the book, and later commands cancel them for this reason. */
export interface AuctionEnded {
  readonly type: 'AuctionEnded';
  readonly timeInForce: 'OPG' | 'ATC';
  readonly reason: AuctionEnd;
}
/** The last price moved by a trade that no user took part in. */
export interface LastTradeMoved {
  readonly type: 'LastTradeMoved';
  readonly lastTicks: number;
}
/** By what they watch, stops in this range are reached but a command had done enough; the next command continues. Nulls end it. */
export interface TriggersDeferred {
  readonly type: 'TriggersDeferred';
  readonly last: PriceRange | null;
  readonly index: PriceRange | null;
  readonly mark: PriceRange | null;
}
/** The caller's impact state of this book: kept, saved and hashed, never read. Built by the caller, not by decide. */
export interface ImpactRecorded {
  readonly type: 'ImpactRecorded';
  readonly impact: unknown;
}
export type BookEvent =
  | OrderAccepted
  | OrderTriggered
  | OrderTrailed
  | OrderMatched
  | OrderAmended
  | OrderReduced
  | OrderCancelled
  | PositionsAdjusted
  | ClosingAuctionOpened
  | AuctionEnded
  | LastTradeMoved
  | TriggersDeferred
  | ImpactRecorded;

export type { AttachedLevel, AttachedPrice } from './attached-level.js';
export * from './cancel-reasons.js';
export type { ProtectPosition } from './protect-position.js';
export { BOOK_REFUSALS, type BookRefusal, type BookRefusalCode } from './book-refusals.js';

/** One open order as views and snapshots show it. */
export interface OpenOrder {
  readonly order: Order;
  readonly remainingLots: number;
  readonly ocoOrderId: string | null;
  readonly place: Place;
  /** Order of acceptance in this book. */
  readonly sequence: number;
}
