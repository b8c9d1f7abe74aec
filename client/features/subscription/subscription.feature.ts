import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const subscriptionKeys = {
  coins: ownKey<[language: string]>('subscription', 'coins'),
  page: ownKey<[filters: object]>('subscription', 'page'),
  one: ownKey<[subscriptionId: string]>('subscription', 'one'),
};

export const subscription = {
  name: 'subscription',
  screens: {
    newCoins: {
      file: 'NewCoinsScreen',
      routes: loggedIn('newCoins', '/subscription'),
      inside: 'home',
      menus: { wealth: { at: 5 } },
    },
    newCoinRecords: {
      file: 'RecordsScreen',
      routes: loggedIn('newCoins', '/subscriptionRecord'),
      inside: 'newCoins',
      texts: ['review'],
    },
    newCoinBuy: {
      file: 'SubscribeScreen',
      routes: loggedIn('newCoins', '/subscriptionBuy'),
      inside: 'newCoins',
      texts: ['transfer'],
    },
  },
  keys: subscriptionKeys,
} satisfies Feature;
