import type { Pool, PoolClient } from 'pg';
import { BesideChecks } from '../../server/audit/beside/all.js';
import { readCheckpoints, type KeptCheckpoints } from '../../server/audit/checkpoint.check.js';
import { Findings, type Finding } from '../../server/audit/findings.js';
import { onSnapshot, pagesOf } from '../../server/audit/history.js';
import { verify } from '../../server/audit/verify.js';
import type { RecordedEvent } from '../../server/core/event.js';
import { decode, type EventRow } from '../../server/engine/history/codec.js';
import { openPool } from '../../server/engine/history/database.js';
import type { EventStore } from '../../server/engine/history/event-store.js';
import type { LogSalts } from '../../server/engine/public-log/log-salts.js';
import { loadStream } from '../../server/engine/writer/loader.js';
import { spotKind } from '../../server/features/spot/spot.state.js';
import { keyOpens } from '../../server/engine/vault/person-keys.js';
import { openRootKey } from '../../server/engine/vault/root-key.js';
import { PERSONAL_KEY, type StartedApp } from '../kit/app.js';
import { settled } from '../kit/verified.js';
import { KEYS } from './deeds.js';
import { putBackSql, type Copy } from './put-back.js';
import { openHistory } from './tamper-history.js';
import { openHouse } from './tamper-house.js';

const HOUR_MS = 3_600_000;
const BASE_TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
/** Deeds may leave two rows with one key, as whoever owns the database can. Replays need those of the slot that is not live. */
const GUARDS = `SELECT 'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT IF EXISTS ' || quote_ident(conname) || ' CASCADE' AS drop
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'c', 'f') AND conrelid::regclass::text !~ '__green$'
  UNION ALL SELECT 'DROP INDEX IF EXISTS ' || indexrelid::regclass
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
   WHERE indisunique AND relnamespace = 'public'::regnamespace AND indrelid::regclass::text !~ '__green$'`;

interface Parts {
  readonly pool: Pool;
  /** As the database's owner, with its guards switched off. */
  readonly owner: PoolClient;
  /** The columns of each table's primary key. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly drop: () => Promise<void>;
}

/** A database with honest business in it, whose tables can be falsified and put back. */
abstract class LivingCopy {
  protected constructor(protected readonly parts: Parts) {}

  get owner(): PoolClient {
    return this.parts.owner;
  }

  keyOf(table: string): readonly string[] {
    return this.parts.keys.get(table) ?? [];
  }

  /** What the audit finds. */
  abstract findings(readModels?: boolean): Promise<readonly Finding[]>;

  async close(): Promise<void> {
    this.owner.release(true);
    await this.parts.drop();
  }

  async putBack(tables: readonly string[], from: Copy = 'living'): Promise<void> {
    await this.owner.query(tables.map((table) => putBackSql(table, from)).join(';'));
  }

