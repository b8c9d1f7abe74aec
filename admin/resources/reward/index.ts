import VoucherIcon from '@mui/icons-material/LocalActivityOutlined';
import type { staffVouchers } from '../../../contracts/reward.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const feeVouchers = defineResource<typeof staffVouchers>({
  name: 'fee-vouchers',
  permission: 'orders',
  menu: { group: 'people', order: 14, icon: VoucherIcon },
  list: page(() => import('./voucher-list'), 'VoucherList'),
  ofUser: { order: 14, filter: ofRealUser },
});
