import { HttpError } from 'react-admin';
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

/** The headers of every call: who asks, and in which language he wants to be answered. */
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

/** One call to the staff API. Refusals become errors that carry the server's message, so that every screen can show it. */
export async function callApi(url: string, options: RequestInit = {}): Promise<ApiAnswer> {
  const answer = await fetch(url, { ...options, headers: authorized(options.headers) }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new HttpError('ra.notification.offline', 0, null);
  });
  const body = await answer.text();
  const json = parse(body);
  if (!answer.ok) throw new HttpError(refusalMessage(json, answer.status), answer.status, json);
  return { status: answer.status, headers: answer.headers, body, json };
}

/** Reads one object or list below `/staff`. */
export async function readStaff<View>(path: string, signal?: AbortSignal): Promise<View> {
  return (await callApi(`/staff/${path}`, signal === undefined ? {} : { signal })).json as View;
}

/** Sends a wish below `/staff` and answers what came of it. */
export async function sendStaff<View>(path: string, body: unknown): Promise<View> {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return (await callApi(`/staff/${path}`, options)).json as View;
}
