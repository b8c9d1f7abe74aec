import type { Language } from '../../../contracts/envelope.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypes } from '../../event-store/event-types.js';

/** One life of a demo account. Its ledger owner id is its own, so that the lives before it stay as they were. */
export interface DemoLife {
  readonly userId: string;
  /** Counts from 1. */
  readonly generation: number;
  /** `<userId>.<generation>` */
  readonly ownerId: string;
  readonly expiresAt: number;
  /** Play money, as a decimal string. */
  readonly grant: { readonly asset: string; readonly amount: string };
  readonly policy: AppliedPolicy;
}

/** A demo account came into being; its postings move the grant from the house. */
export interface DemoOpened extends DemoLife {
  readonly name: string;
  readonly lang: Language;
}

/** A new life began: new balances, new expiry. What was left of the life before stays where it is, readable. */
export interface DemoRegenerated extends DemoLife {
  readonly previousOwnerId: string;
}

/** The life ended by time. */
export interface DemoExpired {
  readonly userId: string;
  readonly generation: number;
  readonly ownerId: string;
}

/** The user left the demo account for good. */
export interface DemoExited {
  readonly userId: string;
  readonly generation: number;
  readonly ownerId: string;
}

/** Carries no personal data: login and password stand in a table of their own. */
export interface RealAccountOpened {
  readonly userId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly lang: Language;
}

export type AccountEvent =
  | RecordedEvent<'DemoOpened', DemoOpened>
  | RecordedEvent<'DemoRegenerated', DemoRegenerated>
  | RecordedEvent<'DemoExpired', DemoExpired>
  | RecordedEvent<'DemoExited', DemoExited>
  | RecordedEvent<'RealAccountOpened', RealAccountOpened>;

declareEventTypes(
  { type: 'DemoOpened', schema: 1 },
  { type: 'DemoRegenerated', schema: 1 },
  { type: 'DemoExpired', schema: 1 },
  { type: 'DemoExited', schema: 1 },
  { type: 'RealAccountOpened', schema: 1 },
);