  /** Those that were copied early: tests add tables of their own later. */
  async tables(): Promise<string[]> {
    const sql = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'earlier' ORDER BY 1`;
    return (await this.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  }
}

/** Orders and fills of two demo accounts, for all that the history binds; the whole of `verify` reads it in a moment. */
export class LivingHistory extends LivingCopy {
  private constructor(
    parts: Parts,
    readonly kept: KeptCheckpoints,
    private readonly now: number,
    private readonly salts: LogSalts,
  ) {
    super(parts);
  }

  static async open(): Promise<LivingHistory> {
    const history = await openHistory({ early: (url) => onDatabase(url, (client) => copyAll(client, 'earlier')) });
    await snapshotAgain(history.store);
    const parts = await prepared(history.pool, history.close);
    return new LivingHistory(parts, await history.kept(), history.now, history.salts);
  }

  async findings(readModels = false, kept?: KeptCheckpoints): Promise<readonly Finding[]> {
    const { now, salts } = this;
    const { pool } = this.parts;
    const given = kept === undefined ? {} : { kept };
    return (await verify({ pool, now: now + HOUR_MS, readModels, guards: false, salts, ...given })).findings;
  }

  /** Just after the earlier moment. */
  async earlierFindings(kept?: KeptCheckpoints): Promise<readonly Finding[]> {
    const { pool } = this.parts;
    const given = kept === undefined ? {} : { kept };
    return (await verify({ pool, now: 0, guards: false, ...given })).findings;
  }
}

/** A house after a day's work, for what stands beside the history; its long history is read once, and the checks each time. */
export class LivingHouse extends LivingCopy {
  private constructor(
    parts: Parts,
    private readonly now: number,
    private readonly opensKey: (userId: string, wrapped: Buffer) => boolean,
    private readonly pages: readonly { rows: readonly EventRow[]; events: readonly RecordedEvent[] }[],
  ) {
    super(parts);
  }

  static async open(): Promise<LivingHouse> {
    const early = async ({ app, databaseUrl }: StartedApp): Promise<void> => {
      await settled(app);
      await onDatabase(databaseUrl, (client) => copyAll(client, 'earlier'));
    };
    const house = await openHouse({ early });
    const parts = await prepared(house.pool, house.close);
    const root = await openRootKey(house.pool, { personalKey: PERSONAL_KEY, dataDir: '/nonexistent' });
    const pages = [];
    for (const realm of ['demo', 'real', 'house'])
      for await (const rows of pagesOf(parts.owner, realm)) pages.push({ rows, events: rows.map(decode) });
    const opensKey = (userId: string, wrapped: Buffer): boolean => keyOpens(root, userId, wrapped);
    return new LivingHouse(parts, house.now + HOUR_MS, opensKey, pages);
  }

  findings(): Promise<readonly Finding[]> {
    const { now, opensKey, pages } = this;
    return onSnapshot(this.parts.pool, async (client) => {
      const findings = new Findings();
      const { checkpoints } = await readCheckpoints(client);
      const beside = new BesideChecks({ client, findings, now, stopped: false, opensKey, checkpoints });
      const heads = new Map<string, number>();
      await beside.start();
      for (const { rows, events } of pages) {
        beside.take(rows, events);
        for (const { realm, position } of rows) heads.set(realm, position);
      }
      await beside.finish(heads);
      return findings.list();
    });
  }
}

/** A second one, of the last state of the book. */
async function snapshotAgain(store: EventStore): Promise<void> {
  const { version, position, state } = await loadStream(store, 'demo', spotKind, 'BTCUSDT');
  const { schema = 0, save } = spotKind.snapshot ?? {};
  await store.saveSnapshot({ realm: 'demo', stream: 'spot-BTCUSDT', version, position, schema, state: save?.(state) });
}

async function prepared(pool: Pool, drop: () => Promise<void>): Promise<Parts> {
  const owner = await pool.connect();
  await owner.query('SET session_replication_role = replica');
  // What the database computes by itself could not be put back.
  await owner.query('ALTER TABLE bank_wires ALTER COLUMN found_by DROP EXPRESSION');
  await copyAll(owner, 'living');
  const { rows } = await owner.query<{ table: string; columns: string[] }>(KEYS);
  const keys = new Map(rows.map(({ table, columns }) => [table, columns]));
  for (const { drop: guard } of (await owner.query<{ drop: string }>(GUARDS)).rows) await owner.query(guard);
  return { pool, owner, keys, drop };
}

async function onDatabase(url: string, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const pool = openPool(url, 1);
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
    await pool.end();
  }
}

/** One picture of all tables. */
async function copyAll(client: PoolClient, copy: Copy): Promise<void> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE SCHEMA ${copy}`);
  for (const { name } of (await client.query<{ name: string }>(BASE_TABLES)).rows)
    await client.query(`CREATE TABLE ${copy}.${name} AS TABLE public.${name}`);
  await client.query('COMMIT');
}
