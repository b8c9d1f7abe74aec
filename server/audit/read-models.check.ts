import type { Pool, PoolClient } from 'pg';
import type { Instant } from '../core/clock.js';
import type { RecordedEvent } from '../core/event.js';
import { digestTable, firstDifference } from '../engine/projections/digest.js';
import type { Projection } from '../engine/projections/projection.js';
import { otherSlot, SLOTS, slotTable, type ReadTable, type Slot } from '../engine/projections/read-table.js';
import { RowBatch } from '../engine/projections/row-batch.js';
import {
  LAG_MS,
  notReadOn,
  problemOf,
  projectionStatus,
  wrongViews,
  type ProjectionStatus,
} from '../engine/projections/projection-status.js';
import type { Findings } from './findings.js';

const REPLAY = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';
const COMPARE = 'SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on';
interface ReadModelParts {
  readonly pool: Pool;
  readonly snapshotId: string;
  readonly findings: Findings;
  readonly now: Instant;
}

/** Read models are replayed side by side on so many connections: one for each would leave a running server too few. */
export const REPLAY_CONNECTIONS = 4;

/** Every read model, replayed on the same picture of the database. */
export class ReadModelChecks {
  private readonly shares: ReadModelCheck[][] = [];
  private readonly clients: PoolClient[] = [];

  static async open(parts: ReadModelParts, projections: readonly Projection[]): Promise<ReadModelChecks> {
    const checks = new ReadModelChecks();
    try {
      for (let index = 0; index < REPLAY_CONNECTIONS; index += 1) {
        const share = projections.filter((_, place) => place % REPLAY_CONNECTIONS === index);
        await checks.openShare(parts, share);
      }
      return checks;
    } catch (error) {
      checks.close();
      throw error;
    }
  }

  /** Applies events of one realm, as far as the live rows have come. */
  async take(realm: string, events: readonly RecordedEvent[]): Promise<void> {
    await this.each((check) => check.take(realm, events));
  }

  /** Compares the rows when every realm is replayed. `heads` are the last positions there are. */
  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    for (const client of this.clients) await client.query(COMPARE);
    await this.each((check) => check.finish(heads));
  }

  close(): void {
    for (const client of this.clients) client.release(true);
  }

  private async openShare({ pool, snapshotId, findings, now }: ReadModelParts, projections: readonly Projection[]) {
    const client = await pool.connect();
    this.clients.push(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query(`SET TRANSACTION SNAPSHOT '${snapshotId.replace(/[^0-9A-F-]/g, '')}'`);
    const share: ReadModelCheck[] = [];
    for (const projection of projections) share.push(await ReadModelCheck.open(client, projection, findings, now));
    // Temporary tables are never analysed by themselves: without this every batch would read all of them.
    await client.query(REPLAY);
    this.shares.push(share);
  }

  /** One after the other on a connection, whose transaction they share. */
  private async each(work: (check: ReadModelCheck) => Promise<void>): Promise<void> {
    const inTurn = async (share: readonly ReadModelCheck[]) => {
      for (const check of share) await work(check);
    };
    await Promise.all(this.shares.map(inTurn));
  }
}

/**
 * One read model, replayed into temporary tables beside the live ones. A temporary table hides the idle slot's from this
 * connection alone, so nothing that anybody else sees is touched or waits.
 */
class ReadModelCheck {
  private failed = false;
  private live: Slot = 'blue';
  /** How far the live rows have read, by realm. */
  private readonly positions = new Map<string, number>();
  private readonly made = new Set<ReadTable>();
  /** Of the first event with a row after that, by realm. */
  private readonly unreadAt = new Map<string, Instant>();

  private constructor(
    private readonly client: PoolClient,
    private readonly projection: Projection,
    private readonly findings: Findings,
    private readonly now: Instant,
  ) {}

  static async open(client: PoolClient, projection: Projection, findings: Findings, now: Instant) {
    const check = new ReadModelCheck(client, projection, findings, now);
    for (const status of await projectionStatus(client, [projection])) check.stand(status);
    check.live = await check.liveSlot();
    await check.checkViews();
    return check;
  }

