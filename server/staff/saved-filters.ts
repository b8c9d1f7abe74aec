import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { z } from 'zod';
import { SAVED_FILTERS_MAX, type SavedFilterView, type saveFilterBody } from '../../contracts/staff-lists.contract.js';
import { Clock } from '../core/clock.js';
import { Ids } from '../core/ids.js';
import { refuse, type Refusal } from '../core/refusal.js';

/** Filters of lists that a member of the staff has named. They follow the member and stay private. */
@Injectable()
export class SavedFilters {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async of(staffId: string): Promise<SavedFilterView[]> {
    const { rows } = await this.pool.query<SavedFilterView>(
      `SELECT id, list, name, filter, sort FROM staff_saved_filters WHERE staff_id = $1 ORDER BY list, lower(name), id`,
      [staffId],
    );
    return rows;
  }

  /** Answers its id. Saving under a name that is there already replaces it. */
  async save(
    staffId: string,
    { list, name, filter, sort }: z.output<typeof saveFilterBody>,
    client: PoolClient,
  ): Promise<string | Refusal> {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO staff_saved_filters AS f (id, staff_id, list, name, filter, sort, saved_at)
         SELECT $1, $2, $3, $4, $5, $6, $7
          WHERE (SELECT count(*) FROM staff_saved_filters WHERE staff_id = $2 AND (list, name) <> ($3, $4)) < $8
       ON CONFLICT (staff_id, list, name) DO UPDATE SET filter = $5, sort = $6, saved_at = $7
       RETURNING id`,
      [this.ids.next('f'), staffId, list, name, filter, sort, this.clock.now(), SAVED_FILTERS_MAX],
    );
    return rows[0]?.id ?? refuse('staff.too-many-saved', { max: SAVED_FILTERS_MAX });
  }

  async remove(staffId: string, id: string, client: PoolClient): Promise<null | Refusal> {
    const { rowCount } = await client.query('DELETE FROM staff_saved_filters WHERE staff_id = $1 AND id = $2', [
      staffId,
      id,
    ]);
    return rowCount === 1 ? null : refuse('staff.not-found', { id });
  }
}
