import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const conversionKeys = {
  live: ownKey('conversion', 'live'),
  preview: ownKey<[from: string, to: string, amount: string]>('conversion', 'preview'),
  dust: ownKey('conversion', 'dust'),
  quickBuy: ownKey<[way: string, coin: string, spend: string]>('conversion', 'quick-buy'),
};

export const conversion = {
  name: 'conversion',
  screens: {
    exchange: {
      file: 'ExchangeScreen',
      routes: loggedIn('trading', '/exchange'),
      menus: { trade: { at: 4 }, 'centre.money': { at: 5 } },
    },
    quickBuy: {
      file: 'QuickBuyScreen',
      routes: loggedIn('funding', '/kjmbSelect'),
      menus: { assets: { at: 6 }, personal: { at: 6, icon: 'wealth' }, 'centre.money': { at: 6 } },
    },
  },
  keys: conversionKeys,
  // A quote holds money, so that one made or ended elsewhere comes with a change of the balances.
  staleAfter: { assets: [conversionKeys.live] },
} satisfies Feature;
