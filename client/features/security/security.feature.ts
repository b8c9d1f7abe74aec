import { everybody, loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey, walletKey } from '../../lib/keys.js';

export const securityKeys = {
  standing: ownKey('security', 'standing'),
  wallet: walletKey,
};

export const security = {
  name: 'security',
  screens: {
    verificationCode: { file: 'UnfreezeScreen', routes: everybody('account', '/verificationCode'), inside: 'login' },
    lostGoogle: { file: 'LostGoogleScreen', routes: everybody('account', '/lostGoogle'), inside: 'login' },
    userName: {
      file: 'NameScreen',
      routes: loggedIn('account', '/username'),
      inside: 'profile',
      realOnly: true,
      menus: { 'centre.account': { at: 2 } },
    },
    phone: {
      file: 'PhoneScreen',
      routes: loggedIn('account', '/mobile'),
      inside: 'profile',
      realOnly: true,
      menus: { 'centre.account': { at: 3 } },
    },
    email: {
      file: 'EmailScreen',
      routes: loggedIn('account', '/email'),
      inside: 'profile',
      realOnly: true,
      menus: { 'centre.account': { at: 4 } },
    },
    google: {
      file: 'GoogleScreen',
      routes: loggedIn('account', '/googleCode'),
      realOnly: true,
      menus: { 'centre.account': { at: 7 } },
    },
    tradePasswordChange: {
      file: 'TradePasswordChangeScreen',
      routes: loggedIn('account', '/editPasswordTrade'),
      menus: { 'centre.account': { at: 6 } },
    },
    tradePasswordSet: {
      file: 'TradePasswordSetScreen',
      routes: loggedIn('account', '/bindmpwd'),
      realOnly: true,
      menus: { 'centre.account': { at: 6 } },
    },
  },
  keys: securityKeys,
} satisfies Feature;
