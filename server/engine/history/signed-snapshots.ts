import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { signedBy, type CheckpointKey } from './checkpoint-key.js';
import type { Snapshot } from './event-store.js';

/** A state in the database is not what this installation's key has signed: nothing may be decided from it. */
export class ForgedState extends Error {}

type Place = Omit<Snapshot, 'state'>;

/** The exact text that is signed, UTF-8. `state` is the JSON as it is stored. */
export function snapshotText(
  instance: string,
  { realm, stream, version, position, schema }: Place,
  state: string,
): string {
  return `glassbook/snapshot/1\n${instance}\n${realm}\n${stream}\n${version}\n${position}\n${schema}\n${hash('sha256', state, 'hex')}`;
}

/** Signs and stores it; of a stream the newest two stay. */
export async function saveSnapshot(
  pool: Pool,
  key: CheckpointKey,
  instance: string,
  snapshot: Snapshot,
): Promise<void> {
  const { realm, stream, version, position, schema } = snapshot;
  const state = JSON.stringify(snapshot.state);
  const signature = key.signText(snapshotText(instance, snapshot, state));
  await pool.query(
    `INSERT INTO snapshots (realm, stream, version, position, schema, state, key_id, signature)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (realm, stream, version) DO NOTHING`,
    [realm, stream, version, position, schema, state, key.keyId, signature],
  );
  await pool.query(
    `DELETE FROM snapshots WHERE realm = $1 AND stream = $2 AND version < (
       SELECT version FROM snapshots WHERE realm = $1 AND stream = $2 ORDER BY version DESC OFFSET 1 LIMIT 1)`,
    [realm, stream],
  );
}

/**
 * The newest snapshot of that schema at or below a version. Another schema's snapshots are as good as none.
 * @throws {ForgedState} for one that the trusted key has not signed
 */
export async function latestSnapshot(
  pool: Pool,
  { realm, stream, schema, upTo }: { realm: string; stream: string; schema: number; upTo: number },
  trust: { readonly key: CheckpointKey; readonly instance: string } | undefined,
): Promise<Snapshot | undefined> {
  const { rows } = await pool.query<Place & { state: string; signature: Buffer }>(
    `SELECT realm, stream, version, position, schema, state, signature FROM snapshots
       WHERE realm = $1 AND stream = $2 AND schema = $3 AND version <= $4 ORDER BY version DESC LIMIT 1`,
    [realm, stream, schema, upTo],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { signature, state, ...place } = row;
  if (trust !== undefined && !signedBy(trust.key.publicKey)(snapshotText(trust.instance, place, state), signature))
    throw new ForgedState(`the snapshot of ${stream} at version ${place.version} of ${realm} is not what was signed`);
  return { ...place, state: JSON.parse(state) as unknown };
}
