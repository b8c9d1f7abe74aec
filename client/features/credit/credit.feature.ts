import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const creditKeys = {
  score: ownKey<[language: string]>('credit', 'score'),
};

export const credit = {
  name: 'credit',
  keys: creditKeys,
} satisfies Feature;
