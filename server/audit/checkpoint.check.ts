import type { PoolClient } from 'pg';
import type { Instant } from '../core/clock.js';
import { digestOf, isSigned, NO_CHECKPOINT, type CheckpointClaim } from '../engine/history/checkpoint-key.js';
import { CHECKPOINT_EVENTS_MAX, CHECKPOINT_MS_MAX } from '../engine/history/checkpoints.js';
import type { EventRow } from '../engine/history/codec.js';
import type { Findings } from './findings.js';

export interface SignedCheckpoint extends CheckpointClaim {
  /** Lower-case hexadecimal, 128 characters. */
  readonly signature: string;
}

/** Checkpoints kept outside: the answer of web/getCheckpoints, or its `data`. */
export interface KeptCheckpoints {
  readonly keys: readonly { readonly keyId: string; readonly publicKey: string }[];
  readonly checkpoints: readonly SignedCheckpoint[];
}

export async function readCheckpoints(client: PoolClient): Promise<KeptCheckpoints> {
  const keys = await client.query(
    `SELECT key_id AS "keyId", encode(public_key, 'hex') AS "publicKey" FROM checkpoint_keys`,
  );
  const { rows } = await client.query(
    `SELECT realm, number, position, encode(hash, 'hex') AS hash, encode(answers, 'hex') AS answers, at, key_id AS "keyId",
        encode(previous, 'hex') AS previous, encode(signature, 'hex') AS signature
       FROM checkpoints ORDER BY realm, number`,
  );
  return { keys: keys.rows, checkpoints: rows };
}

/** The signer, due each minute, may be a little late. */
const UNSIGNED_MS_MAX = 2 * CHECKPOINT_MS_MAX;

interface Last {
  readonly number: number;
  readonly position: number;
  readonly digest: string;
  /** Of the first event behind it. */
  unsignedAt?: Instant;
}
const NONE: Last = { number: 0, position: 0, digest: NO_CHECKPOINT };

interface CheckpointParts {
  readonly own: KeptCheckpoints;
  /** The file of checkpoints kept outside the database, if any. */
  readonly kept?: KeptCheckpoints | undefined;
  /** With a trusted key, signatures of any other are findings: keys in the database could have been put there. */
  readonly trustedKey?: string | undefined;
  readonly findings: Findings;
}

/** Whether checkpoints are signed by a known key, lie on the chain, follow one another, and cover the history to its head. */
export class CheckpointCheck {
  private readonly byPlace = new Map<string, SignedCheckpoint[]>();
  private readonly last = new Map<string, Last>();
  readonly count: number;

  constructor(private readonly parts: CheckpointParts) {
    const { own, kept, trustedKey } = parts;
    const known = [own, ...(kept === undefined ? [] : [kept])];
    const keys = new Map(known.flatMap((one) => one.keys).map(({ keyId, publicKey }) => [keyId, publicKey]));
    const all = known.flatMap((one) => one.checkpoints);
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
    // What was kept outside is a page of them as a rule; the database must have them all.
    for (const checkpoint of own.checkpoints) this.follow(checkpoint);
  }

  take(row: EventRow): void {
    const last = this.last.get(row.realm) ?? NONE;
    if (row.position === last.position + 1) this.last.set(row.realm, { ...last, unsignedAt: row.at });
    const place = `${row.realm} ${row.position}`;
    const there = this.byPlace.get(place);
    if (there === undefined) return;
    this.byPlace.delete(place);
    for (const checkpoint of there)
      if (checkpoint.hash !== row.hash) this.find(checkpoint, 'the checkpoint has another hash than the event');
  }

  /** What is left covers events that are not there; what no checkpoint covers is too long or too old. */
  finish(heads: ReadonlyMap<string, number>, now: Instant): void {
    for (const [first] of this.byPlace.values())
      if (first !== undefined) this.find(first, 'the checkpoint covers an event that is not there');
    for (const [realm, head] of heads) {
      const { position, unsignedAt } = this.last.get(realm) ?? NONE;
      if (head - position > CHECKPOINT_EVENTS_MAX || (unsignedAt !== undefined && now - unsignedAt > UNSIGNED_MS_MAX))
        this.find(
          { realm, position: position + 1 },
          `no checkpoint covers the ${head - position} events from here to the head`,
        );
    }
  }

  private follow(checkpoint: SignedCheckpoint): void {
    const { realm, number, position, previous, signature } = checkpoint;
    const last = this.last.get(realm) ?? NONE;
    if (number !== last.number + 1)
      this.find(checkpoint, `checkpoint ${last.number + 1} is missing: this one is ${number}`);
    else if (previous !== last.digest) this.find(checkpoint, 'the checkpoint does not sign the one before it');
    if (position - last.position > CHECKPOINT_EVENTS_MAX)
      this.find(checkpoint, `no checkpoint covers the ${position - last.position} events up to here`);
    this.last.set(realm, { number, position, digest: digestOf(Buffer.from(signature, 'hex')) });
  }

  private find({ realm, position }: Pick<CheckpointClaim, 'realm' | 'position'>, what: string): void {
    this.parts.findings.add('checkpoints', realm, position, what);
  }
}
