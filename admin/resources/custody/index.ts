import TreasuryIcon from '@mui/icons-material/AccountBalanceOutlined';
import CustodyIcon from '@mui/icons-material/SavingsOutlined';
import type { staffCustodyHouse, staffCustodyOrders } from '../../../contracts/custody.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const custodyOrders = defineResource<typeof staffCustodyOrders>({
  name: 'custody-orders',
  permission: 'orders',
  menu: { group: 'people', order: 11, icon: CustodyIcon },
  list: page(() => import('./custody-list'), 'CustodyList'),
  reviews: [{ queue: 'custody', kinds: { 'custody-redemption': {} } }],
  ofUser: { order: 12, filter: ofRealUser },
});

export const custodyHouse = defineResource<typeof staffCustodyHouse>({
  name: 'custody-house',
  permission: 'orders',
  menu: { group: 'money', order: 8, icon: TreasuryIcon },
  list: page(() => import('./custody-list'), 'CustodyHouseList'),
});
