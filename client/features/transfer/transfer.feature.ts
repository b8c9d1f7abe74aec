import { loggedIn, type Feature } from '../../lib/feature.js';

export const transfer = {
  name: 'transfer',
  screens: {
    transfer: {
      file: 'TransferScreen',
      routes: loggedIn('funding', '/transfer'),
      menus: { assets: { at: 5 }, 'centre.money': { at: 4 } },
    },
  },
} satisfies Feature;
