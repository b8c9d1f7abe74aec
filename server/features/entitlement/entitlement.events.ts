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

/** What holders are told. `orders-cancelled`: what they had in the book went before the ex-date. */
export const NOTICES = [
  'announced-dividend',
  'announced-earnings-before-open',
  'announced-earnings-after-close',
  'withdrawn-dividend',
  'withdrawn-earnings',
  'orders-cancelled',
] as const;
export type Notice = (typeof NOTICES)[number];

/** A holder was told of a corporate action. */
export interface HolderNotified extends OfHolder {
  readonly notice: Notice;
  readonly dueAt: Instant;
  /** Of a dividend: for each share, in the quote asset. */
  readonly perShare: string | null;
}

/** The dividend on everything that the owner held of the asset, in all account spaces, on hold included. */
export interface DividendPaid extends OfHolder {
  readonly quote: string;
  readonly quantity: string;
  readonly perShare: string;
  /** In the quote asset; what is less than its last decimal stays with the house. */
  readonly amount: string;
}

/** Stream `entitlement-<ownerId>`, realms demo and real. */
export type EntitlementEvent =
  | RecordedEvent<'HolderNotified', HolderNotified>
  | RecordedEvent<'DividendPaid', DividendPaid>;

export const entitlementEvents = declareEventTypesWith(
  { actionId: 'none' },
  { type: 'HolderNotified', schema: 1 },
  { type: 'DividendPaid', schema: 1 },
);
