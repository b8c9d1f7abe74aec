import { fromBase64, toBase64 } from './base64.js';
import { HASH_BYTES, isSize, type Hash } from './merkle.js';
import { signaturesOf, type Note, type NoteKey, type VerifyEd25519 } from './signed-note.js';

/** The head of a log, as C2SP tlog-checkpoint has it: so many entries, and the root of their tree. */
export interface TreeHead {
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
  /** Lines that a log may add and nobody audits. */
  readonly extensions?: readonly string[];
}

export type CheckpointProblem = 'too-few-lines' | 'empty-line' | 'bad-size' | 'bad-root';

const SIZE = /^(?:0|[1-9]\d*)$/;

/** The text that is signed. */
export function checkpointBody({ origin, size, root, extensions = [] }: TreeHead): string {
  return [origin, size, toBase64(root), ...extensions].map((line) => `${line}\n`).join('');
}

export function parseCheckpointBody(text: string): Required<TreeHead> | { readonly problem: CheckpointProblem } {
  const lines = text.split('\n');
  const [origin, sizeLine, rootLine, ...extensions] = lines.slice(0, -1);
  if (lines.at(-1) !== '' || origin === undefined || sizeLine === undefined || rootLine === undefined)
    return { problem: 'too-few-lines' };
  if (origin === '' || extensions.includes('')) return { problem: 'empty-line' };
  const size = readSize(sizeLine);
  if (size === undefined) return { problem: 'bad-size' };
  const root = readHash(rootLine);
  return root === undefined ? { problem: 'bad-root' } : { origin, size, root, extensions };
}

/** A decimal without leading zeros that is a size. */
export function readSize(text: string): number | undefined {
  return SIZE.test(text) && isSize(Number.parseInt(text, 10)) ? Number.parseInt(text, 10) : undefined;
}

export function readHash(text: string): Hash | undefined {
  const bytes = fromBase64(text);
  return bytes?.length === HASH_BYTES ? bytes : undefined;
}

/** What a witness signs by C2SP tlog-cosignature: that at this second it knew no larger consistent head. */
export function cosignedMessage(body: string, seconds: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`cosignature/v1\ntime ${seconds}\n${body}`);
}

const TIME_BYTES = 8;

/** The second in 8 bytes, then the signature over `cosignedMessage`. */
export function timedSignature(seconds: number, signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(TIME_BYTES + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds));
  bytes.set(signature, TIME_BYTES);
  return bytes;
}

export function readTimedSignature(
  bytes: Uint8Array<ArrayBuffer>,
): { readonly seconds: number; readonly signature: Uint8Array } | undefined {
  if (bytes.length <= TIME_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const seconds = view.getUint32(0) * 2 ** 32 + view.getUint32(4);
  return Number.isSafeInteger(seconds) ? { seconds, signature: bytes.slice(TIME_BYTES) } : undefined;
}

/** When the witness cosigned this checkpoint, or why that is not known. A single wrong one in its name spoils the note. */
export function verifyCosignature(note: Note, witness: NoteKey, verify: VerifyEd25519): number | 'wrong' | 'absent' {
  const named = signaturesOf(note, witness).map(({ signature }) => readTimedSignature(signature));
  if (named.length === 0) return 'absent';
  const right = named.every(
    (timed) =>
      timed !== undefined && verify(cosignedMessage(note.text, timed.seconds), timed.signature, witness.publicKey),
  );
  return right ? Math.max(...named.map((timed) => timed?.seconds ?? 0)) : 'wrong';
}
