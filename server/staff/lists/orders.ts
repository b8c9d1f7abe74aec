import { z } from 'zod';
import type { StaffOrderRow } from '../../../contracts/staff.contract.js';
import { ORDER_STATUSES, ORDER_TYPES, SIDES } from '../../../contracts/spot.contract.js';
import { equalities } from './list-sql.js';
import type { Resource } from './resource.js';

const filter = z.object({
  realm: z.enum(['demo', 'real']).optional(),
  symbol: z.string().max(24).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  side: z.enum(SIDES).optional(),
  type: z.enum(ORDER_TYPES).optional(),
  ownerId: z.string().max(64).optional(),
  open: z.boolean().optional(),
});

const COLUMNS = {
  realm: 'realm',
  symbol: 'symbol',
  status: 'status',
  side: 'side',
  type: 'type',
  ownerId: 'owner_id',
} as const;

const orders = {
  placedAt: ['placed_at', 'realm', 'position'],
  updatedAt: ['updated_at', 'realm', 'position'],
  position: ['position', 'realm'],
  id: ['order_id', 'realm'],
  realm: ['realm', 'position'],
  ownerId: ['owner_id', 'realm', 'position'],
  symbol: ['symbol', 'realm', 'position'],
  side: ['side', 'realm', 'position'],
  type: ['type', 'realm', 'position'],
  status: ['status', 'realm', 'position'],
  price: ['price', 'realm', 'position'],
  quantity: ['filled_quantity + remaining_quantity', 'realm', 'position'],
  filledQuantity: ['filled_quantity', 'realm', 'position'],
};

/** `/staff/orders`: an order's id is its own, which is unlike any other of both realms. */
export const orderResource: Resource<typeof filter, StaffOrderRow> = {
  filter,
  sorts: Object.keys(orders),
  defaultSort: ['placedAt', 'DESC'],
  readModels: ['spot'],
  orders,
  from: 'orders',
  select: `order_id AS id, realm, owner_id AS "ownerId", symbol, side, type,
    CASE WHEN type IN ('market', 'stop') THEN NULL ELSE trim_scale(price)::text END AS price,
    trim_scale(filled_quantity + remaining_quantity)::text AS quantity,
    trim_scale(filled_quantity)::text AS "filledQuantity", status, placed_at AS "placedAt", updated_at AS "updatedAt",
    position`,
  totalSql: 'SELECT sum(orders_total)::bigint AS n FROM spot_activity',
  where: (given, values) => {
    const conditions = equalities(given, COLUMNS, values);
    // Open orders have an index of their own; saying so lets the database use it.
    if (given.status === 'unfilled' || given.status === 'trading' || given.open === true) conditions.push('open');
    return conditions;
  },
  whereIds: (ids, values) => `realm IN ('demo', 'real') AND order_id = ANY (${values.add(ids)})`,
  view: (row: StaffOrderRow) => row,
};
