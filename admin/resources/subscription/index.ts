import CoinIcon from '@mui/icons-material/FiberNewOutlined';
import SubscriptionIcon from '@mui/icons-material/PlaylistAddCheckOutlined';
import type { staffNewCoins, staffSubscriptions } from '../../../contracts/subscription.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const newCoins = defineResource<typeof staffNewCoins>({
  name: 'new-coins',
  permission: 'market',
  menu: { group: 'market', order: 17, icon: CoinIcon },
  list: page(() => import('./new-coin-list'), 'NewCoinList'),
  show: page(() => import('./new-coin-show'), 'NewCoinShow'),
});

export const subscriptions = defineResource<typeof staffSubscriptions>({
  name: 'subscriptions',
  permission: 'orders',
  menu: { group: 'people', order: 17, icon: SubscriptionIcon },
  list: page(() => import('./subscription-list'), 'SubscriptionList'),
  reviews: [{ queue: 'subscription', kinds: { subscription: {} } }],
  ofUser: { order: 17, filter: ofRealUser },
});
