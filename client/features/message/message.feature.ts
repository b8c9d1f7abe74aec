import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const messageKeys = {
  unread: ownKey('message', 'unread'),
  list: ownKey<[language: string]>('message', 'list'),
};

export const message = {
  name: 'message',
  keys: messageKeys,
} satisfies Feature;
