import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const statementKeys = {
  list: ownKey<[query: object]>('statement', 'list'),
};

export const statement = {
  name: 'statement',
  keys: statementKeys,
  staleAfter: { assets: [statementKeys.list] },
} satisfies Feature;
