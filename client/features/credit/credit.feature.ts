import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const creditKeys = {
  score: ownKey<[language: string]>('credit', 'score'),
};

export const credit = {
  name: 'credit',
  screens: {
    credit: {
      file: 'CreditScreen',
      routes: loggedIn('verification', '/xinyongfen', '/credit'),
      realOnly: true,
      menus: { personal: { at: 7, icon: 'wave' }, 'centre.verification': { at: 6 } },
    },
  },
  keys: creditKeys,
} satisfies Feature;
