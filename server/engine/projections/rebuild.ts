import type { Pool, PoolClient } from 'pg';
import { Checkpoints, StepFailed, switchLockKey } from './checkpoints.js';
import { digestTable, firstDifference, type TableDigest } from './digest.js';
import type { EventSource, Projection } from './projection.js';
import { otherSlot, slotTable, type Slot } from './read-table.js';
import { RowBatch } from './row-batch.js';
import type { Log } from './worker.js';
import { inTransaction } from '../history/transaction.js';

export interface RebuildReport {
  readonly projection: string;
  /** Where each realm stood when the two slots were compared. */
  readonly positions: Readonly<Record<string, number>>;
  readonly eventsRead: number;
  readonly seconds: number;
  readonly tables: readonly { table: string; rows: number; live: string; rebuilt: string; equal: boolean }[];
  readonly equal: boolean;
  /** `<table>: <key>` of the first row that is not the same. */
  readonly firstDifference: string | null;
  readonly switchedTo: Slot | null;
}

interface RebuildOptions {
  readonly pool: Pool;
  readonly source: EventSource;
  readonly projection: Projection;
  readonly log: Log;
  /** Switch although the slots differ: for a read model whose code has changed, so that its rows are meant to. */
  readonly acceptDifferences?: boolean;
  readonly pageEvents?: number;
}

type Positions = Record<string, number>;

/**
 * Rebuilds a read model from the first event in the idle slot, while the live one goes on being read and written; compares both at
 * one position; then switches the views in one transaction. Nothing is switched when they differ.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { pool, projection } = options;
  const lock = await pool.connect();
  try {
    await lock.query('SET synchronous_commit = on');
    const { rows } = await lock.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [
      rebuildLockKey(projection.name),
    ]);
    if (rows[0].taken !== true) throw new Error(`${projection.name} is being rebuilt already`);
    return await new Rebuild(options).run();
  } finally {
    // Given back first: PostgreSQL may notice a closed connection only after the next rebuild has tried.
    await lock.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    lock.release(true);
  }
}

/** The lock that is held while a read model is rebuilt; the dashboard shows it. */
function rebuildLockKey(projection: string): string {
  return `glassbook/rebuild/${projection}`;
}

class Rebuild {
  private readonly checkpoints: Checkpoints;
  private readonly positions: Positions = {};
  private eventsRead = 0;

  constructor(private readonly options: RebuildOptions) {
    this.checkpoints = new Checkpoints(options.pool);
  }

  async run(): Promise<RebuildReport> {
    const { projection } = this.options;
    const startedAt = performance.now();
    for (const realm of projection.realms) await this.checkpoints.open(realm, [projection.name]);
    const live = await this.liveSlot();
    const idle = otherSlot(live);
    await this.empty(idle);
    await this.catchUp(idle, await this.livePositions(live));
    const compared = await this.compare(live, idle);
    const equal = compared.tables.every((table) => table.equal);
    const difference = equal ? null : await this.findDifference();
    const mayGo = equal || this.options.acceptDifferences === true;
    if (mayGo) await this.switchTo(live, idle);
    return {
      projection: projection.name,
      ...compared,
      eventsRead: this.eventsRead,
      seconds: (performance.now() - startedAt) / 1000,
      equal,
      firstDifference: difference,
      switchedTo: mayGo ? idle : null,
    };
  }

  private async liveSlot(): Promise<Slot> {
    const { rows } = await this.options.pool.query<{ live_slot: Slot }>(
      'SELECT live_slot FROM projections WHERE name = $1',
      [this.options.projection.name],
    );
    const row = rows[0];
    if (row === undefined) throw new Error(`${this.options.projection.name} was never started`);
    return row.live_slot;
  }

  private async empty(slot: Slot): Promise<void> {
    const { pool, projection } = this.options;
    for (const table of projection.tables) await pool.query(`TRUNCATE ${slotTable(table.name, slot)}`);
    await pool.query('DELETE FROM projection_checkpoints WHERE projection = $1 AND slot = $2', [projection.name, slot]);
    for (const realm of projection.realms) {
      this.positions[realm] = 0;
      await pool.query(
        'INSERT INTO projection_checkpoints (projection, realm, slot, position) VALUES ($1, $2, $3, 0)',
        [projection.name, realm, slot],
      );
    }
  }

