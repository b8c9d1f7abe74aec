import { createHash } from 'node:crypto';
import type { Language } from '../../../shared/language.js';
import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

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

/** Carries no personal data: logins and password stand in tables of their own. */
export interface RealAccountOpened {
  readonly userId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly lang: Language;
  /**
   * Nationality as it was registered, an ISO 3166-1 code; it is not changed afterwards. `null` if registering did not ask for it.
   */
  readonly country: string | null;
  /** The code that this account invites others with. */
  readonly invitationCode: string;
  /** User id of who invited. */
  readonly invitedBy: string | null;
  /** Which version of the user agreement was agreed to; `null` where the account was made without one. */
  readonly agreement: { readonly slug: string; readonly version: number } | null;
  /** Policy `registration.rules` as it was applied. */
  readonly policy: AppliedPolicy | null;
  /** `storedDigest` of what is stored of the password; `null` where there is none, as with a wallet's account. */
  readonly passwordDigest: string | null;
}

/** A log-in from an unknown device. The person's own sealed list has the device and the place. */
export interface NewDeviceSeen {
  readonly userId: string;
  readonly sessionId: string;
}

/** `changed`: by who knew the old one. `reset`: by a code to a bound address. */
export interface LoginPasswordChanged {
  readonly userId: string;
  readonly how: 'changed' | 'reset';
  readonly passwordDigest: string;
}

/** The person was erased at their request: personal data are gone for good, and the ledger goes on under the account's number. */
export interface AccountErased {
  readonly userId: string;
  readonly generation: number;
  readonly ownerId: string;
}

/** The person requested erasure: nothing new begins while open obligations are checked. */
type AccountClosed = AccountErased;

/** Something was still open: the person stays, and may request erasure again when it is done. */
type AccountReopened = AccountErased;

/** No trading and no withdrawals until it is unfrozen. `reason`: as staff wrote it; nothing personal belongs there. */
export interface AccountFrozen {
  readonly userId: string;
  readonly ownerId: string;
  readonly by: 'owner' | 'staff';
  readonly reason: string | null;
  /** Whether its owner is let in to read and to export. */
  readonly mayRead: boolean;
}

export type AccountUnfrozen = Omit<AccountFrozen, 'mayRead'>;

export type AccountEvent =
  | RecordedEvent<'DemoOpened', DemoOpened>
  | RecordedEvent<'DemoRegenerated', DemoRegenerated>
  | RecordedEvent<'DemoExpired', DemoExpired>
  | RecordedEvent<'DemoExited', DemoExited>
  | RecordedEvent<'RealAccountOpened', RealAccountOpened>
  | RecordedEvent<'NewDeviceSeen', NewDeviceSeen>
  | RecordedEvent<'LoginPasswordChanged', LoginPasswordChanged>
  | RecordedEvent<'AccountFrozen', AccountFrozen>
  | RecordedEvent<'AccountUnfrozen', AccountUnfrozen>
  | RecordedEvent<'AccountClosed', AccountClosed>
  | RecordedEvent<'AccountReopened', AccountReopened>
  | RecordedEvent<'AccountErased', AccountErased>;

export const accountEvents = declareEventTypesWith(
  { previousOwnerId: 'owner', invitedBy: 'person', sessionId: 'none' },
  { type: 'DemoOpened', schema: 1, personal: [] },
  { type: 'DemoRegenerated', schema: 1 },
  { type: 'DemoExpired', schema: 1 },
  { type: 'DemoExited', schema: 1 },
  {
    type: 'RealAccountOpened',
    schema: 2,
    personal: ['name'],
    // Accounts of schema 1 were made on the command line, without that question.
    upcasts: {
      1: (data) => ({
        ...(data as object),
        country: null,
        invitationCode: invitationCodeOf((data as { userId: string }).userId),
        invitedBy: null,
        agreement: null,
        policy: null,
        passwordDigest: null,
      }),
    },
  },
  { type: 'NewDeviceSeen', schema: 1 },
  { type: 'LoginPasswordChanged', schema: 1 },
  { type: 'AccountFrozen', schema: 1 },
  { type: 'AccountUnfrozen', schema: 1 },
  { type: 'AccountClosed', schema: 1 },
  { type: 'AccountReopened', schema: 1 },
  { type: 'AccountErased', schema: 1 },
);

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LETTERS = 10;

/** The code that an account invites with: ten letters and digits of its id's hash, none of them like another. */
export function invitationCodeOf(userId: string): string {
  const bytes = createHash('sha256').update(`glassbook/invitation/${userId}`).digest();
  return Array.from(bytes.subarray(0, CODE_LETTERS), (byte) => LETTERS[byte & 31]).join('');
}
