import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const identityKeys = {
  levels: ownKey('identity', 'levels'),
  form: ownKey<[level: string]>('identity', 'form'),
};

export const identity = {
  name: 'identity',
  keys: identityKeys,
} satisfies Feature;
