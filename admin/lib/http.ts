import { HttpError } from 'react-admin';
import {
  REQUEST_TIMEOUT_MS,
  type CallDeclaration,
  type CallInput,
  type CallOutput,
} from '../../contracts/call.contract.js';
import type { Envelope, RefusalData } from '../../contracts/envelope.contract.js';
import { LANGUAGES } from '../../shared/language.js';
import { currentLanguage } from './language';
import { session } from './session';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

/** The refusal's message as the server worded it in the reader's language; a plain status where there is no envelope. */
export function refusalMessage(json: unknown, status: number): string {
  const envelope = (json ?? {}) as Partial<Envelope<Partial<RefusalData> | null>>;
  if (typeof envelope.message === 'string' && envelope.message !== '') return envelope.message;
  const refusal = envelope.data?.refusal;
  return refusal === undefined ? (status === 0 ? 'ra.notification.offline' : 'ra.notification.http_error') : refusal;
}

/** The code of the refusal behind an error of `callApi`; `undefined` when it is none. */
export function refusalIn(error: unknown): string | undefined {
  const body =
    error instanceof HttpError ? (error.body as Partial<Envelope<Partial<RefusalData> | null>> | null) : null;
  return body?.data?.refusal;
}

/** The headers of every call: the session and the language of the answer. */
export function authorized(given?: HeadersInit): Headers {
  const headers = new Headers(given);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', LANGUAGES[currentLanguage()]);
  const token = session.read()?.token;
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

function parse(body: string): unknown {
  try {
    return body === '' ? null : JSON.parse(body);
  } catch {
    return null;
  }
}

/** No answer, or not all of it, in time; what a page gave up stays given up. */
function outOfReach(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new HttpError('ra.notification.offline', 0, null);
}

/** One call to the staff API. Refusals become errors that carry the server's message, so that every screen can show it. */
export async function callApi(url: string, options: RequestInit = {}): Promise<ApiAnswer> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const answer = await fetch(url, { ...options, headers: authorized(options.headers), signal }).catch(outOfReach);
  const body = await answer.text().catch(outOfReach);
  const json = parse(body);
  if (!answer.ok) throw new HttpError(refusalMessage(json, answer.status), answer.status, json);
  return { status: answer.status, headers: answer.headers, body, json };
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Nothing more where nothing has to be sent. */
type Rest<Call extends CallDeclaration> = Record<never, never> extends CallInput<Call> ? [] : [input: CallInput<Call>];

/** Makes a call that contracts/ declares, one of the console or of the public API. Refusals become errors as in `callApi`. */
function call<Call extends CallDeclaration>(call: Call, ...none: Rest<Call>): Promise<CallOutput<Call>>;
function call<Call extends CallDeclaration>(
  call: Call,
  input: CallInput<Call>,
  options?: CallOptions,
): Promise<CallOutput<Call>>;
async function call(
  { method, path }: CallDeclaration,
  input: unknown = {},
  { signal }: CallOptions = {},
): Promise<unknown> {
  const fields = Object.entries(input as object).filter(([, value]) => value !== undefined);
  const inPath = addressOf(path, Object.fromEntries(fields));
  const rest = Object.fromEntries(fields.filter(([name]) => !path.includes(`:${name}`)));
  const options: RequestInit = signal === undefined ? {} : { signal };
  if (method === 'POST') {
    const headers = { 'Content-Type': 'application/json' };
    return (await callApi(inPath, { ...options, method, headers, body: JSON.stringify(rest) })).json;
  }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString();
  const { json } = await callApi(query === '' ? inPath : `${inPath}?${query}`, options);
  // The console's own calls answer without the envelope.
  return path.startsWith('staff/') ? json : (json as Envelope).data;
}

export const api = { call };

/** Where a call is: `/staff/users/real-1/balances`. */
export function addressOf(path: string, input: Readonly<Record<string, unknown>>): string {
  return `/${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))}`;
}
