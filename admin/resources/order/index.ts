import OrderIcon from '@mui/icons-material/ReceiptLongOutlined';
import { defineResource, page } from '../../lib/declaration';

export const orders = defineResource({
  name: 'orders',
  permission: 'orders',
  menu: { group: 'people', order: 4, icon: OrderIcon },
  list: page(() => import('./order-list'), 'OrderList'),
  show: page(() => import('./order-show'), 'OrderShow'),
  ofUser: { order: 1, filter: ({ realm, ownerId }) => ({ realm, ownerId }) },
  ids: 'o-',
});
