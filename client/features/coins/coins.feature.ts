import { loggedIn, type Feature } from '../../lib/feature.js';

export const coins = {
  name: 'coins',
  screens: {
    coins: { file: 'CoinsScreen', routes: loggedIn('trading', '/currency'), menus: { trade: { at: 5 } } },
  },
} satisfies Feature;
