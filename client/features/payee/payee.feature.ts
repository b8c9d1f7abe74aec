import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const payeeKeys = {
  list: ownKey('payee', 'list'),
};

export const payee = {
  name: 'payee',
  screens: {
    addresses: {
      file: 'AddressesScreen',
      routes: loggedIn('funding', '/address', '/wallet'),
      menus: { 'centre.money': { at: 8 } },
    },
    addAddress: { file: 'AddAddressScreen', routes: loggedIn('funding', '/walletAdd'), inside: 'addresses' },
    bank: { file: 'BankScreen', routes: loggedIn('funding', '/bank'), menus: { 'centre.money': { at: 9 } } },
    addBank: { file: 'AddBankScreen', routes: loggedIn('funding', '/bankAdd'), inside: 'bank' },
  },
  keys: payeeKeys,
} satisfies Feature;
