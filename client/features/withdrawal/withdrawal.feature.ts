import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const withdrawalKeys = {
  rules: ownKey('withdrawal', 'rules'),
  preview: ownKey<[language: string, wish: object]>('withdrawal', 'preview'),
  one: ownKey<[language: string, withdrawalId: string]>('withdrawal', 'one'),
  list: ownKey<[language: string, filters: object]>('withdrawal', 'list'),
};

export const withdrawal = {
  name: 'withdrawal',
  keys: withdrawalKeys,
} satisfies Feature;
