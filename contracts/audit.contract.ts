import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { REALMS } from './realm.contract.js';

export const getCheckpointsQuery = z.strictObject({
  ...commonFields,
  realm: z.enum(REALMS).optional(),
  /** Checkpoints below this position; the newest when absent. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

export const checkpointView = z
  .object({
    realm: z.string(),
    number: z.number().describe('Counts up from 1 in each realm.'),
    position: z.number(),
    hash: z.string().describe('Hash of the event at that position, 32 bytes in hex.'),
    answers: z.string().describe('SHA-256 over the answers to commands since the checkpoint before, in hex.'),
    at: z.number().describe('Milliseconds since the Unix epoch.'),
    keyId: z.string(),
    previous: z.string().describe('SHA-256 over the signature of the checkpoint before, in hex; zeros for the first.'),
    signature: z.string().describe('Ed25519 over `signedText`, 64 bytes in hex.'),
    signedText: z.string().describe('The exact text that is signed.'),
  })
  .meta({
    id: 'CheckpointView',
    description:
      "A signed statement of where a realm's history stood. Keep one outside: nobody can then take back what it covers.",
  });
export type CheckpointView = z.output<typeof checkpointView>;

export const checkpointKeyView = z
  .object({
    keyId: z.string().describe('The first 16 hex digits of SHA-256 over the public key.'),
    publicKey: z.string().describe('Ed25519, 32 bytes in hex.'),
    firstUsedAt: z.number(),
  })
  .meta({ id: 'CheckpointKeyView' });
export type CheckpointKeyView = z.output<typeof checkpointKeyView>;

export const checkpointsView = z
  .object({
    keys: z.array(checkpointKeyView),
    checkpoints: z.array(checkpointView),
  })
  .meta({ id: 'CheckpointsView', description: 'Newest first.' });
export type CheckpointsView = z.output<typeof checkpointsView>;
