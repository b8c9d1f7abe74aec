import { loggedIn, type Feature } from '../../lib/feature.js';
import { key, ownKey } from '../../lib/keys.js';

export const custodyKeys = {
  rates: key<[productId: string]>('custody', 'rates'),
  list: ownKey<[language: string, group: string]>('custody', 'list'),
  total: ownKey('custody', 'total'),
  orders: ownKey<[filters: object]>('custody', 'orders'),
  one: ownKey<[orderId: string]>('custody', 'one'),
};

export const custody = {
  name: 'custody',
  screens: {
    custody: {
      file: 'CustodyScreen',
      routes: loggedIn('wealth', '/profit_index'),
      inside: 'home',
      menus: { wealth: { at: 1 } },
    },
    buyCustody: { file: 'BuyScreen', routes: loggedIn('wealth', '/profit_buy'), texts: ['transfer'] },
    vip: { file: 'VipScreen', routes: loggedIn('wealth', '/vip_index'), menus: { wealth: { at: 2 } } },
    myVip: { file: 'MyVipScreen', routes: loggedIn('wealth', '/vip_wdtg'), texts: ['option', 'review'] },
    myCustody: { file: 'MyCustodyScreen', routes: loggedIn('wealth', '/profit_wdtg'), texts: ['option', 'review'] },
  },
  keys: custodyKeys,
} satisfies Feature;
