import type { PoolClient } from 'pg';
import type { Instant } from '../core/clock.js';
import type { EventRow } from '../engine/history/codec.js';
import { signedBy } from '../engine/history/checkpoint-key.js';
import {
  LOG_CHECKPOINT_COLUMNS,
  readHead,
  sameRoot,
  sealText,
  type LogCheckpoint,
} from '../engine/public-log/log-checkpoint.js';
import type { LogSalts } from '../engine/public-log/log-salts.js';
import { wholeAt } from '../engine/public-log/log-tree.js';
import { LOG_CHECKPOINT_MS } from '../engine/public-log/public-log.js';
import { rootOver } from '../engine/public-log/tree-hash.js';
import type { Hash } from '../../shared/merkle.js';
import { TILE_WIDTH } from '../../shared/tlog-tiles.js';
import type { KeptCheckpoints } from './checkpoint.check.js';
import type { Findings } from './findings.js';
import type { KeptLogs } from './kept-logs.js';

/** A checkpoint, due each minute, may be a little late. */
const UNLOGGED_MS_MAX = 2 * LOG_CHECKPOINT_MS;

interface LogParts {
  readonly client: PoolClient;
  readonly realm: string;
  readonly keys: KeptCheckpoints['keys'];
  /** With a trusted key, signatures of any other are findings: keys in the database could have been put there. */
  readonly trustedKey?: string | undefined;
  /** Without them nothing can be compared with events. */
  readonly salts?: LogSalts | undefined;
  /** Checkpoints of logs that were kept outside the database. */
  readonly kept?: KeptLogs | undefined;
  readonly findings: Findings;
}

interface Expected {
  readonly what: string;
  readonly root: Hash;
}

/** Whether the published log of a realm is the tree over its events, and its checkpoints are signed, numbered and up to date. */
export class LogCheck {
  private readonly nodes = new Map<string, Hash>();
  /** By the size that they are of. */
  private readonly expected = new Map<number, Expected[]>();
  private number = 0;
  private loggedTo = 0;
  private origin: string | undefined;
  private unloggedAt: Instant | undefined;
  private computes = false;
  private size = 0;
  private leaves: Hash[] = [];
  /** By level from 1 on: hashes that no higher one covers, as the events give them, and as they are stored. */
  private readonly computed: Hash[][] = [];
  private readonly stored: Hash[][] = [];
  /** A root was not right, and the tile that it ends in is not whole yet: the same would be found again. */
  private isDoubted = false;

  private constructor(private readonly parts: LogParts) {}

  static async open(parts: LogParts): Promise<LogCheck> {
    const { client, realm, salts, kept } = parts;
    const check = new LogCheck(parts);
    const { rows: nodes } = await client.query<{ level: number; index: number; hash: Buffer }>(
      'SELECT level, index, hash FROM log_nodes WHERE realm = $1',
      [realm],
    );
    for (const { level, index, hash } of nodes) check.nodes.set(`${level} ${index}`, hash);
    const { rows } = await client.query<LogCheckpoint>(
      `SELECT ${LOG_CHECKPOINT_COLUMNS} FROM log_checkpoints WHERE realm = $1 ORDER BY number`,
      [realm],
    );
    for (const checkpoint of rows) check.follow(checkpoint);
    check.computes = salts !== undefined;
    for (const { note, from } of kept?.of(realm) ?? []) check.keep(note, from);
    return check;
  }

  take({ position, hash, at }: EventRow): void {
    if (position === this.loggedTo + 1) this.unloggedAt = at;
    const { salts, realm } = this.parts;
    // Where an event is missing, what follows has other places: the check of positions says so.
    if (position !== this.size + 1) this.computes = false;
    if (salts === undefined || !this.computes) return;
    this.size = position;
    this.leaves.push(salts.leaf(realm, { position, hash: Buffer.from(hash, 'hex') }));
    if (this.leaves.length === TILE_WIDTH) this.raise();
    for (const { what, root } of this.expected.get(position) ?? []) this.compare(what, root);
  }

  finish(head: number, now: Instant): void {
    for (const [size, expected] of this.expected)
      if (size > head) for (const { what } of expected) this.find(size, `${what} covers events that are not there`);
    for (const place of this.nodes.keys()) {
      const [level = 0, index = 0] = place.split(' ').map(Number);
      const end = (index + 1) * TILE_WIDTH ** level;
      if (end > head) this.find(end, `the log has hash ${index} of level ${level} of events that are not there`);
    }
    if (this.unloggedAt !== undefined && now - this.unloggedAt > UNLOGGED_MS_MAX)
      this.find(this.loggedTo + 1, `no checkpoint of the log covers the ${head - this.loggedTo} events from here`);
  }

