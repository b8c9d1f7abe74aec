import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const identityKeys = {
  levels: ownKey('identity', 'levels'),
  form: ownKey<[level: string]>('identity', 'form'),
};

export const identity = {
  name: 'identity',
  screens: {
    identity: {
      file: 'IdentityScreen',
      routes: loggedIn('verification', '/sfyz'),
      inside: 'userCentre',
      realOnly: true,
      texts: ['custody'],
      menus: { personal: { at: 2, icon: 'lock' }, 'centre.verification': { at: 1 } },
    },
    primary: {
      file: 'PrimaryScreen',
      routes: loggedIn('verification', '/smauth', '/authentication'),
      realOnly: true,
      menus: { personal: { at: 3, icon: 'edit' }, 'centre.verification': { at: 2 } },
    },
    advanced: {
      file: 'AdvancedScreen',
      routes: loggedIn('verification', '/seniorauth', '/authenticationhigh'),
      realOnly: true,
      menus: { personal: { at: 4, icon: 'layers' }, 'centre.verification': { at: 3 } },
    },
    addressProof: {
      file: 'AddressScreen',
      routes: loggedIn('verification', '/dzrz'),
      realOnly: true,
      menus: { personal: { at: 5, icon: 'home' }, 'centre.verification': { at: 4 } },
    },
  },
  keys: identityKeys,
} satisfies Feature;
