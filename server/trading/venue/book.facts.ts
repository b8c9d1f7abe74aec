import type { NewEvent, RecordedEvent } from '../../core/event.js';
import type { TouchedOrder } from '../../core/live.js';
import type { BeatStepName } from '../../core/ports/beat-steps.js';
import { amount, ZERO, type Amount } from '../../../shared/money.js';
import { HOUSE, type Attached, type BookEvent, type Order } from '../matching/book.js';
import type { AttachedTerms } from './attached.rules.js';
import type { TrailingTerms } from './trailing.rules.js';

/**
 * What happens in one book of a product, stream `<product>-<symbol>`. Ticks and lots are what the book replays; prices,
 * quantities and amounts beside them are decimal strings in the quote or base asset, so that a fact can be read without its
 * instrument.
 */
export interface BookSpec {
  readonly symbol: string;
  /** Version of the catalogue entry that these sizes belong to. */
  readonly version: number;
  readonly base: string;
  readonly quote: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
}

/** The sizes that orders are counted in, from the first order on, or after a catalogue change. */
interface BookOpened {
  readonly spec: BookSpec;
}

/** Opens what a beat of the market did to the book. Beats that did nothing are not stored. */
interface BeatDecided {
  readonly symbol: string;
  readonly beat: number;
  /** Only what comes before the market reaches the orders; the beat itself is still to be decided. */
  readonly step?: BeatStepName;
}

/** Beats that were not decided when they were due, and what became of them. */
interface BeatsMissed {
  readonly symbol: string;
  readonly fromBeat: number;
  readonly toBeat: number;
  readonly outcome: 'decided-late' | 'skipped';
  readonly reason: 'standstill' | 'restart' | 'writer-away' | 'held-up';
}

/** What an order pays for its fills: fixed when it is accepted, and again when it is amended. */
export interface FeeTerms {
  /** Rates as fractions: `0.001` is 0.1%; a negative one is a rebate. */
  readonly maker: string;
  readonly taker: string;
  readonly tier: number;
  /** What the owner traded in the 30 days before `day`, in USDT. */
  readonly volume: string;
  /** The day that the tier holds for, as `2026-11-24`. */
  readonly day: string;
  readonly policy: string;
  readonly policyVersion: number;
}

/** The terms that one side of a fill paid by. */
export interface FillTerms {
  readonly rate: string;
  readonly tier: number;
  readonly policyVersion: number;
}

type Of<Type extends BookEvent['type']> = Omit<Extract<BookEvent, { type: Type }>, 'type'>;
type WithSymbol<Type extends BookEvent['type']> = Of<Type> & { readonly symbol: string };

export interface OrderAccepted extends Of<'OrderAccepted'> {
  readonly symbol: string;
  readonly order: Order;
  readonly price: string;
  /** `null` also for a trailing stop that waits for its activation price. */
  readonly stopPrice: string | null;
  /** Of a trailing stop. */
  readonly trailing?: TrailingTerms;
  /** Of an order with attached levels. */
  readonly attached?: AttachedTerms;
  readonly quantity: string;
  /** What is on hold for the order. The second leg of an OCO pair shares the first one's hold: its own is 0. */
  readonly held: string;
  readonly heldAsset: string;
  readonly fees: FeeTerms;
  /** The last beat that the book had met, where the order went before others that waited; it left nothing to meet them. */
  readonly decidedTo?: number;
}

interface OrderTrailed extends Of<'OrderTrailed'> {
  readonly symbol: string;
  /** The best price seen. */
  readonly price: string;
  readonly stopPrice: string;
}

export interface OrderMatched extends Of<'OrderMatched'> {
  readonly symbol: string;
  readonly tradeId: string;
  readonly price: string;
  readonly quantity: string;
  readonly notional: string;
  /** In the quote asset; negative where a rebate is paid. An agent pays the rebate of the maker it takes from, else nothing. */
  readonly makerFee: string;
  readonly takerFee: string;
  /** `null` for agents. */
  readonly makerTerms: FillTerms | null;
  readonly takerTerms: FillTerms | null;
  /** What stays on hold for each order after this fill; `null` for agents. */
  readonly makerHeld: string | null;
  readonly takerHeld: string | null;
  /** The beat of the market that decided it; none where a person's command did. */
  readonly beat?: number;
}

export interface OrderCancelled extends Of<'OrderCancelled'> {
  readonly symbol: string;
  readonly released: string;
  /** The other leg of an OCO pair that keeps the hold, when it lives on. */
  readonly heldBy: string | null;
}

export interface OrderAmended extends Of<'OrderAmended'> {
  readonly symbol: string;
  readonly price: string;
  readonly stopPrice: string | null;
  readonly quantity: string;
  readonly held: string;
  /** Those of the day of the amendment. */
  readonly fees: FeeTerms;
  /** Of levels in place of others. */
  readonly attachedTerms?: AttachedTerms;
}

interface OrderReduced extends Of<'OrderReduced'> {
  readonly symbol: string;
  /** The lots that it lost, as a quantity. */
  readonly quantity: string;
  readonly held: string;
}

