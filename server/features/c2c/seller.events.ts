import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** A version of a seller's account. The account is JSON sealed for the house under `seller.account`. */
export interface SellerTerms {
  readonly label: string;
  readonly currency: string;
  readonly sealedAccount: Sealed;
  /** In USDT: of one order, and of all that are matched on one day (UTC). */
  readonly min: string;
  readonly max: string;
  readonly dayMax: string;
}

/** Stream `seller-<sellerId>` of realm real. Versions count from 1. */
interface SellerAdded extends SellerTerms {
  readonly sellerId: string;
  readonly staffId: string;
}
interface SellerChanged extends SellerAdded {
  readonly version: number;
}
export interface SellerSwitched {
  readonly sellerId: string;
  readonly staffId: string;
  readonly enabled: boolean;
}
/** Counts against the day of the account; appended together with `C2cOrderMatched`. */
interface SellerMatched {
  readonly sellerId: string;
  readonly orderId: string;
  readonly amount: string;
}

export interface SellerFacts {
  SellerAdded: SellerAdded;
  SellerChanged: SellerChanged;
  SellerSwitched: SellerSwitched;
  SellerMatched: SellerMatched;
}
export type SellerEvent = { [Type in keyof SellerFacts]: RecordedEvent<Type, SellerFacts[Type]> }[keyof SellerFacts];

export const sellerEvents = declareEventTypesWith(
  { sellerId: 'stream seller', orderId: 'stream c2c' },
  { type: 'SellerAdded', schema: 1 },
  { type: 'SellerChanged', schema: 1 },
  { type: 'SellerSwitched', schema: 1 },
  { type: 'SellerMatched', schema: 1 },
);
