import type { Envelope } from '../../contracts/envelope.contract';
import { NetworkError, RefusalError, endSession, isSessionCode, type Params } from './api';
import { usePreferences } from './preferences';
import { useSession } from './session';

/**
 * Fetches a file that the server writes while it reads, and hands it to the browser. `onRows` hears how many lines have come.
 * @throws RefusalError when the server refuses, NetworkError when the connection breaks before the end, or `signal` says so.
 */
export async function download(
  call: string,
  query: Params,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await asked(call, query, signal);
  if (!answer.headers.get('content-type')?.startsWith('text/csv')) throw await refusalOf(answer);
  const name = nameOf(answer) ?? `${call}.csv`;
  save(new Blob(await pieces(answer, onRows), { type: 'text/csv' }), name);
}

/** Fetches a document of which nobody knows how long it will be, and hands it to the browser. @throws as `download` does. */
export async function downloadWhole(call: string, query: Params, signal: AbortSignal): Promise<void> {
  const answer = await asked(call, query, signal);
  if (!answer.headers.get('content-disposition')) throw await refusalOf(answer);
  const file = await answer.blob().catch(() => {
    throw new NetworkError('broken off');
  });
  save(file, nameOf(answer) ?? call);
}

async function asked(call: string, query: Params, signal: AbortSignal): Promise<Response> {
  const fields = new URLSearchParams({ lang: usePreferences.getState().language });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.set(name, String(value));
  const token = useSession.getState().session?.token;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return fetch(`/web/${call}?${fields}`, { headers, signal }).catch(() => {
    throw new NetworkError('unreachable');
  });
}

/** Fetches a file for which the person proves himself again, and hands it to the browser. @throws as `download` does. */
export async function downloadByProof(call: string, proof: Params): Promise<void> {
  const body = new URLSearchParams({ lang: usePreferences.getState().language });
  for (const [name, value] of Object.entries(proof)) if (value !== undefined) body.set(name, String(value));
  const token = useSession.getState().session?.token;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`/web/${call}`, { method: 'POST', headers, body }).catch(() => {
    throw new NetworkError('unreachable');
  });
  if (!answer.headers.get('content-disposition')) throw await refusalOf(answer);
  const file = await answer.blob().catch(() => {
    throw new NetworkError('broken off');
  });
  save(file, nameOf(answer) ?? call);
}

const nameOf = (answer: Response): string | undefined =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];

async function refusalOf(answer: Response): Promise<Error> {
  const envelope = (await answer.json().catch(() => null)) as Envelope<RefusalError['data']> | null;
  if (envelope && isSessionCode(envelope.code)) endSession(envelope);
  return envelope ? new RefusalError(envelope.code, envelope.message, envelope.data) : new NetworkError('no envelope');
}

const LINE_END = 10;

async function pieces(answer: Response, onRows: (rows: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body?.getReader();
  // The first line holds the headings.
  let rows = -1;
  for (;;) {
    const step = await reader?.read().catch(() => {
      throw new NetworkError('broken off');
    });
    if (step === undefined || step.done) return read;
    read.push(step.value);
    for (const byte of step.value) if (byte === LINE_END) rows += 1;
    onRows(Math.max(0, rows));
  }
}

/** Hands a file to the browser, which asks or knows where to keep it. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file over by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