/** An open order after a split, in new shares: `lots` less `remainingLots` is what was filled before. */
export interface SplitOrder {
  readonly orderId: string;
  readonly owner: string;
  readonly side: Order['side'];
  readonly priceTicks: number;
  readonly stopTicks: number | null;
  readonly lots: number;
  readonly remainingLots: number;
  /** Of an order with attached levels, as they have become. */
  readonly attached?: Attached;
  readonly attachedTerms?: AttachedTerms;
  /** Of an order with margin: what its mark price has become. */
  readonly markTicks?: number;
  /** `null`: at any price that the band allows. */
  readonly price: string | null;
  readonly stopPrice: string | null;
  readonly quantity: string;
  readonly held: string;
}

/** A split of the instrument adjusted every order that is still open, in the order in which they stand. */
export interface OrdersSplit {
  readonly symbol: string;
  readonly actionId: string;
  readonly newShares: number;
  readonly oldShares: number;
  /** The sizes are the same; the version is the one that has the split. */
  readonly spec: BookSpec;
  readonly orders: readonly SplitOrder[];
}

interface OrderTriggered extends WithSymbol<'OrderTriggered'> {
  /** How far the price that it watched had come. */
  readonly price: string;
}

/** The facts of every book, by the names that matching has for them. */
interface BookFacts {
  BookOpened: BookOpened;
  BeatDecided: BeatDecided;
  BeatsMissed: BeatsMissed;
  OrderAccepted: OrderAccepted;
  OrderTriggered: OrderTriggered;
  OrderTrailed: OrderTrailed;
  OrderMatched: OrderMatched;
  OrderAmended: OrderAmended;
  OrderReduced: OrderReduced;
  OrderCancelled: OrderCancelled;
  ClosingAuctionOpened: WithSymbol<'ClosingAuctionOpened'>;
  AuctionEnded: WithSymbol<'AuctionEnded'>;
  LastTradeMoved: WithSymbol<'LastTradeMoved'>;
  TriggersDeferred: WithSymbol<'TriggersDeferred'>;
  ImpactRecorded: WithSymbol<'ImpactRecorded'>;
  OrdersSplit: OrdersSplit;
}
/** Those that only books with positions have. */
interface PositionFacts {
  PositionsAdjusted: WithSymbol<'PositionsAdjusted'>;
}
type EveryFact = BookFacts & PositionFacts;

/** A fact that no product has put its name to yet. */
export type BookFact = {
  [Type in keyof EveryFact]: Pick<NewEvent<Type, EveryFact[Type]>, 'type' | 'data'>;
}[keyof EveryFact];

/** The facts of one product, under its own names: `SpotOrderMatched`. */
export type BookFactsOf<Prefix extends string> = {
  [Type in keyof BookFacts as `${Prefix}${Type}`]: BookFacts[Type];
};
/** The same of a product with positions. */
export type PositionFactsOf<Prefix extends string> = BookFactsOf<Prefix> & {
  [Type in keyof PositionFacts as `${Prefix}${Type}`]: PositionFacts[Type];
};

/** The trade that an event is, of whatever product: no other event names a maker. `undefined`: it is none. */
export function tradeOf({ data }: RecordedEvent): OrderMatched | undefined {
  return typeof data === 'object' && data !== null && 'makerOwner' in data ? (data as OrderMatched) : undefined;
}

/** What of a trade the market's tape has not counted: agents who took a resting order did it with lots of the tape. */
export function uncounted({ takerOwner, quantity, notional }: OrderMatched): Record<'quantity' | 'notional', Amount> {
  if (takerOwner === HOUSE) return { quantity: ZERO, notional: ZERO };
  return { quantity: amount(quantity), notional: amount(notional) };
}

/** The orders that a fact changed, for the sockets of those whose they are. An agent's side of a fill has none. */
export function ordersTouched({ type, data }: BookFact): readonly TouchedOrder[] {
  switch (type) {
    case 'OrderAccepted':
      return [{ symbol: data.symbol, owner: data.order.owner, orderId: data.order.orderId }];
    case 'OrderMatched': {
      const { symbol, tradeId, makerOwner, makerOrderId, takerOwner, takerOrderId } = data;
      return [
        ...(makerOrderId === null ? [] : [{ symbol, tradeId, owner: makerOwner, orderId: makerOrderId }]),
        ...(takerOrderId === null ? [] : [{ symbol, tradeId, owner: takerOwner, orderId: takerOrderId }]),
      ];
    }
    case 'OrderTriggered':
    case 'OrderTrailed':
    case 'OrderAmended':
    case 'OrderReduced':
    case 'OrderCancelled':
      return [{ symbol: data.symbol, owner: data.owner, orderId: data.orderId }];
    case 'OrdersSplit':
      return data.orders.map(({ owner, orderId }) => ({ symbol: data.symbol, owner, orderId }));
    case 'PositionsAdjusted':
    case 'BookOpened':
    case 'BeatDecided':
    case 'BeatsMissed':
    case 'ClosingAuctionOpened':
    case 'AuctionEnded':
    case 'LastTradeMoved':
    case 'TriggersDeferred':
    case 'ImpactRecorded':
      return [];
  }
}

/** What the ids in these facts are of. */
export const BOOK_IDS = {
  orderId: 'order',
  ocoOrderId: 'order',
  makerOrderId: 'order',
  takerOrderId: 'order',
  tradeId: 'trade',
  owner: 'owner',
  actionId: 'none',
  makerOwner: 'owner',
  takerOwner: 'owner',
} as const;

/** An event of the book without its type. */
export function withoutType<Event extends BookEvent>({ type: _, ...data }: Event): Omit<Event, 'type'> {
  return data;
}
