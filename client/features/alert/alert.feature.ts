import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const alertKeys = {
  list: ownKey<[filters: object]>('alert', 'list'),
  limits: ownKey('alert', 'limits'),
  lines: ownKey<[symbol: string]>('alert', 'lines'),
};

export const alert = {
  name: 'alert',
  screens: {
    alerts: {
      file: 'AlertsScreen',
      routes: loggedIn('trading', '/alerts'),
      menus: { trade: { at: 7 }, 'centre.more': { at: 9 } },
    },
  },
  keys: alertKeys,
} satisfies Feature;
