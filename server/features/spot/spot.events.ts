import type { NewEvent, RecordedEvent } from '../../core/event.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import type { BookEvent, Order } from '../../trading/matching/book.js';

/**
 * What happens in one spot book, stream `spot-<symbol>`. Ticks and lots are what the book replays; prices, quantities and
 * amounts beside them are decimal strings in the quote or base asset, so that a fact can be read without its instrument.
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

/** The sizes that orders are counted in, from the first order on, or anew after a catalogue change. */
export interface SpotBookOpened {
  readonly spec: BookSpec;
}

export interface FeeTerms {
  /** Rates as fractions: `0.001` is 0.1%. */
  readonly maker: string;
  readonly taker: string;
  readonly policy: string;
  readonly policyVersion: number;
}

type Of<Type extends BookEvent['type']> = Omit<Extract<BookEvent, { type: Type }>, 'type'>;

export interface SpotOrderAccepted extends Of<'OrderAccepted'> {
  readonly symbol: string;
  readonly order: Order;
  readonly price: string;
  readonly stopPrice: string | null;
  readonly quantity: string;
  /** What is frozen for the order. The second leg of an OCO pair shares the first one's hold: its own is 0. */
  readonly held: string;
  readonly heldAsset: string;
  readonly fees: FeeTerms;
}

export interface SpotOrderMatched extends Of<'OrderMatched'> {
  readonly symbol: string;
  readonly tradeId: string;
  readonly price: string;
  readonly quantity: string;
  readonly notional: string;
  /** In the quote asset; 0 for agents. */
  readonly makerFee: string;
  readonly takerFee: string;
  /** What stays frozen for each order after this fill; `null` for agents. */
  readonly makerHeld: string | null;
  readonly takerHeld: string | null;
}

export interface SpotOrderCancelled extends Of<'OrderCancelled'> {
  readonly symbol: string;
  readonly released: string;
  /** The other leg of an OCO pair that keeps the hold, when it lives on. */
  readonly heldBy: string | null;
}

export interface SpotOrderAmended extends Of<'OrderAmended'> {
  readonly symbol: string;
  readonly price: string;
  readonly stopPrice: string | null;
  readonly quantity: string;
  readonly held: string;
}

export interface SpotOrderReduced extends Of<'OrderReduced'> {
  readonly symbol: string;
  /** The lots that self-trade prevention took off, as a quantity. */
  readonly quantity: string;
  readonly held: string;
}

export type SpotOrderTriggered = Of<'OrderTriggered'> & { readonly symbol: string };
export type SpotLastTradeMoved = Of<'LastTradeMoved'> & { readonly symbol: string };
export type SpotTriggersDeferred = Of<'TriggersDeferred'> & { readonly symbol: string };
export type SpotImpactRecorded = Of<'ImpactRecorded'> & { readonly symbol: string };

/** Event data by type. */
export interface SpotFacts {
  SpotBookOpened: SpotBookOpened;
  SpotOrderAccepted: SpotOrderAccepted;
  SpotOrderTriggered: SpotOrderTriggered;
  SpotOrderMatched: SpotOrderMatched;
  SpotOrderAmended: SpotOrderAmended;
  SpotOrderReduced: SpotOrderReduced;
  SpotOrderCancelled: SpotOrderCancelled;
  SpotLastTradeMoved: SpotLastTradeMoved;
  SpotTriggersDeferred: SpotTriggersDeferred;
  SpotImpactRecorded: SpotImpactRecorded;
}

export type SpotEventType = keyof SpotFacts;
export type NewSpotEvent = { [Type in SpotEventType]: NewEvent<Type, SpotFacts[Type]> }[SpotEventType];
/** What an event says, before it has a stream to say it in. */
export type SpotFact = {
  [Type in SpotEventType]: Pick<NewEvent<Type, SpotFacts[Type]>, 'type' | 'data'>;
}[SpotEventType];
export type RecordedSpotEvent = { [Type in SpotEventType]: RecordedEvent<Type, SpotFacts[Type]> }[SpotEventType];

export const spotEventTypes: readonly SpotEventType[] = [
  'SpotBookOpened',
  'SpotOrderAccepted',
  'SpotOrderTriggered',
  'SpotOrderMatched',
  'SpotOrderAmended',
  'SpotOrderReduced',
  'SpotOrderCancelled',
  'SpotLastTradeMoved',
  'SpotTriggersDeferred',
  'SpotImpactRecorded',
];

export const spotEvents = declareEventTypesWith(
  {
    orderId: 'order',
    ocoOrderId: 'order',
    makerOrderId: 'order',
    takerOrderId: 'order',
    tradeId: 'trade',
    owner: 'owner',
    makerOwner: 'owner',
    takerOwner: 'owner',
  },
  ...spotEventTypes.map((type) => ({ type, schema: 1 })),
);
