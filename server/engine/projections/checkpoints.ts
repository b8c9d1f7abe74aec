import type { Pool, PoolClient } from 'pg';
import type { Slot } from './read-table.js';
import type { RowBatch } from './row-batch.js';

/** Another process moved the checkpoint, or switched slots, since this one read it: read it again and go on from there. */
export class CheckpointConflict extends Error {}

/** The tables that remember which slot of a read model is live and how far each slot has read. */
export class Checkpoints {
  constructor(private readonly pool: Pool) {}

  /** Makes what is missing and answers the live slot and its position. A halt of an earlier run is forgiven: it tries again. */
  async open(projection: string, realm: string): Promise<{ slot: Slot; position: number }> {
    await this.pool.query(
      `INSERT INTO projections (name, live_slot) VALUES ($1, 'blue') ON CONFLICT (name) DO NOTHING`,
      [projection],
    );
    await this.pool.query(
      `INSERT INTO projection_checkpoints (projection, realm, slot, position)
         SELECT name, $2, live_slot, 0 FROM projections WHERE name = $1 ON CONFLICT DO NOTHING`,
      [projection, realm],
    );
    const { rows } = await this.pool.query<{ slot: Slot; position: number }>(
      `SELECT c.slot, c.position FROM projection_checkpoints c JOIN projections p ON p.name = c.projection
         WHERE c.projection = $1 AND c.realm = $2 AND c.slot = p.live_slot`,
      [projection, realm],
    );
    const row = rows[0];
    if (row === undefined) throw new Error(`no checkpoint for ${projection} in ${realm}`);
    return row;
  }

  /**
   * Writes rows and moves the checkpoint in one transaction. Its commit does not wait for the disk: should the
   * database fall, rows and checkpoint fall back together and the events are read again.
   */
  async advance(step: Step, rows: RowBatch): Promise<void> {
    // Most events are of other read models: without a row the move is its own transaction.
    if (rows.isEmpty) return move(this.pool, step);
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      // The checkpoint first: it is the lock that lets only one of two servers write these rows.
      await move(client, step);
      await rows.write(client, step.slot);
      await client.query('COMMIT');
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async recordHalt(projection: string, realm: string, error: string): Promise<void> {
    await this.pool.query(
      `UPDATE projection_checkpoints c SET error = $3 FROM projections p
         WHERE p.name = c.projection AND c.slot = p.live_slot AND c.projection = $1 AND c.realm = $2`,
      [projection, realm, error],
    );
  }
}

interface Step {
  readonly projection: string;
  readonly realm: string;
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
  /** Whether the slot must still be the live one. A rebuild fills the idle one. */
  readonly live: boolean;
}

/** The lock that a switch of slots takes alone and that live batches share. */
export function switchLockKey(projection: string): string {
  return `glassbook/projection/${projection}`;
}

/** Shares the switch lock when the slot must be the live one, and moves the checkpoint; the migration says how. */
async function move(client: Pool | PoolClient, { projection, realm, slot, from, to, live }: Step): Promise<void> {
  const { rows } = await client.query<{ moved: boolean }>({
    name: 'projection-move',
    text: 'SELECT advance_projection($1, $2, $3, $4, $5, $6) AS moved',
    values: [projection, realm, slot, from, to, live],
  });
  if (rows[0]?.moved !== true)
    throw new CheckpointConflict(`${projection} in ${realm} is no longer at ${from}, or not in ${slot}`);
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
