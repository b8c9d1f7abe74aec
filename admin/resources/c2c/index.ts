import C2cIcon from '@mui/icons-material/CurrencyExchangeOutlined';
import SellerIcon from '@mui/icons-material/StorefrontOutlined';
import type { staffC2cOrders } from '../../../contracts/c2c.calls.js';
import type { staffSellers } from '../../../contracts/c2c.seller.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const c2cOrders = defineResource<typeof staffC2cOrders>({
  name: 'c2c-orders',
  permission: 'purchases',
  menu: { group: 'people', order: 8, icon: C2cIcon },
  list: page(() => import('./c2c-order-list'), 'C2cOrderList'),
  show: page(() => import('./c2c-order-show'), 'C2cOrderShow'),
  reviews: [
    {
      queue: 'c2c',
      kinds: {
        'c2c-match': { approved: 'c2c-matched', rejected: 'c2c-rejected' },
        'c2c-remittance': { approved: 'c2c-completed', rejected: 'c2c-rejected' },
        'c2c-appeal': { approved: 'c2c-completed', rejected: 'c2c-rejected' },
      },
    },
  ],
  ofUser: { order: 8, filter: ofRealUser },
  ids: 'c2c-',
  streams: 'c2c',
});

export const sellers = defineResource<typeof staffSellers>({
  name: 'sellers',
  permission: 'sellers',
  menu: { group: 'market', order: 2, icon: SellerIcon },
  list: page(() => import('./seller-list'), 'SellerList'),
  show: page(() => import('./seller-show'), 'SellerShow'),
});