  private async livePositions(slot: Slot, client: Pool | PoolClient = this.options.pool): Promise<Positions> {
    const { rows } = await client.query<{ realm: string; position: number }>(
      'SELECT realm, position FROM projection_checkpoints WHERE projection = $1 AND slot = $2',
      [this.options.projection.name, slot],
    );
    return Object.fromEntries(rows.map(({ realm, position }) => [realm, position]));
  }

  /** Fills the idle slot up to exactly these positions. */
  private async catchUp(slot: Slot, targets: Positions): Promise<void> {
    for (const realm of this.options.projection.realms) {
      const target = targets[realm] ?? 0;
      while ((this.positions[realm] ?? 0) < target) await this.page(slot, realm, target);
    }
  }

  private async page(slot: Slot, realm: string, target: number): Promise<void> {
    const { projection, source, pageEvents = 5_000, log } = this.options;
    const from = this.positions[realm] ?? 0;
    const events = await source.readPage(realm, from, Math.min(pageEvents, target - from));
    const to = events.at(-1)?.position;
    if (to === undefined) throw new Error(`${realm} ends at ${from}, before ${target}`);
    const rows = new RowBatch();
    for (const event of events) projection.apply(rows, event);
    const step = { projection: projection.name, slot, from, to, rows };
    const [fate] = await this.checkpoints.advance(realm, [step], { live: false, waits: true });
    if (fate instanceof StepFailed) throw fate.reason;
    if (fate !== 'moved') throw new Error(`another process filled ${projection.name} in ${slot} too`);
    this.positions[realm] = to;
    this.eventsRead += events.length;
    if (Math.floor(to / 100_000) > Math.floor(from / 100_000))
      log.info(`${projection.name}: ${realm} at ${to} of ${target}`);
  }

  /** One snapshot fixes the live rows and their positions together; the idle slot then goes to exactly there. */
  private async compare(live: Slot, idle: Slot) {
    const { pool, projection } = this.options;
    const digests: TableDigest[] = [];
    const client = await pool.connect();
    let positions: Positions;
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      positions = await this.livePositions(live, client);
      for (const table of projection.tables) digests.push(await digestTable(client, table, live));
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await this.catchUp(idle, positions);
    const tables: { table: string; rows: number; live: string; rebuilt: string; equal: boolean }[] = [];
    for (const [index, table] of projection.tables.entries()) {
      const before = digests[index] as TableDigest;
      const after = await digestTable(pool, table, idle);
      const equal = before.digest === after.digest && before.rows === after.rows;
      tables.push({ table: table.name, rows: after.rows, live: before.digest, rebuilt: after.digest, equal });
    }
    return { positions, tables };
  }

  /** Both slots at one position, with the live one held still, so that only true differences show. */
  private async findDifference(): Promise<string | null> {
    return this.whileHeld(async (client) => {
      const live = await this.liveSlot();
      await this.catchUp(otherSlot(live), await this.livePositions(live, client));
      for (const table of this.options.projection.tables) {
        const key = await firstDifference(client, table);
        if (key !== null) return `${table.name}: ${key}`;
      }
      return null;
    });
  }

  private async switchTo(live: Slot, idle: Slot): Promise<void> {
    // Nearly everything is caught up before the live batches are held, so that they are held for a moment only.
    await this.catchUp(idle, await this.livePositions(live));
    const { projection } = this.options;
    await this.whileHeld(async (client) => {
      await this.catchUp(idle, await this.livePositions(live, client));
      for (const table of projection.tables)
        await client.query(`CREATE OR REPLACE VIEW ${table.name} AS SELECT * FROM ${slotTable(table.name, idle)}`);
      await client.query('UPDATE projections SET live_slot = $2 WHERE name = $1', [projection.name, idle]);
    });
  }

  private async whileHeld<Answer>(work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    return inTransaction(this.options.pool, async (client) => {
      const key = switchLockKey(this.options.projection.name);
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      return work(client);
    });
  }
}
