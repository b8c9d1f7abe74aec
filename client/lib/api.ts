import i18next from 'i18next';
import {
  REQUEST_TIMEOUT_MS,
  type CallDeclaration,
  type CallInput,
  type CallOutput,
} from '../../contracts/call.contract';
import type { Envelope, RefusalData } from '../../contracts/envelope.contract';
import { connectionLost, serverAnswered, watchRequest } from './connection';
import { deviceMark } from './device';
import { usePreferences } from './preferences';
import { repeatUnanswered } from './repeat';
import { hearServerTime } from './server-clock';
import { useSession } from './session';
import { toast } from './toasts';

const BACK_SOON = new Set([502, 504]);
const CODE = { done: 0, refused: 1, silent: 7, sessionEnded: 1000, loginAgain: 2000 } as const;
/** Events whose message is a neutral toast; other changes show a success toast (specification, section 8). */
export const NEUTRAL_EVENTS = new Set(['login', 'register', 'tradeBuy', 'buyProfit', 'createOrder']);

/** The server refused: the envelope's message, and the refusal as data. */
export class RefusalError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: RefusalData | null,
  ) {
    super(message);
  }
}

/** The server speaks of the account; a form may have another field for the address that is meant. */
export async function refusedAt<Answer>(field: string, sending: Promise<Answer>): Promise<Answer> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof RefusalError) || error.data?.field !== 'account') throw error;
    throw new RefusalError(error.code, error.message, { ...error.data, field });
  }
}

/** Nothing came back: offline, too slow, or no envelope. */
export class NetworkError extends Error {}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The caller shows refusals itself (field errors); nothing is toasted. */
  quietRefusals?: boolean;
  /** The idempotency key of a change; a repeat after a broken connection passes the same one. */
  requestToken?: string;
  /** The change ends the session: its answer says so, and word of the end that comes before it is not repeated. */
  endsSession?: boolean;
}

/** A form shows refusals at its fields. */
export const QUIET = { quietRefusals: true } as const;

/** Nothing more where nothing has to be sent. */
type Rest<Call extends CallDeclaration> = Record<never, never> extends CallInput<Call> ? [] : [input: CallInput<Call>];

/**
 * Makes a call that contracts/ declares. A failed read shows no toast: the view has its own error state. A change shows the
 * envelope's message in a toast, by the specification.
 */
function call<Call extends CallDeclaration>(call: Call, ...none: Rest<Call>): Promise<CallOutput<Call>>;
function call<Call extends CallDeclaration>(
  call: Call,
  input: CallInput<Call>,
  options?: CallOptions,
): Promise<CallOutput<Call>>;
async function call(
  { method, path }: CallDeclaration,
  input: unknown = {},
  options: CallOptions = {},
): Promise<unknown> {
  const fields = { requestToken: options.requestToken ?? requestToken(), ...(input as object) };
  // A retry uses the session of the first try, even if this browser has left that session meanwhile.
  const token = useSession.getState().session?.token;
  const send = () => sent(method, path, fields, { token, signal: options.signal });
  if (method === 'GET') return send();
  if (options.endsSession) leaving = token;
  try {
    return await repeatUnanswered(send, isUnanswered, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  } catch (error) {
    if (options.endsSession) leaving = undefined;
    if (!(error instanceof RefusalError && options.quietRefusals)) toastError(error);
    throw error;
  }
}

export const api = { call };

/** No answer, or the server is unavailable for a moment. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof RefusalError && error.data?.refusal === 'request.unavailable');

export function toastError(error: unknown): void {
  if (error instanceof RefusalError && isSessionCode(error.code)) return;
  const fallback = i18next.t(error instanceof NetworkError ? 'error.network' : 'error.request');
  toast('warning', error instanceof RefusalError && error.message ? error.message : fallback);
}

/** 12 characters out of 64: the random request token that every call carries. */
export function requestToken(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte & 63]).join('');
}

interface Sending {
  token: string | undefined;
  signal: AbortSignal | undefined;
}

/** What gets no answer is sent again with the same request token, which makes the server answer what the first one did. */
async function sent(method: 'GET' | 'POST', path: string, input: object, { token, signal }: Sending): Promise<unknown> {
  const fields = fieldsOf(input);
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const over = watchRequest();
  const answer = await fetch(method === 'GET' ? `/${path}?${fields}` : `/${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'x-device': deviceMark() }),
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(method === 'POST' ? { body: fields } : {}),
  })
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new NetworkError('unreachable');
    })
    .finally(over);
  hearServerTime(answer.headers.get('date'));
  const envelope = (await answer.json().catch(() => null)) as Envelope | null;
  // A proxy before a server that restarts, or the server itself on its way up: nothing was done, and it comes back.
  if (BACK_SOON.has(answer.status)) {
    connectionLost(true);
    throw new NetworkError(`status ${answer.status}`);
  }
  if (envelope === null || typeof envelope.code !== 'number') throw new NetworkError(`status ${answer.status}`);
  serverAnswered();
  return open(envelope, method);
}

/** A call's input as it goes over the wire, with the language to answer in. */
export function fieldsOf(input: object): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) fields.set(name, String(value));
  fields.set('lang', usePreferences.getState().language);
  return fields;
}

function open(envelope: Envelope, method: string): unknown {
  const refusal = asRefusal(envelope.data);
  if (isSessionCode(envelope.code)) endSession(envelope);
  if (refusal?.refusal === 'demo.expired') markExpired();
  const fine = envelope.code === CODE.done || envelope.code === CODE.silent || envelope.code === CODE.refused;
  if (!fine || refusal !== null) throw new RefusalError(envelope.code, envelope.message, refusal);
  if (method === 'POST' && envelope.code !== CODE.silent) {
    const neutral = envelope.code === CODE.refused ? 'warning' : 'neutral';
    toast(NEUTRAL_EVENTS.has(envelope.event) ? neutral : 'success', envelope.message, { about: envelope.event });
  }
  return envelope.data;
}

function asRefusal(data: unknown): RefusalData | null {
  return typeof data === 'object' && data !== null && 'refusal' in data ? (data as RefusalData) : null;
}

/** Marks the demo account as expired, for the banner. */
function markExpired(): void {
  const { session, merge } = useSession.getState();
  if (session?.demo) merge({ demo: { ...session.demo, expired: true } });
}

export const isSessionCode = (code: number): boolean => code === CODE.sessionEnded || code === CODE.loginAgain;

/** Several calls may hear of the same end. */
let endingSoon = false;
/** The session that a change of this page ends, from its request on. */
let leaving: string | undefined;

/** 2000 opens a dialog, 1000 clears the session after `time` seconds; both end on a fresh page. */
export function endSession(ending: Pick<Envelope, 'code' | 'message' | 'title' | 'time'>): void {
  const { session, clear, promptLogin } = useSession.getState();
  if (session === null || endingSoon || session.token === leaving) return;
  if (ending.code === CODE.loginAgain) return promptLogin(ending);
  endingSoon = true;
  toast('warning', ending.message);
  setTimeout(
    () => {
      clear();
      location.reload();
    },
    (ending.time > 0 ? ending.time : 2) * 1000,
  );
}
