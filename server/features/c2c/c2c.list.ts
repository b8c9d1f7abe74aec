import { z } from 'zod';
import { staffC2cOrders } from '../../../contracts/c2c.calls.js';
import { staffSellers } from '../../../contracts/seller.calls.js';
import { C2C_LABELS, C2C_STATUSES, type StaffC2cRow } from '../../../contracts/c2c.contract.js';
import { type StaffSellerRow } from '../../../contracts/seller.contract.js';
import { moneyLabel, staffList } from '../../engine/lists/staff-list.js';

const filter = z.object({
  status: z.enum(C2C_STATUSES).optional(),
  label: z.enum(C2C_LABELS).optional(),
  userId: z.string().max(64).optional(),
  reference: z.string().max(32).optional(),
  sellerId: z.string().max(64).optional(),
  /** Whether the person has written something that nobody of the staff has read. */
  unread: z.boolean().optional(),
});

const orders = {
  createdAt: ['created_at', 'order_id'],
  changedAt: ['changed_at', 'order_id'],
  amount: ['amount', 'order_id'],
  id: ['order_id'],
};

const UNREAD = `(SELECT count(*)::int FROM c2c_messages m
  WHERE m.order_id = c2c_orders.order_id AND m.sender = 'person' AND m.unread)`;

/** `/staff/c2c-orders`, the newest first. */
export const c2cOrderList = staffList<typeof filter, StaffC2cRow>(
  staffC2cOrders,
  {
    filter,
    defaultSort: ['createdAt', 'DESC'],
    readModels: ['c2c'],
    orders,
    from: 'c2c_orders',
    select: `order_id AS id, reference, user_id AS "userId", status, label, trim_scale(amount)::text AS amount, currency,
    trim_scale(pay_amount)::text AS "payAmount", nullif(seller_id, '') AS "sellerId", created_at AS "createdAt",
    CASE WHEN status IN ('unmatched', 'matched') THEN expires_at END AS "expiresAt", changed_at AS "changedAt",
    ${UNREAD} AS unread`,
    where: {
      status: 'status',
      label: 'label',
      userId: 'user_id',
      reference: 'reference',
      sellerId: 'seller_id',
      unread: (unread) => `${UNREAD} ${unread ? '>' : '='} 0`,
    },
    ids: 'order_id',
  },
  { search: { filters: (q) => [{ id: [q] }, { reference: q.toUpperCase() }], label: moneyLabel } },
);

const sellerFilter = z.object({ currency: z.string().max(8).optional(), enabled: z.boolean().optional() });
const sellerOrders = { label: ['label', 'seller_id'], changedAt: ['changed_at', 'seller_id'], id: ['seller_id'] };

/** `/staff/sellers`, by name. The account itself is sealed and opens one at a time. */
export const sellerList = staffList<typeof sellerFilter, StaffSellerRow>(staffSellers, {
  filter: sellerFilter,
  defaultSort: ['label', 'ASC'],
  readModels: ['c2c'],
  orders: sellerOrders,
  from: 'c2c_sellers',
  select: `seller_id AS id, label, currency, enabled, version, trim_scale(min)::text AS min, trim_scale(max)::text AS max,
    trim_scale(day_max)::text AS "dayMax", changed_at AS "changedAt",
    coalesce((SELECT a.name FROM staff_accounts a WHERE a.staff_id = changed_by), '') AS "changedBy"`,
  where: { currency: 'currency', enabled: (enabled) => (enabled ? 'enabled' : 'NOT enabled') },
  ids: 'seller_id',
});
