import { z } from 'zod';
import { staffCustodyHouse, staffCustodyOrders } from '../../../contracts/custody.calls.js';
import { CUSTODY_PRODUCTS, CUSTODY_STATUSES } from '../../../contracts/custody.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { custodyHouse, custodyOrders } from './custody.projection.js';

/** `/staff/custody-orders`, the newest first. */
export const custodyOrderList = tableList(staffCustodyOrders, custodyOrders, {
  filter: z.object({
    userId: z.string().max(64).optional(),
    productId: z.enum(CUSTODY_PRODUCTS).optional(),
    status: z.enum(CUSTODY_STATUSES).optional(),
  }),
  defaultSort: ['boughtAt', 'DESC'],
  readModels: ['custody'],
  sorts: ['boughtAt', 'maturesAt', 'endedAt', 'amount'],
  then: ['position', 'orderId'],
  columns: { id: 'order_id', penalty: 'trim_scale(penalty_paid)::text' },
});

/** `/staff/custody-house`: the treasury in one row. */
export const custodyHouseList = tableList(staffCustodyHouse, custodyHouse, {
  filter: z.object({}),
  defaultSort: ['id', 'ASC'],
  readModels: ['custody'],
  sorts: [],
  then: ['realm'],
  columns: { id: 'realm' },
});
