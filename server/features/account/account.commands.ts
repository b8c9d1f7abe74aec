import type { Language } from '../../../contracts/envelope.contract.js';
import type { AppliedPolicy } from '../../core/policy.js';

/** Policy `demo.rules`: what a demo account gets and how long it lives. */
export interface DemoRules {
  readonly name: string;
  readonly version: number;
  readonly grantAsset: string;
  /** Decimal string. */
  readonly grantAmount: string;
  readonly lifeDays: number;
}

export interface OpenDemo {
  readonly userId: string;
  readonly name: string;
  readonly lang: Language;
  readonly rules: DemoRules;
}

/** `generation` is the one that the asker saw: a second wish for the same life changes nothing more. */
export interface RegenerateDemo {
  readonly userId: string;
  readonly generation: number;
  readonly rules: DemoRules;
}

/** Sent by the timer; it means the life that it was set for, and none after it. */
export interface ExpireDemo {
  readonly userId: string;
  readonly generation: number;
}

export interface ExitDemo {
  readonly userId: string;
}

export interface OpenRealAccount {
  readonly userId: string;
  readonly name: string;
  readonly lang: Language;
  readonly country: string | null;
  /** User id of the inviter, whose code was looked up before. */
  readonly invitedBy: string | null;
  readonly agreement: { readonly slug: string; readonly version: number } | null;
  readonly policy: AppliedPolicy | null;
  readonly passwordDigest: string | null;
}

export interface RecordNewDevice {
  readonly userId: string;
  readonly sessionId: string;
}

export interface RecordPasswordChange {
  readonly userId: string;
  readonly how: 'changed' | 'reset';
  readonly passwordDigest: string;
}

/** Before an erasure: nothing new begins, so that what is open now is all that there is. */
export interface CloseAccount {
  readonly userId: string;
}

/** Something was still open, and the person stays. */
export type ReopenAccount = CloseAccount;

/** What names the person goes with his key; what still holds him back was asked while the account was closed. */
export type EraseAccount = CloseAccount;

/** `owner`: himself, by step-up. `staff`: support, with a reason that is recorded; what staff froze only staff unfreeze. */
export interface FreezeAccount {
  readonly userId: string;
  readonly by: 'owner' | 'staff';
  readonly reason: string | null;
  /** Whether its owner is let in to read and to export. */
  readonly mayRead: boolean;
}

export type UnfreezeAccount = Omit<FreezeAccount, 'mayRead'>;

export type AccountCommand =
  | { readonly type: 'OpenDemo'; readonly data: OpenDemo }
  | { readonly type: 'RegenerateDemo'; readonly data: RegenerateDemo }
  | { readonly type: 'ExpireDemo'; readonly data: ExpireDemo }
  | { readonly type: 'ExitDemo'; readonly data: ExitDemo }
  | { readonly type: 'OpenRealAccount'; readonly data: OpenRealAccount }
  | { readonly type: 'RecordNewDevice'; readonly data: RecordNewDevice }
  | { readonly type: 'RecordPasswordChange'; readonly data: RecordPasswordChange }
  | { readonly type: 'FreezeAccount'; readonly data: FreezeAccount }
  | { readonly type: 'UnfreezeAccount'; readonly data: UnfreezeAccount }
  | { readonly type: 'CloseAccount'; readonly data: CloseAccount }
  | { readonly type: 'ReopenAccount'; readonly data: ReopenAccount }
  | { readonly type: 'EraseAccount'; readonly data: EraseAccount };
