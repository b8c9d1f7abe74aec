import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { appliedPolicy, sealed } from '../../core/command-schemas.js';
import { QUESTION_KEYS } from './security.events.js';

/** What every command about a person's security answers. */
export interface SecurityAnswer {
  userId: string;
}

const ofUser = z.object({ userId: z.string() });

const bindGoogle = ofUser.extend({
  secretId: z.string(),
  codesId: z.string(),
  /** How many recovery codes there are. */
  codes: z.int(),
  /** The step whose code proved the secret. */
  step: z.int(),
  policy: appliedPolicy,
});

/** The secrets themselves stand in a table under these ids: a command carries none, and neither does its event. */
export class BindAuthenticator extends HouseCommand<DataOf<typeof bindGoogle>, SecurityAnswer> {
  static readonly type = 'BindAuthenticator';
  static readonly schema = bindGoogle;
}

export class UnbindAuthenticator extends HouseCommand<DataOf<typeof ofUser>, SecurityAnswer> {
  static readonly type = 'UnbindAuthenticator';
  static readonly schema = ofUser;
}

const renewRecoveryCodes = ofUser.extend({
  codesId: z.string(),
  codes: z.int(),
  /** The ones in force at the request; an overtaken command is refused. */
  replaces: z.string(),
  policy: appliedPolicy,
});

export class RenewRecoveryCodes extends HouseCommand<DataOf<typeof renewRecoveryCodes>, SecurityAnswer> {
  static readonly type = 'RenewRecoveryCodes';
  static readonly schema = renewRecoveryCodes;
}

/** Uses up the proof that its context carries, and does nothing else: for what is no command itself. */
export class UseProof extends HouseCommand<DataOf<typeof ofUser>, SecurityAnswer> {
  static readonly type = 'UseProof';
  static readonly schema = ofUser;
}

const setTradePassword = ofUser.extend({
  secretId: z.string(),
  /** The proved one in force, or `null`; an overtaken command is refused. */
  replaces: z.string().nullable(),
  /** `reset`: by who had forgotten it, with login password and a code. */
  how: z.enum(['set', 'changed', 'reset']),
  policy: appliedPolicy,
});

export class SetTradePassword extends HouseCommand<DataOf<typeof setTradePassword>, SecurityAnswer> {
  static readonly type = 'SetTradePassword';
  static readonly schema = setTradePassword;
}

const setSecurityQuestions = ofUser.extend({
  answersId: z.string(),
  replaces: z.string().nullable(),
  questions: z.array(z.enum(QUESTION_KEYS)).readonly(),
});

export class SetSecurityQuestions extends HouseCommand<DataOf<typeof setSecurityQuestions>, SecurityAnswer> {
  static readonly type = 'SetSecurityQuestions';
  static readonly schema = setSecurityQuestions;
}

const changeContact = ofUser.extend({
  kind: z.enum(['email', 'phone']),
  /** Which one it is, without saying it: the keyed fingerprint of the address. */
  fingerprint: z.string(),
  /** What stood for the old one: a code to it, the security questions, or that there was none. */
  proof: z.enum(['old-code', 'questions', 'none-before']),
});

export class ChangeContact extends HouseCommand<DataOf<typeof changeContact>, SecurityAnswer> {
  static readonly type = 'ChangeContact';
  static readonly schema = changeContact;
}

const changeNickname = ofUser.extend({
  sealedName: sealed,
  /** Inputs: `nameChangeDays`, how long a name is kept at least. */
  policy: appliedPolicy,
});

export class ChangeNickname extends HouseCommand<DataOf<typeof changeNickname>, SecurityAnswer> {
  static readonly type = 'ChangeNickname';
  static readonly schema = changeNickname;
}
