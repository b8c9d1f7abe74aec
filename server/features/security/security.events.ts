import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import type { RecoveryEvent } from './recovery.events.js';

/** The three questions of the specification (section 3). */
export const QUESTION_KEYS = ['friend', 'idol', 'place'] as const;
export type QuestionKey = (typeof QUESTION_KEYS)[number];
export type ContactKind = 'email' | 'phone';

/** The authenticator is on: the secret in force is the one with this id. The recovery codes came with it. */
export interface AuthenticatorBound {
  readonly userId: string;
  readonly secretId: string;
  readonly codesId: string;
  readonly codes: number;
  /** The step whose code proved the secret: that code is used up. */
  readonly step: number;
  readonly policy: AppliedPolicy;
}

/** A code of the authenticator was shown for something; it and those before it are used up. */
interface AuthenticatorCodeUsed {
  readonly userId: string;
  readonly secretId: string;
  readonly step: number;
}

interface AuthenticatorUnbound {
  readonly userId: string;
}

/** The recovery codes before are worth nothing any more. */
interface RecoveryCodesRenewed {
  readonly userId: string;
  readonly codesId: string;
  readonly codes: number;
  readonly policy: AppliedPolicy;
}

interface RecoveryCodeUsed {
  readonly userId: string;
  readonly codesId: string;
  readonly index: number;
}

interface TradePasswordSet {
  readonly userId: string;
  readonly secretId: string;
  readonly how: 'set' | 'changed' | 'reset';
  readonly policy: AppliedPolicy;
}

interface SecurityQuestionsSet {
  readonly userId: string;
  readonly answersId: string;
  readonly questions: readonly QuestionKey[];
}

export interface ContactChanged {
  readonly userId: string;
  readonly kind: ContactKind;
  readonly fingerprint: string;
  readonly proof: 'old-code' | 'questions' | 'none-before';
}

interface NicknameChanged {
  readonly userId: string;
  readonly sealedName: Sealed;
  readonly policy: AppliedPolicy;
}

/** Stream `security-<userId>`, realm real. No secret stands in any of them. */
export type SecurityEvent =
  | RecordedEvent<'AuthenticatorBound', AuthenticatorBound>
  | RecordedEvent<'AuthenticatorCodeUsed', AuthenticatorCodeUsed>
  | RecordedEvent<'AuthenticatorUnbound', AuthenticatorUnbound>
  | RecordedEvent<'RecoveryCodesRenewed', RecoveryCodesRenewed>
  | RecordedEvent<'RecoveryCodeUsed', RecoveryCodeUsed>
  | RecordedEvent<'TradePasswordSet', TradePasswordSet>
  | RecordedEvent<'SecurityQuestionsSet', SecurityQuestionsSet>
  | RecordedEvent<'ContactChanged', ContactChanged>
  | RecordedEvent<'NicknameChanged', NicknameChanged>
  | RecoveryEvent;

export const securityEvents = declareEventTypesWith(
  { secretId: 'none', answersId: 'none', codesId: 'none' },
  { type: 'AuthenticatorBound', schema: 1 },
  { type: 'AuthenticatorCodeUsed', schema: 1 },
  { type: 'AuthenticatorUnbound', schema: 1 },
  { type: 'RecoveryCodesRenewed', schema: 1 },
  { type: 'RecoveryCodeUsed', schema: 1 },
  { type: 'TradePasswordSet', schema: 1 },
  { type: 'SecurityQuestionsSet', schema: 1 },
  { type: 'ContactChanged', schema: 1 },
  { type: 'NicknameChanged', schema: 1 },
);
