import type { FactsOf, NewEvent, RecordedEvent } from '../../../core/event.js';
import { declareEventTypes } from '../../../engine/history/event-types.js';

/** One funding of a perpetual contract. Written only while somebody has a position in it. */
export interface ContractFunded {
  readonly symbol: string;
  /** The instant that it is due, in milliseconds since 1970. */
  readonly dueAt: number;
  /** As a share of the position; above zero longs pay shorts. */
  readonly rate: string;
  /** The average premium that the rate follows from, as a share of the index. */
  readonly premium: string;
  readonly markPrice: string;
  /** What a unit of the base asset pays, in USDT. */
  readonly charge: string;
  /** The sum of all charges so far. A position owes by what it rose since its own last payment. */
  readonly index: string;
}

/** Every position that was open has paid or received. */
export interface ContractFundingPosted {
  readonly symbol: string;
  readonly dueAt: number;
}

/** A contract is over: every position is closed at its last price, and no order rests. */
export interface ContractSettled {
  readonly symbol: string;
  /** It delivered, what it is on was delisted, or two of the staff settled it. */
  readonly cause: 'delivery' | 'delisting' | 'settlement';
  readonly price: string;
}

/** Stream `funding-<symbol>`, realms demo and real. */
export type FundingEvent =
  | RecordedEvent<'ContractFunded', ContractFunded>
  | RecordedEvent<'ContractFundingPosted', ContractFundingPosted>
  | RecordedEvent<'ContractSettled', ContractSettled>;
export type FundingFacts = FactsOf<FundingEvent>;
export type NewFundingEvent = {
  [Type in keyof FundingFacts]: NewEvent<Type, FundingFacts[Type]>;
}[keyof FundingFacts];

export const fundingEvents = declareEventTypes(
  { type: 'ContractFunded', schema: 1 },
  { type: 'ContractFundingPosted', schema: 1 },
  { type: 'ContractSettled', schema: 1 },
);
