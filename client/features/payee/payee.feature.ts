import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const payeeKeys = {
  list: ownKey('payee', 'list'),
};

export const payee = {
  name: 'payee',
  keys: payeeKeys,
} satisfies Feature;
