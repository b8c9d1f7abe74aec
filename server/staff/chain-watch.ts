import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { REALMS } from '../../contracts/realm.contract.js';
import type { ChainStatusView } from '../../contracts/staff-history.contract.js';
import { Clock } from '../core/clock.js';
import { digestOf, isSigned, NO_CHECKPOINT, type CheckpointClaim } from '../engine/history/checkpoint-key.js';
import { CHECKPOINT_EVENTS_MAX, CHECKPOINT_MS_MAX } from '../engine/history/checkpoints.js';
import { chainHash, genesisHash, type EventRow } from '../engine/history/codec.js';
import { EventStore } from '../engine/history/event-store.js';

const PAGE = 1_000;
/** Between pages the processor belongs to others: a million events take a few minutes, unnoticed. */
const REST_MS = 20;
/** Within a page others come on after this long: where a history is sparse, each of its events has a signature to check. */
const SLICE_MS = 5;
/** Reading costs at most this share of the time, for any number of readers. */
const REST_SHARE = 10;
const BY_ITSELF_MS = 3_600_000;
const CHECKPOINTS_MAX = 50;
/** The signer, due each minute, may be a little late. Counted from when it was first seen unsigned. */
const UNSIGNED_MS_MAX = 2 * CHECKPOINT_MS_MAX;

interface Checkpoint extends CheckpointClaim {
  readonly signature: string;
  readonly publicKey: Buffer | null;
}

/** One reading from the first event on. */
interface Reading {
  position: number;
  hash: string;
  problem: string | null;
  readonly began: number;
  /** Those of the page that is read, by position. */
  checkpoints: ReadonlyMap<number, Checkpoint>;
  signed: Signed;
  /** The newest checkpoint when it began. Those that come while it reads are the next reading's. */
  signedTo: number;
}

/** The newest checkpoint that was met. */
interface Signed {
  readonly number: number;
  readonly position: number;
  readonly digest: string;
}
const UNSIGNED: Signed = { number: 0, position: 0, digest: NO_CHECKPOINT };

interface Watched {
  isReading: boolean;
  /** The newest reading that came to its end, or to a problem: `at` is when, `to` also counts what was read behind it. */
  read:
    | { readonly to: number; readonly hash: string; readonly at: number; readonly problem: string | null }
    | undefined;
  /** Where the reading under way has come to. */
  progress: number;
  restUntil: number;
  /** The first event behind the newest checkpoint, and since when it is known to have none. */
  unsigned: { readonly position: number; readonly since: number } | undefined;
}

/**
 * Reads every realm's chain and its checkpoints from the first event, again and again: what was right a minute ago may have been
 * changed since. A reading begins on a request after a pause, and each hour by itself.
 */
