import { z } from 'zod';
import type { StaffTradeRow } from '../../../contracts/staff.contract.js';
import { equalities } from './list-sql.js';
import type { Resource } from './resource.js';

const filter = z.object({
  realm: z.enum(['demo', 'real']).optional(),
  symbol: z.string().max(24).optional(),
  ownerId: z.string().max(64).optional(),
  orderId: z.string().max(64).optional(),
});

const orders = {
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
export const tradeResource: Resource<typeof filter, StaffTradeRow> = {
  filter,
  sorts: Object.keys(orders),
  defaultSort: ['at', 'DESC'],
  readModels: ['spot'],
  orders,
  from: 'trades',
  select: `realm || ':' || position AS id, realm, symbol, trim_scale(price)::text AS price,
    trim_scale(quantity)::text AS quantity, maker_owner_id AS "makerOwnerId", taker_owner_id AS "takerOwnerId",
    maker_order_id AS "makerOrderId", taker_order_id AS "takerOrderId", trim_scale(maker_fee)::text AS "feeMaker",
    trim_scale(taker_fee)::text AS "feeTaker", at, position`,
  totalSql: 'SELECT sum(trades)::bigint AS n FROM spot_activity',
  where: (given, values) => {
    const { ownerId, orderId } = given;
    const conditions = equalities(given, { realm: 'realm', symbol: 'symbol' }, values);
    if (ownerId !== undefined) conditions.push(ofOwner(values.add(ownerId)));
    if (orderId !== undefined) conditions.push(ofOrder(values.add(orderId)));
    return conditions;
  },
  whereIds: (ids, values) => {
    const pairs = ids.map((id) => /^(demo|real):(\d{1,15})$/.exec(id)).filter((match) => match !== null);
    const realms = values.add(pairs.map((match) => match[1]));
    const positions = values.add(pairs.map((match) => match[2]));
    return `(realm, position) IN (SELECT * FROM unnest(${realms}::text[], ${positions}::bigint[]))`;
  },
  view: (row: StaffTradeRow) => row,
};

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
