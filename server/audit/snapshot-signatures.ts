import type { PoolClient } from 'pg';
import { snapshotText } from '../engine/history/signed-snapshots.js';
import type { KeptCheckpoints } from './checkpoint.check.js';
import type { Findings } from './findings.js';
import { trustedKeys } from './trusted-keys.js';

interface SignedParts {
  readonly client: PoolClient;
  /** Of the installation. */
  readonly instance: string;
  readonly keys: KeptCheckpoints['keys'];
  readonly trustedKey: string | undefined;
  readonly findings: Findings;
}

interface SignedRow {
  readonly realm: string;
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly schema: number;
  readonly state: string;
  readonly keyId: string;
  readonly signature: Buffer;
}

/** Whether every stored snapshot was signed by a known key, in any realm. `heads` are the last positions. */
export async function checkSnapshotSignatures(
  { client, instance, keys, trustedKey, findings }: SignedParts,
  heads: ReadonlyMap<string, number>,
): Promise<void> {
  const checks = trustedKeys(keys, trustedKey);
  const { rows } = await client.query<SignedRow>(
    `SELECT realm, stream, version, position, schema, state, key_id AS "keyId", signature FROM snapshots
      ORDER BY realm, stream, version`,
  );
  for (const { state, keyId, signature, ...place } of rows) {
    const { realm, stream, version, position } = place;
    const isSigned = checks.get(keyId);
    const at = Math.min(Math.max(1, position), heads.get(realm) ?? 1);
    const find = (what: string): void =>
      findings.add('snapshots', realm, at, `the snapshot of ${stream} at version ${version} ${what}`);
    if (isSigned === undefined) find(`was signed with ${keyId}, which nobody trusts`);
    else if (!isSigned(snapshotText(instance, place, state), signature)) find('is not what was signed');
  }
}
