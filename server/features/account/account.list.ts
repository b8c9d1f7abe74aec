import { z } from 'zod';
import { staffUsers } from '../../../contracts/staff.calls.js';
import { staffLocks } from '../../../contracts/staff-lists.calls.js';
import type { StaffLockRow } from '../../../contracts/staff-lists.contract.js';
import { masked } from '../../edge/auth/masking.js';
import { atLeast, atMost, partOf } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';
import { tableList } from '../../engine/lists/table-list.js';
import { users } from './users.projection.js';

const filter = z.object({
  /** Part of the id or of the name. */
  q: z.string().max(64).optional(),
  realm: z.enum(['demo', 'real']).optional(),
  status: z.enum(['active', 'expired', 'exited', 'frozen', 'erased']).optional(),
  openedFrom: z.int().min(0).optional(),
  openedTo: z.int().min(0).optional(),
  /** Demo lives whose end comes before this instant, or should have come. */
  endsBefore: z.int().min(0).optional(),
});

const ORDERS_OPEN = `coalesce((SELECT sum(orders_open) FROM owner_activity a WHERE a.realm = users.realm
  AND a.owner_id IN (SELECT users.user_id || '.' || g FROM generate_series(1, users.generation) g)), 0)::bigint`;
const TRADES = ORDERS_OPEN.replace('orders_open', 'trades');

/** `/staff/users`: the counts are over all lives of an account. */
export const userList = tableList(
  staffUsers,
  users,
  {
    filter,
    defaultSort: ['openedAt', 'DESC'],
    readModels: ['users', 'orders'],
    sorts: ['openedAt', 'name', 'realm', 'status', 'generation', 'expiresAt'],
    orders: { ordersOpen: [ORDERS_OPEN], trades: [TRADES] },
    then: ['realm', 'position', 'userId'],
    columns: { id: 'user_id', ordersOpen: ORDERS_OPEN, trades: TRADES },
    where: {
      q: partOf('user_id', 'name'),
      openedFrom: atLeast('opened_at'),
      openedTo: atMost('opened_at'),
      endsBefore: (end, values) => `expires_at < ${values.add(end)}`,
    },
    ids: (ids, values) => `realm IN ('demo', 'real') AND user_id = ANY (${values.add(ids)})`,
  },
  {
    search: { rank: 1, partly: true, filters: (q) => [{ q: q.replace(/\.\d+$/, '') }], label: ({ name }) => name },
    mask: (row) => (row.realm === 'demo' ? row : masked(row)),
  },
);

const lockFilter = z.object({ realm: z.enum(['demo', 'real']).optional() });
const lockOrders = {
  lockedUntil: ['locked_until', 'id'],
  since: ['since', 'id'],
  wrong: ['wrong', 'id'],
  id: ['id'],
  realm: ['realm', 'id'],
};

/** `/staff/locks`, as they stand at an instant. The login itself stays private. */
export const lockList = staffList<typeof lockFilter, StaffLockRow>(staffLocks, ({ now }) => {
  return {
    filter: lockFilter,
    defaultSort: ['lockedUntil', 'DESC'],
    readModels: [],
    orders: lockOrders,
    from: `(SELECT c.user_id AS id, split_part(c.user_id, '-', 1) AS realm, t.wrong, t.since, t.locked_until
      FROM login_tries t JOIN credentials c ON t.key = 'account:' || c.user_id
      WHERE t.locked_until > ${Math.trunc(now)}) locks`,
    select: `id, realm, wrong, since, locked_until AS "lockedUntil"`,
    where: { realm: 'realm' },
    ids: 'id',
  };
});
