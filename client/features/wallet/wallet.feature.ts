import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const walletKeys = {
  bound: ownKey('wallet', 'bound'),
};

export const wallet = {
  name: 'wallet',
  keys: walletKeys,
} satisfies Feature;
