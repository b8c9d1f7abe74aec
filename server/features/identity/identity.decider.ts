import { IDENTITY_LEVELS, type IdentityLevel } from '../../../contracts/identity.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { SubmitIdentity } from './identity.commands.js';
import type {
  DocumentClaimed,
  DocumentEvent,
  DocumentReleased,
  IdentityEvent,
  IdentityFacts,
  IdentityMoreRequested,
  IdentitySubmitted,
} from './identity.events.js';
import { needsPrimary } from './identity.rules.js';

const newEvent = eventsOf<IdentityFacts>(({ userId }) => `identity-${userId}`);

/** What was sent, and when. */
export interface SentRequest extends Omit<IdentitySubmitted, 'userId' | 'level' | 'policy' | 'attempt'> {
  readonly submittedAt: number;
}

/** none → under review ⇄ answer needed → passed | rejected; a rejected one may be sent again, a passed one is final. */
export type Level =
  /** `request`: what was taken back, to begin from it. */
  | { readonly status: 'none'; readonly attempts: number; readonly request: SentRequest | null }
  | { readonly status: 'under-review'; readonly attempts: number; readonly request: SentRequest }
  | {
      readonly status: 'answer-needed';
      readonly attempts: number;
      readonly request: SentRequest;
      readonly reasons: readonly string[];
      readonly advice: string | null;
      readonly until: number;
    }
  | {
      readonly status: 'rejected';
      readonly attempts: number;
      readonly request: SentRequest;
      readonly reasons: readonly string[];
      readonly sealedNote: Sealed | null;
      readonly decidedAt: number;
    }
  | { readonly status: 'passed'; readonly attempts: number; readonly request: SentRequest; readonly decidedAt: number };

export type LevelStatus = Level['status'];
export type IdentityState = Readonly<Record<IdentityLevel, Level>> & { readonly erased: boolean };

type Step = 'submit' | 'withdraw' | 'ask' | 'pass' | 'reject';

/** The next status for each step and status, or the refusal. This table is the whole lifecycle of a level. */
export const LIFECYCLE = {
  none: {
    submit: 'under-review',
    withdraw: refuse('identity.nothing-to-withdraw'),
    ask: refuse('identity.not-under-review'),
    pass: refuse('identity.not-under-review'),
    reject: refuse('identity.not-under-review'),
  },
  'under-review': {
    submit: refuse('identity.under-review'),
    withdraw: 'none',
    ask: 'answer-needed',
    pass: 'passed',
    reject: 'rejected',
  },
  'answer-needed': {
    submit: 'under-review',
    withdraw: 'none',
    ask: 'answer-needed',
    pass: 'passed',
    reject: 'rejected',
  },
  rejected: {
    submit: 'under-review',
    withdraw: refuse('identity.nothing-to-withdraw'),
    ask: refuse('identity.not-under-review'),
    pass: refuse('identity.not-under-review'),
    reject: refuse('identity.not-under-review'),
  },
  passed: {
    submit: refuse('identity.already-verified'),
    withdraw: refuse('identity.already-verified'),
    ask: refuse('identity.already-verified'),
    pass: refuse('identity.already-verified'),
    reject: refuse('identity.already-verified'),
  },
} as const satisfies Record<LevelStatus, Record<Step, LevelStatus | Refusal>>;

const NOTHING: Level = { status: 'none', attempts: 0, request: null };
const UNKNOWN: IdentityState = { primary: NOTHING, advanced: NOTHING, address: NOTHING, erased: false };

/** Stream `identity-<userId>`. Few events each, so it is never snapshot. */
export const identityKind: StreamKind<IdentityState> = {
  name: 'identity',
  initial: () => UNKNOWN,
  evolve: (state, event) => evolve(state, event as IdentityEvent),
};

function evolve(state: IdentityState, { type, data, at }: IdentityEvent): IdentityState {
  if (type === 'IdentityErased') return { ...UNKNOWN, erased: true };
  const before = state[data.level];
  const set = (level: Level): IdentityState => ({ ...state, [data.level]: level });
  if (type === 'IdentitySubmitted' || type === 'IdentityAnswered') {
    const { requestId, sealedForm, images, document, attempt } = data;
    const request = { requestId, sealedForm, images, document, submittedAt: at };
    return set({ status: 'under-review', attempts: attempt, request });
  }
  const { attempts, request } = before;
  if (request === null) return state;
  switch (type) {
    case 'IdentityMoreRequested': {
      const { reasons, advice, until } = data;
      return set({ status: 'answer-needed', attempts, request, reasons, advice, until });
    }
    case 'IdentityPassed':
      return set({ status: 'passed', attempts, request, decidedAt: at });
    case 'IdentityRejected': {
      const { reasons, sealedNote } = data;
      return set({ status: 'rejected', attempts, request, reasons, sealedNote, decidedAt: at });
    }
    case 'IdentityWithdrawn':
      return set({ status: 'none', attempts, request });
    default:
      return never(type);
  }
}

/** Whose document it is now, if anybody's. */
export type DocumentState = { readonly userId: string; readonly requestId: string } | null;

export const documentKind: StreamKind<DocumentState> = {
  name: 'document',
  initial: () => null,
  evolve: (_state, event) => evolveDocument(event as DocumentEvent),
};

function evolveDocument({ type, data }: DocumentEvent): DocumentState {
  switch (type) {
    case 'DocumentClaimed':
      return { userId: data.userId, requestId: data.requestId };
    case 'DocumentReleased':
      return null;
    default:
      return never(type);
  }
}

