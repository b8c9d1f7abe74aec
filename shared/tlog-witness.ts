import { toBase64 } from './base64.js';
import type { Hash } from './merkle.js';
import { readHash, readSize } from './tlog-checkpoint.js';

/** What a log asks a witness by C2SP tlog-witness: `POST add-checkpoint`. */
export interface AddCheckpoint {
  /** What the witness cosigned last, 0 before the first time. */
  readonly oldSize: number;
  readonly proof: readonly Hash[];
  /** The checkpoint with its signatures. */
  readonly note: string;
}

/** The content type of a 409: the body is the size that the witness knows. */
export const SIZE_TYPE = 'text/x.tlog.size';

export type AddCheckpointProblem = 'no-old-size' | 'bad-proof-line' | 'too-many-proof-lines' | 'cut-off';

const PROOF_LINES_MAX = 63;

export function addCheckpointBody({ oldSize, proof, note }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

export function parseAddCheckpoint(body: string): AddCheckpoint | { readonly problem: AddCheckpointProblem } {
  const end = body.indexOf('\n\n');
  if (end < 0 || !body.endsWith('\n')) return { problem: 'cut-off' };
  const [oldLine = '', ...proofLines] = body.slice(0, end).split('\n');
  const oldSize = oldLine.startsWith('old ') ? readSize(oldLine.slice(4)) : undefined;
  if (oldSize === undefined) return { problem: 'no-old-size' };
  if (proofLines.length > PROOF_LINES_MAX) return { problem: 'too-many-proof-lines' };
  const proof = proofLines.map(readHash);
  if (!proof.every((hash) => hash !== undefined)) return { problem: 'bad-proof-line' };
  return { oldSize, proof, note: body.slice(end + 2) };
}

/** The body of a 409. `undefined` where it is no size. */
export function readKnownSize(body: string): number | undefined {
  return body.endsWith('\n') ? readSize(body.slice(0, -1)) : undefined;
}
