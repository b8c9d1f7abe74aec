import { HttpError } from 'react-admin';
import { authorized, refusalMessage } from './http';

/** How long the browser may take to read a file that it was handed. */
const KEPT_MS = 60_000;

/**
 * Reads a CSV, or a JSON with a row a line, as it comes, tells how many rows there are so far, and hands it to the browser as a file. Answers the rows
 * without the header; throws with the server's words when it refuses.
 */
export async function downloadList(
  url: string,
  name: string,
  progress: (rows: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const answer = await fetch(url, { headers: authorized(), signal });
  if (!answer.ok || answer.body === null) {
    const json: unknown = await answer.json().catch(() => null);
    throw new HttpError(refusalMessage(json, answer.status), answer.status, json);
  }
  const pieces: BlobPart[] = [];
  let lines = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    lines += countLines(value);
    progress(Math.max(0, lines - 1));
  }
  save(name, new Blob(pieces, { type: answer.headers.get('content-type') ?? 'text/csv' }));
  return Math.max(0, lines - 1);
}

/** Hands a text to the browser as a file. */
export function saveText(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/plain' }));
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** Rows end with a line feed; one inside of a quoted text counts as well, which is near enough for a progress. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines;
}
