import { z } from 'zod';
import { commonFields, REALMS } from './account.contract.js';

export const getCheckpointsQuery = z.strictObject({
  ...commonFields,
  realm: z.enum(REALMS).optional(),
  /** Checkpoints below this position; the newest when absent. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

/** A signed statement of where a realm's history stood. Keep one outside: nobody can then take back what it covers. */
export interface CheckpointView {
  realm: string;
  /** Counts up from 1 in each realm. */
  number: number;
  position: number;
  /** Hash of the event at that position, 32 bytes in hex. */
  hash: string;
  /** SHA-256 over the answers to commands since the checkpoint before, in hex. */
  answers: string;
  /** Milliseconds since the Unix epoch. */
  at: number;
  keyId: string;
  /** SHA-256 over the signature of the checkpoint before, in hex; zeros for the first. */
  previous: string;
  /** Ed25519 over `signedText`, 64 bytes in hex. */
  signature: string;
  /** The exact text that is signed. */
  signedText: string;
}

export interface CheckpointKeyView {
  /** The first 16 hex digits of SHA-256 over the public key. */
  keyId: string;
  /** Ed25519, 32 bytes in hex. */
  publicKey: string;
  firstUsedAt: number;
}

/** Newest first. */
export interface CheckpointsView {
  keys: CheckpointKeyView[];
  checkpoints: CheckpointView[];
}
