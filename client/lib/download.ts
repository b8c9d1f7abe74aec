import type { CallDeclaration, CallInput, FileType } from '../../contracts/call.contract';
import type { Envelope } from '../../contracts/envelope.contract';
import { NetworkError, RefusalError, endSession, fieldsOf, isSessionCode } from './api';
import { useSession } from './session';

/** A call that answers a file. */
export type FileCall = CallDeclaration & { readonly output: FileType };

/**
 * Fetches a file that the server writes while it reads, and hands it to the browser. `onRows` hears how many lines have come.
 * @throws RefusalError when the server refuses, NetworkError when the connection breaks before the end or `signal` aborts.
 */
export async function download<Call extends FileCall>(
  call: Call,
  query: CallInput<Call>,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetchFile(call, query as object, signal);
  if (!answer.headers.get('content-type')?.startsWith('text/csv')) throw await refusalOf(answer);
  const name = nameOf(answer) ?? 'glassbook.csv';
  save(new Blob(await pieces(answer, onRows), { type: 'text/csv' }), name);
}

/** Fetches a document of unknown length, and hands it to the browser. @throws as `download` does. */
export async function downloadWhole<Call extends FileCall>(
  call: Call,
  query: CallInput<Call>,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetchFile(call, query as object, signal);
  if (!answer.headers.get('content-disposition')) throw await refusalOf(answer);
  const file = await answer.blob().catch(() => {
    throw new NetworkError('broken off');
  });
  save(file, nameOf(answer) ?? 'glassbook');
}

async function fetchFile({ path }: FileCall, query: object, signal: AbortSignal): Promise<Response> {
  const token = useSession.getState().session?.token;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return fetch(`/${path}?${fieldsOf(query)}`, { headers, signal }).catch(() => {
    throw new NetworkError('unreachable');
  });
}

/** Fetches a file that needs a step-up proof, and hands it to the browser. @throws as `download` does. */
export async function downloadByProof<Call extends FileCall>(call: Call, proof: CallInput<Call>): Promise<void> {
  const token = useSession.getState().session?.token;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`/${call.path}`, { method: 'POST', headers, body: fieldsOf(proof as object) }).catch(
    () => {
      throw new NetworkError('unreachable');
    },
  );
  if (!answer.headers.get('content-disposition')) throw await refusalOf(answer);
  const file = await answer.blob().catch(() => {
    throw new NetworkError('broken off');
  });
  save(file, nameOf(answer) ?? 'glassbook');
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
