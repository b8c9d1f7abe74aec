import type { Pool, PoolClient } from 'pg';
import type { RecordedEvent } from '../core/event.js';
import { digestTable, firstDifference } from '../projections/digest.js';
import { otherSlot, slotTable, type Projection, type Slot } from '../projections/projection.js';
import { RowBatch } from '../projections/row-batch.js';
import type { Findings } from './findings.js';

const REPLAY = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';
const COMPARE = 'SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on';

/**
 * One read model, replayed into temporary tables beside the live ones, on the same picture of the database. A temporary
 * table hides the idle slot's from this connection alone, so nothing that anybody else sees is touched or waits.
 */
export class ReadModelCheck {
  private failed = false;
  readonly positions = new Map<string, number>();

  private constructor(
    private readonly client: PoolClient,
    private readonly projection: Projection,
    private readonly live: Slot,
    private readonly findings: Findings,
  ) {}

  /** `undefined` when the read model was never started. */
  static async open(pool: Pool, snapshotId: string, projection: Projection, findings: Findings) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await client.query(`SET TRANSACTION SNAPSHOT '${snapshotId.replace(/[^0-9A-F-]/g, '')}'`);
      const { rows } = await client.query<{ slot: Slot; realm: string; position: number; error: string | null }>(
        `SELECT c.slot, c.realm, c.position, c.error FROM projections p JOIN projection_checkpoints c
           ON c.projection = p.name AND c.slot = p.live_slot WHERE p.name = $1`,
        [projection.name],
      );
      const live = rows[0]?.slot;
      if (live === undefined) {
        client.release(true);
        return undefined;
      }
      const check = new ReadModelCheck(client, projection, live, findings);
      for (const { realm, position, error } of rows) {
        check.positions.set(realm, position);
        if (error !== null) check.find(realm, position, `halted: ${error}`);
      }
      for (const table of projection.tables) {
        const name = slotTable(table.name, otherSlot(live));
        await client.query(`CREATE TEMPORARY TABLE ${name} (LIKE public.${name} INCLUDING ALL) ON COMMIT DROP`);
      }
      // Temporary tables are never analysed by themselves: without this every batch would read all of them.
      await client.query(REPLAY);
      return check;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Applies events of one realm, as far as the live rows have come. */
  async take(realm: string, events: readonly RecordedEvent[]): Promise<void> {
    const to = this.positions.get(realm) ?? 0;
    const due = events.filter(({ position }) => position <= to);
    const last = due.at(-1);
    if (this.failed || last === undefined) return;
    try {
      const rows = new RowBatch();
      for (const event of due) this.projection.apply(rows, event);
      await rows.write(this.client, otherSlot(this.live));
    } catch (error) {
      this.failed = true;
      this.find(realm, last.position, `cannot be replayed up to here: ${(error as Error).message}`);
    }
  }

  /** Compares the rows when every realm is replayed. `heads` are the last positions there are. */
  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    for (const [realm, position] of this.positions) {
      const head = heads.get(realm) ?? 0;
      if (position > head) this.find(realm, head + 1, `has read up to ${position}, where no event is`);
    }
    if (this.failed) return;
    await this.client.query(COMPARE);
    for (const table of this.projection.tables) {
      const wanted = await digestTable(this.client, table, otherSlot(this.live));
      const found = await digestTable(this.client, table, this.live);
      if (wanted.digest === found.digest && wanted.rows === found.rows) continue;
      const key = (await firstDifference(this.client, table)) ?? '';
      const [realm = ''] = key.split('/').filter((part) => this.positions.has(part));
      this.find(
        realm,
        this.positions.get(realm) ?? null,
        `${table.name} differs at ${key}: ${found.rows} rows, ${wanted.rows} by replay`,
      );
    }
  }

  close(): void {
    this.client.release(true);
  }

  private find(realm: string, position: number | null, what: string): void {
    this.findings.add('read-models', realm, position, `${this.projection.name}: ${what}`);
  }
}
