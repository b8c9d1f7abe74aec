import OrderIcon from '@mui/icons-material/ReceiptLongOutlined';
import type { staffOrders } from '../../../contracts/staff.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const orders = defineResource<typeof staffOrders>({
  name: 'orders',
  permission: 'orders',
  menu: { group: 'people', order: 4, icon: OrderIcon },
  list: page(() => import('./order-list'), 'OrderList'),
  show: page(() => import('./order-show'), 'OrderShow'),
  ofUser: { order: 1, filter: ({ realm, ownerId }) => ({ realm, ownerId }) },
  ids: 'o-',
});
