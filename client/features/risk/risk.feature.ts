import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const riskKeys = {
  standing: ownKey('risk', 'standing'),
};

export const risk = {
  name: 'risk',
  keys: riskKeys,
} satisfies Feature;
