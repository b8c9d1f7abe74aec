import type { Pool } from 'pg';
import type { StaffQueueView } from '../../../contracts/staff-lists.contract.js';
import type { StaffPermission } from '../../../contracts/staff.contract.js';
import type { HeldUpBooks } from '../../core/ports/held-up-books.js';
import type { ProjectionRunner } from '../../engine/projections/runner.js';
import type { ReactionRunner } from '../../engine/reactions/runner.js';
import type { ChainWatch } from '../chain-watch.js';
import type { StreamStates } from '../past/stream-state.js';

/** The reads that queues may use. */
export interface QueueParts {
  readonly pool: Pool;
  readonly now: number;
  readonly projections: ProjectionRunner;
  readonly reactions: ReactionRunner;
  readonly chains: ChainWatch;
  readonly states: StreamStates;
  readonly heldUp: Pick<HeldUpBooks, 'all'>;
}

/** The number of waiting items, and the oldest one's start (`null` if unknown). `filter` narrows the link to them. */
export type Waiting = Pick<StaffQueueView, 'count' | 'oldestAt' | 'valueUsdt'> & { filter?: StaffQueueView['filter'] };

/** Work that waits for staff. A new feature declares its queue in a file of its own and adds it to `all.ts`. */
export interface Queue {
  readonly name: string;
  /** Whose work it is: roles without this permission neither see nor count it. */
  readonly permission: StaffPermission;
  /** The list of the console where the work is done. */
  readonly resource: string;
  waiting(parts: QueueParts): Promise<Waiting>;
}

/** A queue whose length and oldest entry one statement answers, as `count` and `oldest`; `value` where there is money in it. */
export async function counted(pool: Pool, sql: string, values: unknown[] = []): Promise<Waiting> {
  const { rows } = await pool.query<{ count: number; oldest: number | null; value?: string | null }>(sql, values);
  const value = rows[0]?.value ?? null;
  return { count: rows[0]?.count ?? 0, oldestAt: rows[0]?.oldest ?? null, ...(value !== null && { valueUsdt: value }) };
}
