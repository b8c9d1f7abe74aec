import { z } from 'zod';
import { language } from '../../../contracts/envelope.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { appliedPolicy } from '../../core/command-schemas.js';

/** What every command of an account answers. */
export interface AccountAnswer {
  userId: string;
}

/** Policy `demo.rules`: what a demo account gets and how long it lives. */
const demoRules = z.object({
  name: z.string(),
  version: z.int(),
  grantAsset: z.string(),
  /** Decimal string. */
  grantAmount: z.string(),
  lifeDays: z.int(),
});
export type DemoRules = DataOf<typeof demoRules>;

const ofUser = z.object({ userId: z.string() });

const openDemo = ofUser.extend({ name: z.string(), lang: language, rules: demoRules });

export class OpenDemo extends HouseCommand<DataOf<typeof openDemo>, AccountAnswer> {
  static readonly type = 'OpenDemo';
  static readonly schema = openDemo;
}

const regenerateDemo = ofUser.extend({ generation: z.int(), rules: demoRules });

/** `generation` is the one that the person saw: a second request for the same life changes nothing more. */
export class RegenerateDemo extends HouseCommand<DataOf<typeof regenerateDemo>, AccountAnswer> {
  static readonly type = 'RegenerateDemo';
  static readonly schema = regenerateDemo;
}

const expireDemo = ofUser.extend({ generation: z.int() });

/** Sent by the timer; it means the life that it was set for, and none after it. */
export class ExpireDemo extends HouseCommand<DataOf<typeof expireDemo>, AccountAnswer> {
  static readonly type = 'ExpireDemo';
  static readonly schema = expireDemo;
}

export class ExitDemo extends HouseCommand<DataOf<typeof ofUser>, AccountAnswer> {
  static readonly type = 'ExitDemo';
  static readonly schema = ofUser;
}

const openRealAccount = ofUser.extend({
  name: z.string(),
  lang: language,
  country: z.string().nullable(),
  /** User id of the inviter, whose code was looked up before. */
  invitedBy: z.string().nullable(),
  agreement: z.object({ slug: z.string(), version: z.int() }).nullable(),
  policy: appliedPolicy.nullable(),
  passwordDigest: z.string().nullable(),
});

export class OpenRealAccount extends HouseCommand<DataOf<typeof openRealAccount>, AccountAnswer> {
  static readonly type = 'OpenRealAccount';
  static readonly schema = openRealAccount;
}

const recordNewDevice = ofUser.extend({ sessionId: z.string() });

export class RecordNewDevice extends HouseCommand<DataOf<typeof recordNewDevice>, AccountAnswer> {
  static readonly type = 'RecordNewDevice';
  static readonly schema = recordNewDevice;
}

const recordPasswordChange = ofUser.extend({ how: z.enum(['changed', 'reset']), passwordDigest: z.string() });

export class RecordPasswordChange extends HouseCommand<DataOf<typeof recordPasswordChange>, AccountAnswer> {
  static readonly type = 'RecordPasswordChange';
  static readonly schema = recordPasswordChange;
}

/** Before an erasure: nothing new begins, so that what is open now is all that there is. */
export class CloseAccount extends HouseCommand<DataOf<typeof ofUser>, AccountAnswer> {
  static readonly type = 'CloseAccount';
  static readonly schema = ofUser;
}

/** Something was still open, and the person stays. */
export class ReopenAccount extends HouseCommand<DataOf<typeof ofUser>, AccountAnswer> {
  static readonly type = 'ReopenAccount';
  static readonly schema = ofUser;
}

/** Personal data become unreadable with the key; open obligations were checked while the account was closed. */
export class EraseAccount extends HouseCommand<DataOf<typeof ofUser>, AccountAnswer> {
  static readonly type = 'EraseAccount';
  static readonly schema = ofUser;
}

const freezeAccount = ofUser.extend({
  by: z.enum(['owner', 'staff']),
  reason: z.string().nullable(),
  /** Whether its owner is let in to read and to export. */
  mayRead: z.boolean(),
});

/** `owner`: the person, by step-up. `staff`: support, with a reason that is recorded; what staff froze only staff unfreeze. */
export class FreezeAccount extends HouseCommand<DataOf<typeof freezeAccount>, AccountAnswer> {
  static readonly type = 'FreezeAccount';
  static readonly schema = freezeAccount;
}

const unfreezeAccount = freezeAccount.omit({ mayRead: true });

export class UnfreezeAccount extends HouseCommand<DataOf<typeof unfreezeAccount>, AccountAnswer> {
  static readonly type = 'UnfreezeAccount';
  static readonly schema = unfreezeAccount;
}
