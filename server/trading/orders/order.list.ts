import { z } from 'zod';
import { staffOrder, staffOrders, staffTrade, staffTrades } from '../../../contracts/staff.calls.js';
import { ORDER_PRODUCTS, ORDER_STATUSES, ORDER_TYPES, SIDES } from '../../../contracts/order.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { orders, trades } from '../venue/order.tables.js';

const filter = z.object({
  realm: z.enum(['demo', 'real']).optional(),
  product: z.enum(ORDER_PRODUCTS).optional(),
  symbol: z.string().max(24).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  side: z.enum(SIDES).optional(),
  type: z.enum(ORDER_TYPES).optional(),
  ownerId: z.string().max(64).optional(),
  open: z.boolean().optional(),
});

const QUANTITY = 'filled_quantity + remaining_quantity';

/** `/staff/orders`: an order's id is its own, which is unlike any other of both realms. */
export const orderList = tableList(
  staffOrders,
  orders,
  {
    filter,
    defaultSort: ['placedAt', 'DESC'],
    readModels: ['orders'],
    sorts: [
      ...(['placedAt', 'updatedAt', 'position', 'realm', 'ownerId', 'symbol', 'side', 'type', 'status'] as const),
      ...(['price', 'filledQuantity'] as const),
    ],
    orders: { quantity: [QUANTITY] },
    then: ['realm', 'position'],
    columns: {
      id: 'order_id',
      price: `CASE WHEN type IN ('market', 'stop') THEN NULL ELSE trim_scale(price)::text END`,
      stopPrice: 'trim_scale(stop_price)::text',
      quantity: `trim_scale(${QUANTITY})::text`,
    },
    totalSql: 'SELECT sum(orders_total)::bigint AS n FROM book_activity',
    where: {
      // Open orders have an index of their own; saying so lets the database use it.
      status: (status, values) =>
        `status = ${values.add(status)}${status === 'unfilled' || status === 'trading' ? ' AND open' : ''}`,
      open: (open) => (open ? 'open' : undefined),
    },
    ids: (ids, values) => `realm IN ('demo', 'real') AND order_id = ANY (${values.add(ids)})`,
  },
  { rowCall: staffOrder, search: { rank: 2, filters: (q) => [{ id: [q] }], label: ({ symbol }) => symbol } },
);

const tradeFilter = z.object({
  realm: z.enum(['demo', 'real']).optional(),
  product: z.enum(ORDER_PRODUCTS).optional(),
  symbol: z.string().max(24).optional(),
  ownerId: z.string().max(64).optional(),
  orderId: z.string().max(64).optional(),
});

/** `/staff/trades`: a trade's id is `<realm>:<position>`, the event that made it. */
export const tradeList = tableList(
  staffTrades,
  trades,
  {
    filter: tradeFilter,
    defaultSort: ['at', 'DESC'],
    readModels: ['orders'],
    sorts: ['at', 'position', 'realm', 'symbol', 'price', 'quantity', 'makerOwnerId', 'takerOwnerId'],
    orders: { id: ['position'], feeMaker: ['maker_fee'], feeTaker: ['taker_fee'] },
    then: ['realm', 'position'],
    columns: {
      id: `realm || ':' || position`,
      feeMaker: 'trim_scale(maker_fee)::text',
      feeTaker: 'trim_scale(taker_fee)::text',
      rateMaker: 'trim_scale(maker_rate)::text',
      rateTaker: 'trim_scale(taker_rate)::text',
      tierMaker: 'maker_tier',
      tierTaker: 'taker_tier',
    },
    totalSql: 'SELECT sum(trades)::bigint AS n FROM book_activity',
    where: {
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
  { rowCall: staffTrade, search: { rank: 3, filters: (q) => [{ id: [q] }], label: ({ symbol }) => symbol } },
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
