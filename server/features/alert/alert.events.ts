import type { AlertKind, AlertRepeat } from '../../../contracts/alert.contract.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** What an alert waits for, and how it tells. */
export interface AlertTerms {
  readonly kind: AlertKind;
  /** A price in the quote asset, or of `moves` a number of per cent: decimal texts. */
  readonly level: string;
  readonly repeat: AlertRepeat;
  /** Between two notifications; 0 for one that tells once. */
  readonly pauseMinutes: number;
  readonly endsAt: Instant;
  readonly email: boolean;
  /** The person's own words under their key; `null` without any. */
  readonly sealedNote: Sealed | null;
}

/** The public price of that instant is `last`: the level was not reached yet. */
export interface AlertSet extends AlertTerms {
  readonly userId: string;
  readonly alertId: string;
  readonly symbol: string;
  readonly last: string;
  readonly policy: AppliedPolicy;
}

/** Other terms, all of them. It is watched from then on as if it had just been set. */
export type AlertChanged = AlertSet;

interface OfAlert {
  readonly userId: string;
  readonly alertId: string;
}

export type AlertPaused = OfAlert;
export type AlertResumed = OfAlert;
export type AlertRemoved = OfAlert;

/**
 * The public price reached the level. Anybody finds the same in the candles: `reachedAt` is the first whole second of the
 * instrument whose high or low reaches it, and `price` its open where that lies beyond the level, else the level.
 */
export interface AlertTriggered extends OfAlert {
  readonly symbol: string;
  readonly kind: AlertKind;
  readonly level: string;
  readonly direction: 'up' | 'down';
  readonly price: string;
  readonly reachedAt: Instant;
  /** Of `moves`: the price 24 hours before, and the change from it in per cent; else `null`. */
  readonly from: string | null;
  readonly change: string | null;
  /** Whether a letter goes out: the person wants one, and had fewer in 24 hours than the policy allows. */
  readonly email: boolean;
  /** From when on it is watched again; `null` after the last time. */
  readonly againAt: Instant | null;
  readonly sealedNote: Sealed | null;
}

/** A split of the instrument divided the level, on the tick that it lies nearest to. */
export interface AlertSplit extends OfAlert {
  readonly symbol: string;
  readonly level: string;
  readonly newShares: number;
  readonly oldShares: number;
  /** Prices from then on are compared with the level: from the effect of the split, or the end of the alert's pause. */
  readonly since: Instant;
  /** Whether the price was off the level before the split, and on which side of it. */
  readonly armed: boolean;
  readonly side: 'up' | 'down';
}

/** `date`: its end has come. `delisted`: the instrument never trades again. `account`: the account is over. */
export interface AlertEnded extends OfAlert {
  readonly symbol: string;
  readonly reason: 'date' | 'delisted' | 'account';
}

/** Stream `alert-<userId>`, realms demo and real. */
export type AlertEvent =
  | RecordedEvent<'AlertSet', AlertSet>
  | RecordedEvent<'AlertChanged', AlertChanged>
  | RecordedEvent<'AlertPaused', AlertPaused>
  | RecordedEvent<'AlertResumed', AlertResumed>
  | RecordedEvent<'AlertRemoved', AlertRemoved>
  | RecordedEvent<'AlertTriggered', AlertTriggered>
  | RecordedEvent<'AlertSplit', AlertSplit>
  | RecordedEvent<'AlertEnded', AlertEnded>;

export const alertEvents = declareEventTypesWith(
  { alertId: 'none' },
  { type: 'AlertSet', schema: 1 },
  { type: 'AlertChanged', schema: 1 },
  { type: 'AlertPaused', schema: 1 },
  { type: 'AlertResumed', schema: 1 },
  { type: 'AlertRemoved', schema: 1 },
  { type: 'AlertTriggered', schema: 1 },
  { type: 'AlertSplit', schema: 1 },
  { type: 'AlertEnded', schema: 1 },
);
