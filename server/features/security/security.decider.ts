import type { Instant } from '../../core/clock.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import type { Proven } from '../../core/proven.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { secondsToNextStep } from '../../edge/auth/totp-steps.rules.js';
import { evolveRecovery, type RecoveryState } from './recovery.decider.js';
import type {
  BindAuthenticator,
  ChangeContact,
  ChangeNickname,
  RenewRecoveryCodes,
  SetSecurityQuestions,
  SetTradePassword,
  UnbindAuthenticator,
} from './security.commands.js';
import type { SecurityEvent } from './security.events.js';

const DAY_MS = 86_400_000;

/** A secret that is in force: its row in the table of factors. What no event names is in force nowhere. */
interface InForce {
  readonly id: string;
  readonly at: Instant;
}

interface RecoveryCodes extends InForce {
  readonly issued: number;
  readonly used: readonly number[];
}

export interface SecurityState extends RecoveryState {
  readonly userId: string;
  /** `lastStep`: codes up to it are used up. */
  readonly google: { readonly secret: InForce; readonly lastStep: number; readonly codes: RecoveryCodes } | null;
  readonly trade: InForce | null;
  readonly questions: InForce | null;
  readonly nickname: { readonly sealed: Sealed; readonly at: Instant } | null;
}

type GoogleStatus = 'unbound' | 'bound';
type TradeStatus = 'unset' | 'set';

/** The authenticator's next status for each command and status, or the refusal. */
export const GOOGLE_LIFE = {
  unbound: {
    BindAuthenticator: 'bound',
    UnbindAuthenticator: refuse('security.google-missing'),
    RenewRecoveryCodes: refuse('security.google-missing'),
  },
  bound: {
    BindAuthenticator: refuse('security.google-already-bound'),
    UnbindAuthenticator: 'unbound',
    RenewRecoveryCodes: 'bound',
  },
} as const satisfies Record<GoogleStatus, Record<string, GoogleStatus | Refusal>>;

/** The same for the trade password, by how it is set. */
export const TRADE_LIFE = {
  unset: {
    set: 'set',
    changed: refuse('security.trade-password-missing'),
    reset: refuse('security.trade-password-missing'),
  },
  set: { set: refuse('security.trade-password-already-set'), changed: 'set', reset: 'set' },
} as const satisfies Record<TradeStatus, Record<string, TradeStatus | Refusal>>;

/** Stream `security-<userId>`. A person changes factors rarely, so it is never snapshot. */
export const securityKind: StreamKind<SecurityState> = {
  name: 'security',
  initial: (userId) => ({
    userId,
    google: null,
    trade: null,
    questions: null,
    nickname: null,
    removal: null,
    closed: null,
  }),
  evolve: (state, event) => evolve(state, event as SecurityEvent),
};

type Decided = NewEvent[] | Refusal;

const newEvent = eventsOf<FactsOf<SecurityEvent>>(({ userId }) => `security-${userId}`);

export function decideBind(state: SecurityState, data: BindAuthenticator['data']): Decided {
  return googleLife(state, 'BindAuthenticator') ?? [newEvent('AuthenticatorBound', data)];
}

export function decideUnbind(state: SecurityState, data: UnbindAuthenticator['data']): Decided {
  return googleLife(state, 'UnbindAuthenticator') ?? [newEvent('AuthenticatorUnbound', data)];
}

export function decideRenewCodes(state: SecurityState, data: RenewRecoveryCodes['data']): Decided {
  const { replaces, ...renewed } = data;
  const refusal = googleLife(state, 'RenewRecoveryCodes') ?? overtaken(state.google?.codes.id ?? null, replaces);
  return refusal ?? [newEvent('RecoveryCodesRenewed', renewed)];
}

/** What was proved must still be in force, and a code be unused. Who is too late with one made no wrong guess. */
export function decideProof(state: SecurityState, proof: Proven, { at }: CommandMeta): Decided {
  const { tradeId, code } = proof;
  if (tradeId !== undefined && tradeId !== state.trade?.id) return refuse('security.changed-meanwhile');
  const { google } = state;
  if (code === null || google === null) return code === google ? [] : refuse('security.changed-meanwhile');
  if (code.kind === 'step') {
    const { secretId, step } = code;
    if (google.secret.id !== secretId) return refuse('security.changed-meanwhile');
    if (step > google.lastStep) return [newEvent('AuthenticatorCodeUsed', { userId: state.userId, secretId, step })];
    return refuse('security.google-used', { field: 'googleCode', retryAfterSeconds: secondsToNextStep(at) });
  }
  const { codesId, index } = code;
  // One that was used, or belongs to a set before, is as wrong as any other.
  const gone = google.codes.id !== codesId || google.codes.used.includes(index) || index >= google.codes.issued;
  if (gone) return refuse('security.google-wrong', { field: 'googleCode' });
  return [newEvent('RecoveryCodeUsed', { userId: state.userId, codesId, index })];
}

