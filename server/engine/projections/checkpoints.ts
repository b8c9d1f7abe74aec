import type { Pool, PoolClient } from 'pg';
import { isAway } from '../history/away.js';
import type { Slot } from './read-table.js';
import type { RowBatch } from './row-batch.js';

/** The rows of one read model in one realm, and how far its checkpoint moves with them. */
export interface Step {
  readonly projection: string;
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
  readonly rows: RowBatch;
}

/**
 * What became of a step. `stale`: another process moved the checkpoint, or switched slots, since it was read. `held`: the slots are
 * being switched. `undone`: it could be written, but another step of the transaction could not.
 */
export type Fate = 'moved' | 'stale' | 'held' | 'undone' | StepFailed;

/** Writing the rows failed, and would fail again. */
export class StepFailed {
  constructor(readonly reason: unknown) {}
}

interface Mode {
  /** Whether the slots must still be the live ones. A rebuild fills the idle one. */
  readonly live: boolean;
  /** Whether to wait while slots are being switched. */
  readonly waits: boolean;
}

/** One call for each read model, in their order: two servers wait for each other's rows and never in a circle. */
const MOVE = `
SELECT w.name, CASE WHEN $7 OR pg_try_advisory_xact_lock_shared(hashtextextended('glassbook/projection/' || w.name, 0))
    THEN advance_projection(w.name, $1, w.slot, w.was, w.next, $6) END AS moved
  FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS w(name, slot, was, next)`;

/** PostgreSQL's answer to what follows a failed statement of a transaction. */
const ABORTED = '25P02';

/** The tables that remember which slot of a read model is live and how far each slot has read. */
export class Checkpoints {
  /** For more than one step at a time the pool must pipeline. */
  constructor(private readonly pool: Pool) {}

  /**
   * Makes what is missing and answers the live slot and its position, by name. A halt of an earlier run is forgiven: it tries
   * again.
   */
  async open(
    realm: string,
    projections: readonly string[],
  ): Promise<ReadonlyMap<string, { slot: Slot; position: number }>> {
    const names = projections.toSorted();
    await this.pool.query(
      `INSERT INTO projections (name, live_slot) SELECT name, 'blue' FROM unnest($1::text[]) AS w(name)
         ON CONFLICT (name) DO NOTHING`,
      [names],
    );
    await this.pool.query(
      `INSERT INTO projection_checkpoints (projection, realm, slot, position)
         SELECT name, $2, live_slot, 0 FROM projections WHERE name = ANY ($1) ORDER BY name ON CONFLICT DO NOTHING`,
      [names, realm],
    );
    const { rows } = await this.pool.query<{ name: string; slot: Slot; position: number }>(
      `SELECT p.name, c.slot, c.position FROM projection_checkpoints c JOIN projections p ON p.name = c.projection
         WHERE p.name = ANY ($1) AND c.realm = $2 AND c.slot = p.live_slot`,
      [names, realm],
    );
    return new Map(rows.map(({ name, slot, position }) => [name, { slot, position }]));
  }

  /**
   * Writes the rows of all steps and moves their checkpoints in one transaction; answers what became of each. Its commit does
   * not wait for the disk: should the database fall, rows and checkpoints fall back together and the events are read again.
   * @throws when the database is away; nothing is kept then
   */
  async advance(realm: string, steps: readonly Step[], mode: Mode): Promise<Fate[]> {
    // Most events are of other read models: without a row the move is its own transaction.
    if (steps.every(({ rows }) => rows.isEmpty)) return move(this.pool, realm, steps, mode);
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      // The checkpoints first: they are the locks that let only one of two servers write these rows.
      const [, fates] = await Promise.all([client.query('BEGIN'), move(client, realm, steps, mode)]);
      const failures = await write(
        client,
        steps.filter((_, index) => fates[index] === 'moved'),
      );
      if (failures.size === 0) {
        await client.query('COMMIT');
        return fates;
      }
      broken = await rollBack(client);
      return steps.map((step) => failures.get(step) ?? 'undone');
    } catch (error) {
      broken ??= await rollBack(client);
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

/** The lock that a switch of slots takes alone and that live batches share. */
export function switchLockKey(projection: string): string {
  return `glassbook/projection/${projection}`;
}

/** Shares the switch locks when the slots must be the live ones, and moves the checkpoints; the migration says how. */
async function move(
  client: Pool | PoolClient,
  realm: string,
  steps: readonly Step[],
  { live, waits }: Mode,
): Promise<Fate[]> {
  const sorted = steps.toSorted((one, other) => (one.projection < other.projection ? -1 : 1));
  const column = <Name extends keyof Step>(name: Name): Step[Name][] => sorted.map((step) => step[name]);
  const { rows } = await client.query<{ name: string; moved: boolean | null }>({
    name: 'projection-move',
    text: MOVE,
    values: [realm, column('projection'), column('slot'), column('from'), column('to'), live, waits],
  });
  const moved = new Map(rows.map((row) => [row.name, row.moved]));
  return steps.map(({ projection }) => {
    const answer = moved.get(projection);
    return answer === null ? 'held' : answer === true ? 'moved' : 'stale';
  });
}

/** Sends all rows, then looks which could not be written. */
async function write(client: PoolClient, steps: readonly Step[]): Promise<Map<Step, StepFailed>> {
  const written = await Promise.allSettled(steps.map(({ rows, slot }) => rows.write(client, slot)));
  const failures = new Map<Step, StepFailed>();
  for (const [index, result] of written.entries()) {
    if (result.status === 'fulfilled') continue;
    if (isAway(result.reason)) throw result.reason;
    const { code } = result.reason as { code?: unknown };
    if (code !== ABORTED) failures.set(steps[index] as Step, new StepFailed(result.reason));
  }
  return failures;
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
