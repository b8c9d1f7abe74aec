import { hash } from 'node:crypto';
import type { Hash } from '../../../shared/merkle.js';
import { noteOf, parseNote, signatureLine, verifyNote, type NoteKey } from '../../../shared/signed-note.js';
import { checkpointBody, parseCheckpointBody, type TreeHead } from '../../../shared/tlog-checkpoint.js';
import { signedBy, type CheckpointKey } from '../history/checkpoint-key.js';

/** A published checkpoint as it is kept: the note that everybody gets, and what it is among those of its realm. */
export interface LogCheckpoint {
  readonly realm: string;
  /** Counts up from 1 in each realm, so that none can be left out. */
  readonly number: number;
  readonly size: number;
  readonly at: number;
  /** `LogSalts.id` of the secret that its entries are salted by. */
  readonly salts: string;
  readonly keyId: string;
  readonly note: string;
  /** Over `sealText`, by the same key. */
  readonly seal: Uint8Array;
}

export const LOG_CHECKPOINT_COLUMNS = 'realm, number, size, at, salts, key_id AS "keyId", note, seal';

/** What the seal signs: a note has no number and no instant, as others read it. UTF-8, six lines. */
export function sealText({ realm, number, at, salts, note }: Omit<LogCheckpoint, 'seal' | 'size' | 'keyId'>): string {
  return `glassbook/log-checkpoint/1\n${realm}\n${number}\n${at}\n${salts}\n${hash('sha256', note, 'hex')}`;
}

/** The key of a log as its readers know it: named as the log itself. */
export const logKey = (origin: string, publicKey: Uint8Array): NoteKey => ({
  name: origin,
  type: 'ed25519',
  publicKey,
});

export function sealedCheckpoint(
  key: CheckpointKey,
  head: TreeHead,
  place: Pick<LogCheckpoint, 'realm' | 'number' | 'at' | 'salts'>,
): LogCheckpoint {
  const body = checkpointBody(head);
  const note = noteOf(body, [signatureLine(logKey(head.origin, key.publicKey), key.signText(body))]);
  const sealed = { ...place, size: head.size, keyId: key.keyId, note };
  return { ...sealed, seal: key.signText(sealText(sealed)) };
}

/** The head of a note of a log, where its own key of the name has signed it; else what is wrong, in words. */
export function readHead(note: string, publicKey: Uint8Array): Required<TreeHead> | string {
  const parsed = parseNote(note);
  if ('problem' in parsed) return `it is no signed note: ${parsed.problem}`;
  const head = parseCheckpointBody(parsed.text);
  if ('problem' in head) return `it is no checkpoint: ${head.problem}`;
  const signed = verifyNote(parsed, logKey(head.origin, publicKey), isNoteSigned);
  return signed === 'right' ? head : `its signature is ${signed === 'absent' ? 'missing' : 'not right'}`;
}

export function isNoteSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return publicKey.length === 32 && signedBy(publicKey)(Buffer.from(message).toString('utf8'), signature);
}

export const sameRoot = (one: Hash, other: Hash): boolean => Buffer.compare(one, other) === 0;
