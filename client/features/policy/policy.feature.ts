import { everybody, type Feature } from '../../lib/feature.js';
import { key, ownKey, publishedPolicyKey } from '../../lib/keys.js';

export const policyKeys = {
  published: publishedPolicyKey,
  inForce: key('policy', 'in-force'),
  version: key<[name: string, version: number]>('policy', 'version'),
  decisions: ownKey('policy', 'decisions'),
};

export const policy = {
  name: 'policy',
  screens: {
    security: { file: 'SecurityNotesScreen', routes: everybody('content', '/security') },
  },
  keys: policyKeys,
} satisfies Feature;
