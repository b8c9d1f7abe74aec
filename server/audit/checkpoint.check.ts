import type { PoolClient } from 'pg';
import { isSigned, type CheckpointClaim } from '../event-store/checkpoint-key.js';
import type { EventRow } from '../event-store/codec.js';
import type { Findings } from './findings.js';

export interface SignedCheckpoint extends CheckpointClaim {
  /** Lower-case hexadecimal, 128 characters. */
  readonly signature: string;
}

/** What somebody kept outside: the answer of web/getCheckpoints, or what it carries as `data`. */
export interface KeptCheckpoints {
  readonly keys: readonly { readonly keyId: string; readonly publicKey: string }[];
  readonly checkpoints: readonly SignedCheckpoint[];
}

export async function readCheckpoints(client: PoolClient): Promise<KeptCheckpoints> {
  const keys = await client.query(
    `SELECT key_id AS "keyId", encode(public_key, 'hex') AS "publicKey" FROM checkpoint_keys`,
  );
  const { rows } = await client.query(
    `SELECT realm, position, encode(hash, 'hex') AS hash, at, key_id AS "keyId", encode(signature, 'hex') AS signature
       FROM checkpoints ORDER BY realm, position`,
  );
  return { keys: keys.rows, checkpoints: rows };
}

/** Whether every checkpoint is signed by a known key and lies on the chain of its realm. */
export class CheckpointCheck {
  private readonly byPlace = new Map<string, SignedCheckpoint[]>();
  readonly count: number;

  /** With a trusted key, signatures of any other are findings: keys in the database could have been put there. */
  constructor(
    kept: readonly KeptCheckpoints[],
    private readonly findings: Findings,
    trustedKey?: string,
  ) {
    const keys = new Map(kept.flatMap((one) => one.keys).map(({ keyId, publicKey }) => [keyId, publicKey]));
    const all = kept.flatMap((one) => one.checkpoints);
    this.count = all.length;
    for (const checkpoint of all) {
      const { realm, position, keyId, signature } = checkpoint;
      const place = `${realm} ${position}`;
      this.byPlace.set(place, [...(this.byPlace.get(place) ?? []), checkpoint]);
      const key = keys.get(keyId);
      if (key === undefined) this.find(checkpoint, `the checkpoint was signed with ${keyId}, which nobody knows`);
      else if (trustedKey !== undefined && key !== trustedKey)
        this.find(checkpoint, 'the checkpoint was signed with another key than the trusted one');
      else if (!isSigned(checkpoint, Buffer.from(signature, 'hex'), Buffer.from(key, 'hex')))
        this.find(checkpoint, 'the signature of the checkpoint is not right');
    }
  }

  take(row: EventRow): void {
    const place = `${row.realm} ${row.position}`;
    const there = this.byPlace.get(place);
    if (there === undefined) return;
    this.byPlace.delete(place);
    for (const checkpoint of there)
      if (checkpoint.hash !== row.hash) this.find(checkpoint, 'the checkpoint has another hash than the event');
  }

  /** What is left covers events that are not there. */
  finish(): void {
    for (const [first] of this.byPlace.values())
      if (first !== undefined) this.find(first, 'the checkpoint covers an event that is not there');
  }

  private find({ realm, position }: CheckpointClaim, what: string): void {
    this.findings.add('checkpoints', realm, position, what);
  }
}