  private follow(checkpoint: LogCheckpoint): void {
    const { number, size, salts, seal, note } = checkpoint;
    const what = `checkpoint ${number} of the log`;
    const find = (fault: string): void => this.find(size, `${what}: ${fault}`);
    if (number !== this.number + 1) find(`${this.number + 1} is missing`);
    this.number = number;
    if (size <= this.loggedTo) find('it is not of a longer log than the one before it');
    this.loggedTo = Math.max(size, this.loggedTo);
    if (this.parts.salts !== undefined && salts !== this.parts.salts.id) find('it has other salts than those at hand');
    const key = this.keyOf(checkpoint.keyId);
    if (key === undefined) return find(`it was signed with ${checkpoint.keyId}, which nobody trusts`);
    if (!signedBy(key)(sealText(checkpoint), seal)) find('its seal is not right');
    const head = readHead(note, key);
    if (typeof head === 'string') return find(head);
    if (head.size !== size) find(`its note has size ${head.size}`);
    if (head.origin !== (this.origin ?? head.origin)) find(`its note is of the log ${head.origin}`);
    this.origin ??= head.origin;
    this.expect(size, { what, root: head.root });
  }

  /** A note that somebody kept is of this log, and its history the same. */
  private keep(note: string, from: string): void {
    const what = `the kept checkpoint of ${from}`;
    const heads = this.trusted().map((key) => readHead(note, key));
    const head = heads.find((one) => typeof one !== 'string');
    if (head === undefined || typeof head === 'string')
      this.find(1, `${what}: ${String(heads[0] ?? 'nobody is trusted')}`);
    else if (this.origin !== undefined && head.origin !== this.origin)
      this.find(head.size, `${what} is of ${head.origin}, and the log is ${this.origin}`);
    else this.expect(head.size, { what, root: head.root });
  }

  private expect(size: number, expected: Expected): void {
    this.expected.set(size, [...(this.expected.get(size) ?? []), expected]);
  }

  /** One wrong event or hash is one finding, and a second one shows too: so a root may follow from what is stored. */
  private compare(what: string, root: Hash): void {
    if (this.isDoubted || sameRoot(root, this.root(this.computed)) || sameRoot(root, this.root(this.stored))) return;
    this.find(this.size, `${what} has another root than the events up to here`);
    this.isDoubted = true;
  }

  /** A tile of leaves is whole: its hash, and those that it completes above, are compared with what is stored. */
  private raise(): void {
    let [computed, stored]: [Hash, Hash] = [rootOver(this.leaves), rootOver(this.leaves)];
    this.leaves = [];
    for (let level = 1; ; level++) {
      stored = this.storedOf(level, computed, stored);
      const [ours, theirs] = [(this.computed[level - 1] ??= []), (this.stored[level - 1] ??= [])];
      ours.push(computed);
      theirs.push(stored);
      if (ours.length < TILE_WIDTH) break;
      [computed, stored] = [rootOver(ours), rootOver(theirs)];
      [this.computed[level - 1], this.stored[level - 1]] = [[], []];
    }
    this.isDoubted = false;
  }

  private storedOf(level: number, computed: Hash, below: Hash): Hash {
    const index = wholeAt(this.size, level) - 1;
    const stored = this.nodes.get(`${level} ${index}`);
    const first = this.size + 1 - TILE_WIDTH ** level;
    if (stored === undefined) {
      if (this.size <= this.loggedTo) this.find(first, `the log has no hash of the events up to ${this.size}`);
      return below;
    }
    if (!sameRoot(stored, computed) && !sameRoot(stored, below))
      this.find(first, `the log has another hash of the events up to ${this.size}`);
    return stored;
  }

  private root(edges: readonly (readonly Hash[])[]): Hash {
    const ragged = [this.leaves, ...edges].reduce<Hash[]>((below, level) => {
      const hashes = [...level, ...below];
      return hashes.length === 0 ? [] : [rootOver(hashes)];
    }, []);
    return rootOver(ragged);
  }

  private keyOf(keyId: string): Buffer | undefined {
    const { keys, trustedKey } = this.parts;
    const key = keys.find((one) => one.keyId === keyId)?.publicKey;
    return key === undefined || (trustedKey !== undefined && key !== trustedKey) ? undefined : Buffer.from(key, 'hex');
  }

  private trusted(): Buffer[] {
    const { keys, trustedKey } = this.parts;
    if (trustedKey !== undefined) return [Buffer.from(trustedKey, 'hex')];
    return keys.map(({ publicKey }) => Buffer.from(publicKey, 'hex'));
  }

  private find(position: number, what: string): void {
    this.parts.findings.add('log', this.parts.realm, Math.max(1, position), what);
  }
}
