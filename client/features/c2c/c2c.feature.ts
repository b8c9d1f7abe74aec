import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const c2cKeys = {
  all: ownKey('c2c'),
  offer: ownKey('c2c', 'offer'),
  order: ownKey<[language: string, orderId: string]>('c2c', 'order'),
  orders: ownKey<[filters: object]>('c2c', 'orders'),
  wires: ownKey('c2c', 'wires'),
  messages: ownKey<[orderId: string]>('c2c', 'messages'),
};

export const c2c = {
  name: 'c2c',
  screens: {
    c2c: {
      file: 'IndexScreen',
      routes: loggedIn('c2c', '/c2c_index'),
      inside: 'assets',
      menus: { 'centre.money': { at: 7 } },
    },
    c2cCreate: { file: 'CreateScreen', routes: loggedIn('c2c', '/c2c_create') },
    c2cOrders: { file: 'OrdersScreen', routes: loggedIn('c2c', '/c2c_order') },
    c2cProof: { file: 'SubmitScreen', routes: loggedIn('c2c', '/c2c_submit') },
    c2cAccount: { file: 'AccountScreen', routes: loggedIn('c2c', '/c2c_account') },
  },
  parts: { buyByC2c: 'BuyByC2cPart' },
  keys: c2cKeys,
} satisfies Feature;
