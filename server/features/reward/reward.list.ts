import { z } from 'zod';
import { staffVouchers } from '../../../contracts/reward.calls.js';
import { tableList } from '../../engine/lists/table-list.js';
import { feeVouchers } from './reward.projection.js';

/** `/staff/fee-vouchers`, the newest first. */
export const feeVoucherList = tableList(staffVouchers, feeVouchers, {
  filter: z.object({
    userId: z.string().max(64).optional(),
    status: z.enum(['open', 'used', 'expired']).optional(),
  }),
  defaultSort: ['issuedAt', 'DESC'],
  readModels: ['reward'],
  sorts: ['issuedAt', 'amount'],
  then: ['position', 'feeVoucherId'],
  columns: {
    id: 'fee_voucher_id',
    left: 'trim_scale(left_usdt)::text',
    used: 'trim_scale(amount - left_usdt)::text',
  },
});
