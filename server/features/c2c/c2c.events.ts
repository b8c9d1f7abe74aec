import type { C2cReviewKind } from '../../../contracts/c2c.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import type { WireFact } from '../../core/bank-wires.js';

/** A pre-order, stream `c2c-<orderId>`; appended together with `ReviewOpened` of its matching. Amounts are decimal strings. */
export interface C2cOrderPlaced {
  readonly orderId: string;
  readonly userId: string;
  readonly ownerId: string;
  /** What the wire has to bear. */
  readonly reference: string;
  readonly asset: string;
  readonly amount: string;
  readonly currency: string;
  /** What one unit costs by the market, when it did, and with the margin; the latter is fixed with the order. */
  readonly index: string;
  readonly indexAt: number;
  /** When the currency's market opens again, where it was closed; else `null`. */
  readonly opensAt: number | null;
  /** The share on top of the index: the spread, and the closed margin where the market was closed. */
  readonly margin: string;
  readonly price: string;
  readonly payAmount: string;
  readonly expiresAt: number;
  /** `c2c.rules`, whole: everything that later happens to the order follows this version. */
  readonly policy: AppliedPolicy;
}

export interface C2cOrderMatched {
  readonly orderId: string;
  readonly userId: string;
  readonly sellerId: string;
  /** Of the seller's account: a later change of it does not touch the order. */
  readonly sellerVersion: number;
  readonly contractNumber: string;
  readonly staffId: string;
}

/** The payment proof is there. `sealedPayer` is JSON of name and bank under `c2c.payer`. */
interface C2cRemitted {
  readonly orderId: string;
  readonly userId: string;
  readonly sealedPayer: Sealed;
  readonly paymentProof: string;
}

/** Credited. `wires` are the bank's facts that it rests on; the account that they came to stays sealed with its seller. */
export interface C2cCompleted {
  readonly orderId: string;
  readonly userId: string;
  readonly staffId: string;
  readonly wires: readonly Omit<WireFact, 'toAccount'>[];
}

/** `reasons` are codes of `C2C_REASONS`; the note is sealed under `review.note`. */
export interface C2cRejected {
  readonly orderId: string;
  readonly userId: string;
  readonly kind: C2cReviewKind;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
  /** Until when it may be contested; `null` where it may not. */
  readonly appealUntil: number | null;
}

/** The person contests the rejection, once. The text is sealed under `c2c.appeal`. */
interface C2cAppealed {
  readonly orderId: string;
  readonly userId: string;
  readonly sealedText: Sealed;
}

export interface C2cExpired {
  readonly orderId: string;
  readonly userId: string;
  readonly round: number;
  readonly reinstatableUntil: number;
}

/** Support gave an expired order new time; each time is a round of its own. */
export interface C2cReinstated {
  readonly orderId: string;
  readonly userId: string;
  readonly staffId: string;
  readonly round: number;
  readonly status: 'unmatched' | 'matched';
  readonly expiresAt: number;
}

/** How many orders a person has open at a time, stream `c2cbuyer-<userId>`. */
interface C2cPlaceTaken {
  readonly userId: string;
  readonly orderId: string;
}
type C2cPlaceFreed = C2cPlaceTaken;

export interface C2cFacts {
  C2cOrderPlaced: C2cOrderPlaced;
  C2cOrderMatched: C2cOrderMatched;
  C2cRemitted: C2cRemitted;
  C2cCompleted: C2cCompleted;
  C2cRejected: C2cRejected;
  C2cAppealed: C2cAppealed;
  C2cExpired: C2cExpired;
  C2cReinstated: C2cReinstated;
}
export interface C2cBuyerFacts {
  C2cPlaceTaken: C2cPlaceTaken;
  C2cPlaceFreed: C2cPlaceFreed;
}
type Recorded<Facts> = { [Type in keyof Facts & string]: RecordedEvent<Type, Facts[Type]> }[keyof Facts & string];
export type C2cEvent = Recorded<C2cFacts>;
export type C2cBuyerEvent = Recorded<C2cBuyerFacts>;

export const c2cEvents = declareEventTypesWith(
  { orderId: 'stream c2c', sellerId: 'stream seller', paymentProof: 'none', id: 'none' },
  { type: 'C2cOrderPlaced', schema: 1 },
  { type: 'C2cOrderMatched', schema: 1 },
  { type: 'C2cRemitted', schema: 1 },
  { type: 'C2cCompleted', schema: 1 },
  { type: 'C2cRejected', schema: 1 },
  { type: 'C2cAppealed', schema: 1 },
  { type: 'C2cExpired', schema: 1 },
  { type: 'C2cReinstated', schema: 1 },
  { type: 'C2cPlaceTaken', schema: 1 },
  { type: 'C2cPlaceFreed', schema: 1 },
);