@Injectable()
export class ChainWatch {
  private readonly realms = new Map<string, Watched>();
  private readonly byItself: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    this.byItself = setInterval(() => {
      for (const realm of REALMS) void this.look(realm).catch(() => undefined);
    }, BY_ITSELF_MS).unref();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.byItself);
  }

  /** `again`: staff want it read from the first event now, however short ago it was. */
  async status(realm: string, again = false): Promise<ChainStatusView> {
    const watched = await this.look(realm, again);
    const head = await this.store.head(realm);
    const { read } = watched;
    const problem = read?.problem ?? headProblem(head, read) ?? (await this.unsignedProblem(realm, head, watched));
    return {
      realm,
      position: head.position,
      headHash: head.hash,
      checkedTo: read?.to ?? watched.progress,
      checkedAt: read?.at ?? null,
      readingTo: watched.isReading ? watched.progress : null,
      ok: problem === null,
      problem,
      checkpoints: await this.checkpoints(realm),
    };
  }

  /** Begins a reading where none is under way. The first page is waited for, so that a young history is read at once. */
  private async look(realm: string, again = false): Promise<Watched> {
    const watched = this.of(realm);
    if (watched.isReading || this.stopped) return watched;
    if (!again && performance.now() < watched.restUntil) return this.extend(realm, watched);
    const reading: Reading = { ...UNREAD, hash: genesisHash(realm), began: performance.now() };
    watched.isReading = true;
    watched.progress = 0;
    try {
      reading.signedTo = await this.newestCheckpoint(realm);
      if (await this.page(realm, watched, reading)) this.finish(watched, reading);
      else void this.goOn(realm, watched, reading);
    } catch (error) {
      watched.isReading = false;
      throw error;
    }
    return watched;
  }

  /** Between two readings: only what came since. */
  private async extend(realm: string, watched: Watched): Promise<Watched> {
    const { read } = watched;
    if (read === undefined || read.problem !== null) return watched;
    const tail = { ...UNREAD, position: read.to, hash: read.hash };
    for (const row of await this.store.readRows(realm, read.to, PAGE)) if (!follows(row, tail)) break;
    // A reading that began meanwhile knows better.
    if (watched.read === read) watched.read = { ...read, to: tail.position, hash: tail.hash, problem: tail.problem };
    return watched;
  }

  private of(realm: string): Watched {
    let watched = this.realms.get(realm);
    if (watched === undefined) {
      watched = { isReading: false, read: undefined, progress: 0, restUntil: 0, unsigned: undefined };
      this.realms.set(realm, watched);
    }
    return watched;
  }

  private async newestCheckpoint(realm: string): Promise<number> {
    const { rows } = await this.store.pool.query<{ position: number | null }>(
      'SELECT max(position) AS position FROM checkpoints WHERE realm = $1',
      [realm],
    );
    return rows[0]?.position ?? 0;
  }

  private async checkpointsOf(realm: string, after: number, to: number): Promise<ReadonlyMap<number, Checkpoint>> {
    const { rows } = await this.store.pool.query<Checkpoint>(
      `SELECT c.realm, c.number, c.position, encode(c.hash, 'hex') AS hash, encode(c.answers, 'hex') AS answers, c.at, c.key_id AS "keyId",
          encode(c.previous, 'hex') AS previous, encode(c.signature, 'hex') AS signature, k.public_key AS "publicKey"
         FROM checkpoints c LEFT JOIN checkpoint_keys k ON k.key_id = c.key_id
        WHERE c.realm = $1 AND c.position > $2 AND c.position <= $3`,
      [realm, after, to],
    );
    return new Map(rows.map((checkpoint) => [checkpoint.position, checkpoint]));
  }

  /** A checkpoint behind the head: looked for with the head, because both grow. */
  private async strayCheckpoint(realm: string): Promise<number | null> {
    const { rows } = await this.store.pool.query<{ position: number | null }>(
      `SELECT min(c.position) AS position FROM checkpoints c JOIN realm_heads h USING (realm)
        WHERE c.realm = $1 AND c.position > h.position`,
      [realm],
    );
    return rows[0]?.position ?? null;
  }

  private async goOn(realm: string, watched: Watched, reading: Reading): Promise<void> {
    try {
      do await new Promise((resolve) => setTimeout(resolve, REST_MS).unref());
      while (!this.stopped && !(await this.page(realm, watched, reading)));
      if (!this.stopped) this.finish(watched, reading);
    } catch {
      // The database is away: the last result stays, with its instant.
      watched.isReading = false;
    }
  }

  /** Reads the next events; true when the reading is over. */
  private async page(realm: string, watched: Watched, reading: Reading): Promise<boolean> {
    const rows = await this.store.readRows(realm, reading.position, PAGE);
    const to = Math.min(reading.signedTo, rows.at(-1)?.position ?? 0);
    reading.checkpoints = await this.checkpointsOf(realm, reading.position, to);
    let since = performance.now();
    for (const row of rows) {
      if (!follows(row, reading)) return true;
      if (performance.now() - since < SLICE_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    watched.progress = reading.position;
    if (rows.length === PAGE) return false;
    const stray = await this.strayCheckpoint(realm);
    if (stray !== null) reading.problem = `position ${stray} has a checkpoint and no event`;
    return true;
  }

  /** What no checkpoint covers is signed within a minute while a server runs, and never grows long. */
  private async unsignedProblem(realm: string, head: { position: number }, watched: Watched): Promise<string | null> {
    const first = (await this.newestCheckpoint(realm)) + 1;
    const now = performance.now();
    if (first > head.position) watched.unsigned = undefined;
    else if (watched.unsigned?.position !== first) watched.unsigned = { position: first, since: now };
    const isLate = watched.unsigned !== undefined && now - watched.unsigned.since > UNSIGNED_MS_MAX;
    const count = head.position - first + 1;
    if (!isLate && count <= 2 * CHECKPOINT_EVENTS_MAX) return null;
    return `position ${first} and the ${count - 1} events after it have no checkpoint`;
  }

  private finish(watched: Watched, { position, hash, problem, began }: Reading): void {
    const now = performance.now();
    watched.read = { to: position, hash, at: this.clock.now(), problem };
    watched.restUntil = now + REST_SHARE * (now - began);
    watched.isReading = false;
  }

  private async checkpoints(realm: string): Promise<ChainStatusView['checkpoints']> {
    const { rows } = await this.store.pool.query(
      `SELECT position, encode(hash, 'hex') AS hash, at, key_id AS "keyId", encode(signature, 'hex') AS signature
         FROM checkpoints WHERE realm = $1 ORDER BY position DESC LIMIT ${CHECKPOINTS_MAX}`,
      [realm],
    );
    return rows;
  }
}

const UNREAD: Reading = {
  position: 0,
  hash: '',
  problem: null,
  began: 0,
  checkpoints: new Map(),
  signed: UNSIGNED,
  signedTo: 0,
};

/** Takes the event in, or the problem that it is. */
function follows(row: EventRow, reading: Reading): boolean {
  reading.problem = problemOf(row, reading);
  if (reading.problem !== null) return false;
  reading.position = row.position;
  reading.hash = row.hash;
  return true;
}

function problemOf(row: EventRow, reading: Reading): string | null {
  const { position, hash, checkpoints } = reading;
  const expected = position + 1;
  if (row.position !== expected) return `position ${expected} is missing`;
  if (chainHash(hash, row) !== row.hash) return `position ${expected} does not follow from the events before it`;
  const checkpoint = checkpoints.get(expected);
  if (checkpoint === undefined) return null;
  const { publicKey, signature } = checkpoint;
  if (publicKey === null || !isSigned(checkpoint, Buffer.from(signature, 'hex'), publicKey))
    return `position ${expected} has a checkpoint whose signature is not right`;
  if (checkpoint.hash !== row.hash) return `position ${expected} is not what its checkpoint signed`;
  return missingBefore(checkpoint, reading);
}

/** Checkpoints count up, each signs the one before, and none is far from it. */
function missingBefore(checkpoint: Checkpoint, reading: Reading): string | null {
  const { number, position, previous, signature } = checkpoint;
  const { signed } = reading;
  reading.signed = { number, position, digest: digestOf(Buffer.from(signature, 'hex')) };
  if (number !== signed.number + 1) return `position ${position}: checkpoint ${signed.number + 1} before it is missing`;
  if (previous !== signed.digest) return `position ${position} has a checkpoint that does not sign the one before it`;
  const count = position - signed.position;
  return count <= CHECKPOINT_EVENTS_MAX
    ? null
    : `position ${position}: no checkpoint covers the ${count} events up to it`;
}

/** The head that the writer goes on from must be the hash of the last event. */
function headProblem(head: { position: number; hash: string }, read: Watched['read']): string | null {
  return read !== undefined && head.position === read.to && head.hash !== read.hash
    ? `the head is not the hash of position ${head.position}`
    : null;
}
