import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { ReviewQueue, StaffRole } from '../../contracts/staff.contract.js';
import { EventStore } from '../engine/history/event-store.js';
import { loadStream } from '../engine/writer/loader.js';
import { rowProblems, STAFF_ROWS, type StaffRow } from './staff-row.js';
import { staffKind } from '../features/staff-account/staff-account.handler.js';
import { inTransaction } from '../engine/history/transaction.js';

/** Columns of an account that change with an event. */
interface Columns {
  readonly roles: readonly StaffRole[];
  readonly queues: readonly ReviewQueue[];
  readonly own_users: readonly string[];
  readonly disabled_at: number | null;
  readonly password_hash: string;
  readonly password_own: boolean;
  readonly totp_secret: string | null;
  readonly totp_pending: string | null;
  readonly totp_step: number;
  readonly recovery_hashes: string;
}

interface StaffChange {
  readonly becomes: Partial<Columns>;
  /** Makes the event durable. What cannot be recorded does not happen. */
  record(): Promise<void>;
}

/**
 * Changes an account of the staff together with its event, and one change of an account after the other, so that the row ends as the
 * history does. What the row becomes is kept before: where a server dies between event and row, `finish` does the rest.
 */
@Injectable()
export class StaffChanges {
  private readonly pool: Pool;

  constructor(private readonly store: EventStore) {
    this.pool = store.pool;
  }

  /** For callers that have locked the account's row already, in a transaction of `client`. */
  async holding(client: PoolClient, staffId: string, { becomes, record }: StaffChange): Promise<void> {
    await this.pool.query(
      `INSERT INTO staff_changes (staff_id, becomes) VALUES ($1, $2) ON CONFLICT (staff_id) DO UPDATE SET becomes = $2`,
      [staffId, JSON.stringify(becomes)],
    );
    await record();
    await apply(client, staffId, becomes);
    await client.query('DELETE FROM staff_changes WHERE staff_id = $1', [staffId]);
  }

  /** `false` where the row is no longer as it was seen; then nothing is recorded. */
  async make(staffId: string, seen: Partial<Columns>, change: StaffChange): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const columns = Object.keys(seen);
      const same = columns.map((column, at) => ` AND ${column} IS NOT DISTINCT FROM $${at + 2}`).join('');
      const { rowCount } = await client.query(`SELECT FROM staff_accounts WHERE staff_id = $1${same} FOR UPDATE`, [
        staffId,
        ...Object.values(seen),
      ]);
      if (rowCount !== 1) return false;
      await this.holding(client, staffId, change);
      return true;
    });
  }

  /** Completes the effects of events after a crash; answers the changed accounts. */
  async finish(): Promise<string[]> {
    const { rows } = await this.pool.query<{ staffId: string }>('SELECT staff_id AS "staffId" FROM staff_changes');
    const finished: string[] = [];
    for (const { staffId } of rows)
      if (await inTransaction(this.pool, (client) => this.finishOne(client, staffId))) finished.push(staffId);
    return finished;
  }

  /** A change that its event never followed is forgotten. */
  private async finishOne(client: PoolClient, staffId: string): Promise<boolean> {
    const isWrong = async (): Promise<boolean> => {
      const { rows } = await client.query<StaffRow>(`${STAFF_ROWS} WHERE staff_id = $1 FOR UPDATE`, [staffId]);
      const { state } = await loadStream(this.store, 'house', staffKind, staffId);
      return rows[0] !== undefined && rowProblems(state, rows[0]).length > 0;
    };
    // The locked row keeps others out between the two.
    const wasWrong = await isWrong();
    const { rows } = await client.query<{ becomes: string }>(
      'DELETE FROM staff_changes WHERE staff_id = $1 RETURNING becomes',
      [staffId],
    );
    const [kept] = rows;
    if (kept === undefined || !wasWrong) return false;
    await client.query('SAVEPOINT before');
    await apply(client, staffId, JSON.parse(kept.becomes) as Partial<Columns>);
    if (!(await isWrong())) return true;
    await client.query('ROLLBACK TO before');
    return false;
  }
}

async function apply(client: PoolClient, staffId: string, becomes: Partial<Columns>): Promise<void> {
  const set = Object.keys(becomes).map((column, at) => `${column} = $${at + 2}`);
  const values = [staffId, ...Object.values(becomes)];
  await client.query(`UPDATE staff_accounts SET ${set.join(', ')} WHERE staff_id = $1`, values);
}
