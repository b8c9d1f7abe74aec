import { z } from 'zod';
import { staffC2cOrders } from '../../../contracts/c2c.calls.js';
import { staffSellers } from '../../../contracts/c2c.seller.calls.js';
import { C2C_LABELS, C2C_STATUSES } from '../../../contracts/c2c.contract.js';
import { moneyLabel } from '../../engine/lists/staff-list.js';
import { staffNameOf } from '../../engine/lists/list-sql.js';
import { tableList } from '../../engine/lists/table-list.js';
import { c2cOrders, c2cSellers } from './c2c.projection.js';

const filter = z.object({
  status: z.enum(C2C_STATUSES).optional(),
  label: z.enum(C2C_LABELS).optional(),
  userId: z.string().max(64).optional(),
  reference: z.string().max(32).optional(),
  sellerId: z.string().max(64).optional(),
  /** Whether the person has written something that staff have not read. */
  unread: z.boolean().optional(),
});

const UNREAD = `(SELECT count(*)::int FROM c2c_messages m
  WHERE m.order_id = c2c_orders.order_id AND m.sender = 'person' AND m.unread)`;

/** `/staff/c2c-orders`, the newest first. */
export const c2cOrderList = tableList(
  staffC2cOrders,
  c2cOrders,
  {
    filter,
    defaultSort: ['createdAt', 'DESC'],
    readModels: ['c2c'],
    sorts: ['createdAt', 'changedAt', 'amount'],
    then: ['orderId'],
    columns: {
      id: 'order_id',
      expiresAt: `CASE WHEN status IN ('unmatched', 'matched') THEN expires_at END`,
      unread: UNREAD,
    },
    where: { unread: (unread) => `${UNREAD} ${unread ? '>' : '='} 0` },
  },
  { search: { rank: 7, filters: (q) => [{ id: [q] }, { reference: q.toUpperCase() }], label: moneyLabel } },
);

const sellerFilter = z.object({ currency: z.string().max(8).optional(), enabled: z.boolean().optional() });
/** `/staff/sellers`, by name. The account itself is sealed and opens one at a time. */
export const sellerList = tableList(staffSellers, c2cSellers, {
  filter: sellerFilter,
  defaultSort: ['label', 'ASC'],
  readModels: ['c2c'],
  sorts: ['label', 'changedAt'],
  then: ['sellerId'],
  columns: {
    id: 'seller_id',
    changedBy: staffNameOf('changed_by'),
  },
});