/**
 * In a fixed order: the level's life, the question that is answered, the level before it, the form, the nationality, the document.
 * `registered` is the nationality of the registration, if any; `holder` is the document's owner.
 */
export function decideSubmit(
  state: IdentityState,
  command: SubmitIdentity['data'],
  registered: string | null,
  holder: DocumentState,
): NewEvent[] | Refusal {
  const { userId, level, requestId, form, policy } = command;
  if (state.erased) return refuse('account.not-found');
  const next = LIFECYCLE[state[level].status].submit;
  if (typeof next !== 'string') return next;
  const held = state[level];
  const before = answered(held, command);
  if (before === undefined) return refuse('request.unavailable');
  if (needsPrimary(level) && state.primary.status !== 'passed') return refuse('identity.primary-required');
  if ('problem' in form) return form.problem;
  const { sealedForm, images, document, isOfRegistration } = form;
  if (!isOfRegistration && registered !== null)
    return refuse('identity.country-fixed', { field: 'country', registered });
  if (holder !== null && holder.userId !== userId) return refuse('identity.document-used', { field: 'documentNumber' });
  const attempt = before === null ? held.attempts + 1 : held.attempts;
  const submitted = newEvent(before === null ? 'IdentitySubmitted' : 'IdentityAnswered', {
    userId,
    level,
    requestId,
    attempt,
    sealedForm,
    images,
    document,
    policy,
  });
  if (document === null) return [submitted];
  const { fingerprint } = document;
  if (before?.document?.fingerprint === fingerprint) return [submitted];
  const free = before === null ? [] : freed(userId, before, 'replaced');
  return [submitted, ...free, claimed({ fingerprint, userId, requestId })];
}

/** The request that is answered, `null` where a new one is sent; `undefined` where the level moved on while the form was read. */
function answered(held: Level, { requestId, answers }: SubmitIdentity['data']): SentRequest | null | undefined {
  const request = held.status === 'answer-needed' ? held.request : null;
  if (request === null) return answers === null ? null : undefined;
  const same = request.requestId === requestId && (request.document?.fingerprint ?? null) === answers?.fingerprint;
  return same ? request : undefined;
}

/** What staff asked for. */
export function decideAskMore(state: IdentityState, question: IdentityMoreRequested): NewEvent[] | Refusal {
  const held = state[question.level];
  const next = LIFECYCLE[held.status].ask;
  if (typeof next !== 'string') return next;
  if (held.request?.requestId !== question.requestId) return refuse('identity.not-under-review');
  return [newEvent('IdentityMoreRequested', question)];
}

/** `requestId`: the request that the person saw, or `null` when there was none. */
export function decideTakeBack(
  state: IdentityState,
  { userId, level, requestId }: { userId: string; level: IdentityLevel; requestId: string | null },
): NewEvent[] | Refusal {
  const held = state[level];
  const next = LIFECYCLE[held.status].withdraw;
  if (typeof next !== 'string') return next;
  // Decided and sent again meanwhile: the new request was not meant.
  if (held.request === null || held.request.requestId !== requestId) return refuse('identity.nothing-to-withdraw');
  return [newEvent('IdentityWithdrawn', { userId, level, requestId }), ...freed(userId, held.request, 'withdrawn')];
}

/** What staff decided about one request. */
interface Verdict {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
  readonly verdict: 'approved' | 'rejected';
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

export function decideVerdict(state: IdentityState, decision: Verdict): NewEvent[] | Refusal {
  const { userId, level, requestId, verdict, staffId, reasons, sealedNote } = decision;
  const held = state[level];
  const next = LIFECYCLE[held.status][verdict === 'approved' ? 'pass' : 'reject'];
  if (typeof next !== 'string') return next;
  if (held.request === null || held.request.requestId !== requestId) return refuse('identity.not-under-review');
  if (next === 'passed') return [newEvent('IdentityPassed', { userId, level, requestId, staffId })];
  const rejected = newEvent('IdentityRejected', { userId, level, requestId, staffId, reasons, sealedNote });
  return [rejected, ...freed(userId, held.request, 'rejected')];
}

/** Every request ends, and the document of one that is open or passed is free again. Erasing twice is erasing once. */
export function decideErase(state: IdentityState, userId: string): NewEvent[] {
  if (state.erased) return [];
  const withdrawn = IDENTITY_LEVELS.flatMap((level) => {
    const held = state[level];
    return held.status === 'under-review' || held.status === 'answer-needed'
      ? [newEvent('IdentityWithdrawn', { userId, level, requestId: held.request.requestId })]
      : [];
  });
  const free = holdsDocument(state.primary) ? freed(userId, state.primary.request, 'erased') : [];
  return [...withdrawn, ...free, newEvent('IdentityErased', { userId })];
}

/** Whether the document of its request is taken by it. */
export function holdsDocument(level: Level): level is Exclude<Level, { status: 'none' | 'rejected' }> {
  return level.status !== 'none' && level.status !== 'rejected';
}

function freed(userId: string, request: SentRequest, reason: DocumentReleased['reason']): NewEvent[] {
  const { requestId, document } = request;
  if (document === null) return [];
  const { fingerprint } = document;
  const data: DocumentReleased = { fingerprint, userId, requestId, reason };
  return [{ stream: `document-${fingerprint}`, type: 'DocumentReleased', schema: 1, data }];
}

function claimed(data: DocumentClaimed): NewEvent {
  return { stream: `document-${data.fingerprint}`, type: 'DocumentClaimed', schema: 1, data };
}
