import { z } from 'zod';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { equalities, literal } from './list-sql.js';
import type { Resource } from './resource.js';

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

const ORDERS_OPEN = `coalesce((SELECT sum(orders_open) FROM owner_activity a WHERE a.realm = u.realm
  AND a.owner_id IN (SELECT u.user_id || '.' || g FROM generate_series(1, u.generation) g)), 0)::bigint`;
const TRADES = ORDERS_OPEN.replace('orders_open', 'trades');

const orders = {
  openedAt: ['opened_at', 'realm', 'position'],
  id: ['user_id', 'realm'],
  name: ['name', 'realm', 'user_id'],
  realm: ['realm', 'position'],
  status: ['status', 'realm', 'position'],
  generation: ['generation', 'realm', 'position'],
  expiresAt: ['expires_at', 'realm', 'position'],
  ordersOpen: [ORDERS_OPEN, 'realm', 'position'],
  trades: [TRADES, 'realm', 'position'],
};

/** `/staff/users`: the counts are over all lives of an account. */
export const userResource: Resource<typeof filter, StaffUserRow> = {
  filter,
  sorts: Object.keys(orders),
  defaultSort: ['openedAt', 'DESC'],
  readModels: ['users', 'spot'],
  orders,
  from: 'users u',
  select: `user_id AS id, realm, name, status, opened_at AS "openedAt", generation, expires_at AS "expiresAt",
    ${ORDERS_OPEN} AS "ordersOpen", ${TRADES} AS trades`,
  where: (given, values) => {
    const { q, endsBefore, openedFrom, openedTo } = given;
    const conditions = equalities(given, { realm: 'realm', status: 'status' }, values);
    if (endsBefore !== undefined) conditions.push(`expires_at < ${values.add(endsBefore)}`);
    if (openedFrom !== undefined) conditions.push(`opened_at >= ${values.add(openedFrom)}`);
    if (openedTo !== undefined) conditions.push(`opened_at <= ${values.add(openedTo)}`);
    if (q !== undefined) {
      const pattern = values.add(`%${literal(q)}%`);
      conditions.push(`(user_id ILIKE ${pattern} OR name ILIKE ${pattern})`);
    }
    return conditions;
  },
  whereIds: (ids, values) => `realm IN ('demo', 'real') AND user_id = ANY (${values.add(ids)})`,
  view: (row: StaffUserRow) => row,
};
