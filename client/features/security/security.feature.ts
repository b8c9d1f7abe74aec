import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const securityKeys = {
  standing: ownKey('security', 'standing'),
};

export const security = {
  name: 'security',
  keys: securityKeys,
} satisfies Feature;
