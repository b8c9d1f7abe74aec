import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { REALMS } from './realm.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const publicLogRefusals = {
  /** It is another person's, or there is none. */
  'log.no-event': { status: 404 },
  /** It is younger than the newest checkpoint. */
  'log.not-covered': { status: 200, retryable: true },
} as const satisfies Record<string, RefusalRule>;

const realm = z.enum(REALMS);
const size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const hash = z.string().describe('32 bytes in base64.');

/** In a path, where any other is an address with nothing at it. */
const logRealm = z.string().min(1).max(20);
export const logCheckpointQuery = z.strictObject({ ...commonFields, realm: logRealm });
/** The path of a tile below `tile/`, as tlog-tiles writes it: `0/x001/234.p/5`, `entries/000`. */
export const logTileQuery = z.strictObject({ ...commonFields, realm: logRealm, '*': z.string().min(1).max(80) });
export const getLogConsistencyQuery = z.strictObject({ ...commonFields, realm, from: size, to: size });
export const getLogProofQuery = z.strictObject({ ...commonFields, position: size.min(1) });

export const publicLogView = z
  .object({
    realm: z.string(),
    origin: z.string().describe('The name of the log in its checkpoints.'),
    verifierKey: z.string().describe('The key that signs them, as C2SP signed-note writes keys.'),
    number: z.number().describe('Of the newest checkpoint: they count up from 1.'),
    size: z.number(),
    root: hash,
    at: z.number().describe('Milliseconds since the Unix epoch.'),
  })
  .meta({ id: 'PublicLogView', description: 'The log of a realm, and where it stands.' });
export type PublicLogView = z.output<typeof publicLogView>;

export const logConsistencyView = z
  .object({
    from: z.number(),
    fromRoot: hash,
    to: z.number(),
    toRoot: hash,
    proof: z.array(hash).describe('Of RFC 6962, section 2.1.2.'),
  })
  .meta({ id: 'LogConsistencyView', description: 'That a log of one size is the beginning of the log of another.' });
export type LogConsistencyView = z.output<typeof logConsistencyView>;

export const logProofView = z
  .object({
    realm: z.string(),
    position: z.number().describe('Of the event. Its index in the log is one less.'),
    hash: z.string().describe('Of the event in the chain, 32 bytes in hex.'),
    salt: hash.describe('Of this entry alone, 32 bytes in base64.'),
    proof: z.array(hash).describe('Of RFC 6962, section 2.1.1, from the leaf upwards.'),
    checkpoint: z.string().describe('The newest checkpoint of the log, which the proof leads to: a signed note.'),
    verifierKey: z.string().describe('The key that signs it, as C2SP signed-note writes keys.'),
  })
  .meta({ id: 'LogProofView', description: 'That the log has an event.' });
export type LogProofView = z.output<typeof logProofView>;