  /** A query of its own: a realm without events has no status, and its tables may still have been rebuilt. */
  private async liveSlot(): Promise<Slot> {
    const { rows } = await this.client.query<{ slot: Slot }>(
      'SELECT live_slot AS slot FROM projections WHERE name = $1',
      [this.projection.name],
    );
    const slot = rows[0]?.slot ?? 'blue';
    if (SLOTS.includes(slot)) return slot;
    this.findAt('', `there is no slot ${String(slot)}`);
    return 'blue';
  }

  async take(realm: string, events: readonly RecordedEvent[]): Promise<void> {
    const to = this.positions.get(realm) ?? 0;
    const due = events.filter(({ position }) => position <= to);
    this.leave(realm, events.slice(due.length));
    const last = due.at(-1);
    if (this.failed || last === undefined) return;
    await this.client.query('SAVEPOINT batch');
    try {
      const rows = new RowBatch();
      for (const event of due) this.projection.apply(rows, event);
      for (const table of rows.tables()) await this.make(table);
      await rows.write(this.client, otherSlot(this.live));
      await this.client.query('RELEASE batch');
    } catch (error) {
      this.failed = true;
      // The other read models of this connection go on.
      await this.client.query('ROLLBACK TO batch');
      this.find(realm, last.position, `cannot be replayed up to here: ${(error as Error).message}`);
    }
  }

  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    for (const [realm, position] of this.positions) {
      const head = heads.get(realm) ?? 0;
      if (position > head) this.find(realm, head + 1, `has read up to ${position}, where no event is`);
      const unreadAt = this.unreadAt.get(realm);
      if (unreadAt !== undefined && this.now - unreadAt > LAG_MS)
        this.find(realm, position + 1, notReadOn(position, head));
    }
    if (this.failed) return;
    for (const table of this.projection.tables) {
      const found = await digestTable(this.client, table, this.live);
      if (found.rows === 0 && !this.made.has(table)) continue;
      await this.make(table);
      const wanted = await digestTable(this.client, table, otherSlot(this.live));
      if (wanted.digest === found.digest && wanted.rows === found.rows) continue;
      const key = (await firstDifference(this.client, table)) ?? '';
      this.findAt(key, `${table.name} differs at ${key}: ${found.rows} rows, ${wanted.rows} by replay`);
    }
  }

  private stand(status: ProjectionStatus): void {
    const { realm, position } = status;
    if (position !== null) this.positions.set(realm, position);
    const problem = problemOf(status);
    if (problem === undefined) return;
    this.find(realm, problem.position, problem.what);
    // One that halted is behind for that reason.
    this.unreadAt.set(realm, Infinity);
  }

  /** Events that it has not read: a killed server leaves some that give no row, which nobody misses. */
  private leave(realm: string, events: readonly RecordedEvent[]): void {
    if (!this.positions.has(realm) || this.unreadAt.has(realm)) return;
    const next = events.find((event) => this.givesRow(event));
    if (next !== undefined) this.unreadAt.set(realm, next.at);
  }

  /** One that can't be applied halts the server's own reading too. */
  private givesRow(event: RecordedEvent): boolean {
    const rows = new RowBatch();
    try {
      this.projection.apply(rows, event);
      return !rows.isEmpty;
    } catch {
      return true;
    }
  }

  private async checkViews(): Promise<void> {
    const { tables } = this.projection;
    for (const name of await wrongViews(this.client, [{ tables, live: this.live }]))
      this.findAt('', `the view ${name} does not show the live slot ${this.live} as it is`);
  }

  /** Once it gets rows: many read models of an installation are empty. */
  private async make(table: ReadTable): Promise<void> {
    if (this.made.has(table)) return;
    const name = slotTable(table.name, otherSlot(this.live));
    await this.client.query(`CREATE TEMPORARY TABLE ${name} (LIKE public.${name} INCLUDING ALL) ON COMMIT DROP`);
    this.made.add(table);
  }

  /** In the realm that the row's key names, or else in the first that the read model reads; as far as that was read. */
  private findAt(key: string, what: string): void {
    const named = this.projection.realms.find((realm) => key.split(/[/-]/).includes(realm));
    const read = [...this.positions.keys()];
    const realm = named ?? read[0] ?? this.projection.realms[0] ?? '';
    this.find(realm, Math.max(1, this.positions.get(realm) ?? 1), what);
  }

  private find(realm: string, position: number, what: string): void {
    this.findings.add('read-models', realm, position, `${this.projection.name}: ${what}`);
  }
}
