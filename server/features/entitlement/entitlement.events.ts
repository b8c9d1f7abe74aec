import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfHolder {
  readonly userId: string;
  readonly ownerId: string;
  readonly actionId: string;
  readonly symbol: string;
  readonly base: string;
}

/**
 * What holders are told. `orders-cancelled`: what they had in the book went before the ex-date. `orders-adjusted`: it goes on, with
 * price and quantity as a split has made them.
 */
export const NOTICES = [
  'announced-dividend',
  'announced-earnings-before-open',
  'announced-earnings-after-close',
  'withdrawn-dividend',
  'withdrawn-earnings',
  'announced-split',
  'withdrawn-split',
  'announced-delisting',
  'withdrawn-delisting',
  'orders-cancelled-delisting',
  'orders-cancelled',
  'orders-cancelled-split',
  'orders-adjusted',
] as const;
export type Notice = (typeof NOTICES)[number];

/** A holder was told of a corporate action. */
export interface HolderNotified extends OfHolder {
  readonly notice: Notice;
  readonly dueAt: Instant;
  /** Of a dividend: for each share, in the quote asset. */
  readonly perShare: string | null;
  /** Of a split. */
  readonly newShares: number | null;
  readonly oldShares: number | null;
}

/** The dividend on everything that the owner held of the asset, in all account spaces, on hold included. */
export interface DividendPaid extends OfHolder {
  readonly quote: string;
  readonly quantity: string;
  readonly perShare: string;
  /** In the quote asset; what is less than its last decimal stays with the house. */
  readonly amount: string;
}

/** Everything that the owner held of the asset became so many new shares, what is on hold for open orders included. */
export interface HoldingSplit extends OfHolder {
  readonly quote: string;
  readonly newShares: number;
  readonly oldShares: number;
  /** In old shares, and in new ones of whole lots; what orders had and have on hold is part of both. */
  readonly before: string;
  readonly after: string;
  /** New shares that make no lot: paid at `price` in the quote asset, rounded down. */
  readonly fraction: string;
  readonly price: string;
  readonly amount: string;
}

/** A delisted instrument: everything that the owner held of it was paid at the average of the last open minutes. */
export interface HoldingCashedOut extends OfHolder {
  readonly quote: string;
  readonly quantity: string;
  readonly price: string;
  /** In the quote asset; what is less than its last decimal stays with the house. */
  readonly amount: string;
}

/** Stream `entitlement-<ownerId>`, realms demo and real. */
export type EntitlementEvent =
  | RecordedEvent<'HolderNotified', HolderNotified>
  | RecordedEvent<'DividendPaid', DividendPaid>
  | RecordedEvent<'HoldingSplit', HoldingSplit>
  | RecordedEvent<'HoldingCashedOut', HoldingCashedOut>;

export const entitlementEvents = declareEventTypesWith(
  { actionId: 'none' },
  { type: 'HolderNotified', schema: 1 },
  { type: 'DividendPaid', schema: 1 },
  { type: 'HoldingSplit', schema: 1 },
  { type: 'HoldingCashedOut', schema: 1 },
);
