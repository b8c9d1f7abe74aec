import type { AppliedPolicy } from '../../core/policy.js';
import type { Sealed } from '../../core/person.js';
import type { ContactKind, QuestionKey } from './security.events.js';

interface OfUser {
  readonly userId: string;
}

/** The secrets themselves stand in a table under these ids: a command carries none, and neither does its event. */
export interface BindGoogle extends OfUser {
  readonly secretId: string;
  readonly codesId: string;
  /** How many recovery codes there are. */
  readonly codes: number;
  readonly policy: AppliedPolicy;
}

export type UnbindGoogle = OfUser;

/** `replaces`: the ones in force when it was asked for; whoever was overtaken is refused. */
export interface RenewRecoveryCodes extends OfUser {
  readonly codesId: string;
  readonly replaces: string;
  readonly codes: number;
  readonly policy: AppliedPolicy;
}

/** `index` counts from 0: which of the codes was shown. */
export interface UseRecoveryCode extends OfUser {
  readonly codesId: string;
  readonly index: number;
}

/** `replaces`: the one in force that was proved, or `null`; whoever was overtaken meanwhile is refused. */
export interface SetTradePassword extends OfUser {
  readonly secretId: string;
  readonly replaces: string | null;
  /** `reset`: by who had forgotten it, with login password and a code. */
  readonly how: 'set' | 'changed' | 'reset';
  readonly policy: AppliedPolicy;
}

export interface SetSecurityQuestions extends OfUser {
  readonly answersId: string;
  readonly replaces: string | null;
  readonly questions: readonly QuestionKey[];
}

export interface ChangeContact extends OfUser {
  readonly kind: ContactKind;
  /** Which one it is, without saying it: the keyed fingerprint of the address. */
  readonly fingerprint: string;
  /** What stood for the old one: a code to it, the security questions, or that there was none. */
  readonly proof: 'old-code' | 'questions' | 'none-before';
}

export interface ChangeNickname extends OfUser {
  readonly sealedName: Sealed;
  /** Inputs: `nameChangeDays`, how long a name is kept at least. */
  readonly policy: AppliedPolicy;
}

export type SecurityCommand =
  | { readonly type: 'BindGoogle'; readonly data: BindGoogle }
  | { readonly type: 'UnbindGoogle'; readonly data: UnbindGoogle }
  | { readonly type: 'RenewRecoveryCodes'; readonly data: RenewRecoveryCodes }
  | { readonly type: 'UseRecoveryCode'; readonly data: UseRecoveryCode }
  | { readonly type: 'SetTradePassword'; readonly data: SetTradePassword }
  | { readonly type: 'SetSecurityQuestions'; readonly data: SetSecurityQuestions }
  | { readonly type: 'ChangeContact'; readonly data: ChangeContact }
  | { readonly type: 'ChangeNickname'; readonly data: ChangeNickname };
