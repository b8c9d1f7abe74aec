import { everybody, loggedIn, type Feature } from '../../lib/feature.js';
import { orderKeys } from '../../market/keys.js';

export const spot = {
  name: 'spot',
  screens: {
    orderRecords: {
      file: 'OrderRecordsScreen',
      routes: loggedIn('trading', '/currencyRecord'),
      inside: 'spot',
      menus: { trade: { at: 6 }, records: { at: 2, icon: 'list' }, 'centre.records': { at: 2 } },
    },
    fees: {
      file: 'FeesScreen',
      routes: everybody('trading', '/fees'),
      menus: { trade: { at: 8 }, 'centre.more': { at: 10 } },
    },
    spot: {
      file: 'SpotScreen',
      routes: loggedIn('trading', '/currencyTrade'),
      noPath: true,
      shape: 'terminal',
      entry: ['/currencyTrade'],
      texts: ['order', 'watchlist'],
      menus: { trade: { at: 1 } },
    },
  },
  keys: orderKeys,
  staleAfter: {
    orders: [orderKeys.events],
    'ended-orders': [orderKeys.history],
    trades: [orderKeys.trades, orderKeys.fees],
  },
} satisfies Feature;
