import { loggedIn, type Feature } from '../../lib/feature.js';
import { key, ownKey } from '../../lib/keys.js';

export const liabilityKeys = {
  proof: ownKey('liability', 'proof'),
  roots: key<[realm: string]>('liability', 'roots'),
  log: key<[realm: string]>('liability', 'log'),
  epochs: key<[realm: string]>('liability', 'epochs'),
};

export const liability = {
  name: 'liability',
  screens: {
    bps: { file: 'BalanceProofScreen', routes: loggedIn('records', '/bps'), menus: { 'centre.records': { at: 6 } } },
  },
  keys: liabilityKeys,
} satisfies Feature;