export function decideTradePassword(state: SecurityState, data: SetTradePassword['data']): Decided {
  const { replaces, ...set } = data;
  const next = TRADE_LIFE[state.trade === null ? 'unset' : 'set'][set.how];
  if (typeof next !== 'string') return next;
  return overtaken(state.trade?.id ?? null, replaces) ?? [newEvent('TradePasswordSet', set)];
}

export function decideQuestions(state: SecurityState, data: SetSecurityQuestions['data']): Decided {
  const { replaces, ...set } = data;
  return overtaken(state.questions?.id ?? null, replaces) ?? [newEvent('SecurityQuestionsSet', set)];
}

export function decideContact(state: SecurityState, data: ChangeContact['data']): Decided {
  return [newEvent('ContactChanged', data)];
}

export function decideNickname(state: SecurityState, data: ChangeNickname['data'], { at }: CommandMeta): Decided {
  return tooSoon(state, data, at) ?? [newEvent('NicknameChanged', data)];
}

function googleLife(state: SecurityState, command: keyof (typeof GOOGLE_LIFE)['bound']): Refusal | undefined {
  const next = GOOGLE_LIFE[state.google === null ? 'unbound' : 'bound'][command];
  return typeof next === 'string' ? undefined : next;
}

/** The proved factor is no longer in force: another session was faster. */
function overtaken(inForce: string | null, proved: string | null): Refusal | undefined {
  return inForce === proved ? undefined : refuse('security.changed-meanwhile');
}

/** When the name may be changed next; 0 when at once. */
export function nameFreeAt(state: SecurityState, nameChangeDays: number): Instant {
  return state.nickname === null ? 0 : state.nickname.at + nameChangeDays * DAY_MS;
}

function tooSoon(state: SecurityState, { policy }: ChangeNickname['data'], at: Instant): Refusal | undefined {
  const { nameChangeDays } = policy.inputs as { nameChangeDays: number };
  const freeAt = nameFreeAt(state, nameChangeDays);
  if (at >= freeAt) return undefined;
  return refuse('security.name-too-soon', { freeAt, nameChangeDays, ...decidedBy(policy) });
}

function evolve(state: SecurityState, event: SecurityEvent): SecurityState {
  const { type, data, at } = event;
  switch (type) {
    case 'AuthenticatorBound': {
      const codes = { id: data.codesId, at, issued: data.codes, used: [] };
      return { ...state, google: { secret: { id: data.secretId, at }, lastStep: data.step, codes } };
    }
    case 'AuthenticatorCodeUsed':
      return state.google === null ? state : { ...state, google: { ...state.google, lastStep: data.step } };
    case 'AuthenticatorUnbound':
      return { ...state, google: null };
    case 'RecoveryCodesRenewed': {
      if (state.google === null) return state;
      const codes = { id: data.codesId, at, issued: data.codes, used: [] };
      return { ...state, google: { ...state.google, codes } };
    }
    case 'RecoveryCodeUsed': {
      if (state.google === null) return state;
      const { codes } = state.google;
      return { ...state, google: { ...state.google, codes: { ...codes, used: [...codes.used, data.index] } } };
    }
    case 'TradePasswordSet':
      return { ...state, trade: { id: data.secretId, at } };
    case 'SecurityQuestionsSet':
      return { ...state, questions: { id: data.answersId, at } };
    case 'ContactChanged':
      return state;
    case 'NicknameChanged':
      return { ...state, nickname: { sealed: data.sealedName, at } };
    case 'AuthenticatorRemovalRequested':
    case 'AuthenticatorRemovalApproved':
    case 'AuthenticatorRemovalRejected':
    case 'AuthenticatorRemovalCancelled':
    case 'AuthenticatorRemoved':
      return evolveRecovery(state, event);
    default:
      return never(type);
  }
}
