import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { permits, type ReviewQueue, type StaffPermission, type StaffRole } from '../../../contracts/staff.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { ofSession, Turns } from '../work/turns.js';
import { SPARE_CORES } from '../work/worker-threads.js';

/** What an account may do at this moment, and which accounts of users are its owner's. */
export interface RightsNow {
  readonly roles: readonly StaffRole[];
  readonly queues: readonly ReviewQueue[];
  readonly ownUsers: readonly string[];
}

/**
 * Holds an account of the staff as it is while something is decided in its name. A session knows what its member was allowed a
 * moment ago; here the account's row is locked, so that taking a role away either waits for the decision or prevents it.
 */
@Injectable()
export class StaffRights {
  /** Each holds a database connection while the writer, which needs one too, is at work. */
  private readonly turns = new Turns({ atOnce: SPARE_CORES, waiting: 200, ofNetwork: 200, ofPerson: 200 });

  constructor(private readonly pool: Pool) {}

  async during<Answer>(
    staffId: string,
    permission: StaffPermission,
    work: (rights: RightsNow) => Promise<Answer>,
  ): Promise<Answer | Refusal> {
    return this.turns.take(ofSession(staffId), () => this.holding(staffId, permission, work));
  }

  private async holding<Answer>(
    staffId: string,
    permission: StaffPermission,
    work: (rights: RightsNow) => Promise<Answer>,
  ): Promise<Answer | Refusal> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const rights = await held(client, staffId);
      if (rights === undefined || !permits(rights.roles, permission, rights.queues))
        return refuse('staff.role-missing', { permission });
      return await work(rights);
    } finally {
      await client.query('COMMIT').catch(() => undefined);
      client.release();
    }
  }
}

async function held(client: PoolClient, staffId: string): Promise<RightsNow | undefined> {
  const { rows } = await client.query<RightsNow>(
    `SELECT roles, queues, own_users AS "ownUsers" FROM staff_accounts
      WHERE staff_id = $1 AND disabled_at IS NULL FOR SHARE`,
    [staffId],
  );
  return rows[0];
}
