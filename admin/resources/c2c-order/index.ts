import C2cIcon from '@mui/icons-material/CurrencyExchangeOutlined';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const c2cOrders = defineResource({
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
