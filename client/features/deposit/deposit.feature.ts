import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const depositKeys = {
  all: ownKey('deposit'),
  channels: ownKey('deposit', 'channels'),
  address: ownKey<[network: string, currency: string]>('deposit', 'address'),
  list: ownKey<[filters: object]>('deposit', 'list'),
  one: ownKey<[language: string, depositId: string]>('deposit', 'one'),
};

export const deposit = {
  name: 'deposit',
  screens: {
    deposit: {
      file: 'DepositScreen',
      routes: loggedIn('funding', '/authenticationrj'),
      menus: { assets: { at: 3 }, 'centre.money': { at: 2 } },
    },
    depositRecords: {
      file: 'DepositRecordsScreen',
      routes: loggedIn('records', '/cbjl', '/rechargeRecord'),
      menus: { records: { at: 3, icon: 'down' }, 'centre.records': { at: 3 } },
    },
  },
  keys: depositKeys,
  parts: { buyByDeposit: 'BuyByDepositPart' },
} satisfies Feature;
