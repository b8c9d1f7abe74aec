import { z } from 'zod';
import { staffOrder, staffOrders, staffTrade, staffTrades } from '../../../contracts/staff.calls.js';
import type { StaffOrderRow, StaffTradeRow } from '../../../contracts/staff.contract.js';
import { ORDER_STATUSES, ORDER_TYPES, SIDES } from '../../../contracts/spot.contract.js';
import { staffList } from '../../engine/lists/staff-list.js';

const filter = z.object({
  realm: z.enum(['demo', 'real']).optional(),
  symbol: z.string().max(24).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  side: z.enum(SIDES).optional(),
  type: z.enum(ORDER_TYPES).optional(),
  ownerId: z.string().max(64).optional(),
  open: z.boolean().optional(),
});

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
export const orderList = staffList<typeof filter, StaffOrderRow>(
  staffOrders,
  {
    filter,
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
    where: {
      realm: 'realm',
      symbol: 'symbol',
      // Open orders have an index of their own; saying so lets the database use it.
      status: (status, values) =>
        `status = ${values.add(status)}${status === 'unfilled' || status === 'trading' ? ' AND open' : ''}`,
      side: 'side',
      type: 'type',
      ownerId: 'owner_id',
      open: (open) => (open ? 'open' : undefined),
    },
    ids: (ids, values) => `realm IN ('demo', 'real') AND order_id = ANY (${values.add(ids)})`,
  },
  { rowCall: staffOrder, search: { filters: (q) => [{ id: [q] }], label: ({ symbol }) => symbol } },
);

const tradeFilter = z.object({
  realm: z.enum(['demo', 'real']).optional(),
  symbol: z.string().max(24).optional(),
  ownerId: z.string().max(64).optional(),
  orderId: z.string().max(64).optional(),
});

const tradeOrders = {
  at: ['at', 'realm', 'position'],
  position: ['position', 'realm'],
  id: ['position', 'realm'],
  realm: ['realm', 'position'],
  symbol: ['symbol', 'realm', 'position'],
  price: ['price', 'realm', 'position'],
  quantity: ['quantity', 'realm', 'position'],
  makerOwnerId: ['maker_owner_id', 'realm', 'position'],
  takerOwnerId: ['taker_owner_id', 'realm', 'position'],
  feeMaker: ['maker_fee', 'realm', 'position'],
  feeTaker: ['taker_fee', 'realm', 'position'],
};

/** `/staff/trades`: a trade's id is `<realm>:<position>`, the event that made it. */
export const tradeList = staffList<typeof tradeFilter, StaffTradeRow>(
  staffTrades,
  {
    filter: tradeFilter,
    defaultSort: ['at', 'DESC'],
    readModels: ['spot'],
    orders: tradeOrders,
    from: 'trades',
    select: `realm || ':' || position AS id, realm, symbol, trim_scale(price)::text AS price,
    trim_scale(quantity)::text AS quantity, maker_owner_id AS "makerOwnerId", taker_owner_id AS "takerOwnerId",
    maker_order_id AS "makerOrderId", taker_order_id AS "takerOrderId", trim_scale(maker_fee)::text AS "feeMaker",
    trim_scale(taker_fee)::text AS "feeTaker", at, position`,
    totalSql: 'SELECT sum(trades)::bigint AS n FROM spot_activity',
    where: {
      realm: 'realm',
      symbol: 'symbol',
      ownerId: (owner, values) => ofOwner(values.add(owner)),
      orderId: (order, values) => ofOrder(values.add(order)),
    },
    ids: (ids, values) => {
      const pairs = ids.map((id) => /^(demo|real):(\d{1,15})$/.exec(id)).filter((match) => match !== null);
      const realms = values.add(pairs.map((match) => match[1]));
      const positions = values.add(pairs.map((match) => match[2]));
      return `(realm, position) IN (SELECT * FROM unnest(${realms}::text[], ${positions}::bigint[]))`;
    },
  },
  { rowCall: staffTrade, search: { filters: (q) => [{ id: [q] }], label: ({ symbol }) => symbol } },
);

/** Two index conditions instead of one OR over the whole table. */
function ofOwner(owner: string): string {
  return `(realm, position) IN (
    SELECT realm, position FROM trades WHERE maker_owner_id = ${owner} AND maker_order_id IS NOT NULL
      AND realm IN ('demo', 'real')
    UNION SELECT realm, position FROM trades WHERE taker_owner_id = ${owner} AND taker_order_id IS NOT NULL
      AND realm IN ('demo', 'real'))`;
}

/** An order's trades are among its owner's, from the order's own event on. */
function ofOrder(order: string): string {
  return `(realm, position) IN (
    SELECT t.realm, t.position FROM orders o JOIN trades t
        ON t.realm = o.realm AND t.maker_owner_id = o.owner_id AND t.position > o.position AND t.maker_order_id IS NOT NULL
     WHERE o.realm IN ('demo', 'real') AND o.order_id = ${order} AND t.maker_order_id = ${order}
    UNION SELECT t.realm, t.position FROM orders o JOIN trades t
        ON t.realm = o.realm AND t.taker_owner_id = o.owner_id AND t.position > o.position AND t.taker_order_id IS NOT NULL
     WHERE o.realm IN ('demo', 'real') AND o.order_id = ${order} AND t.taker_order_id = ${order})`;
}
