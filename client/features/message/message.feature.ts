import type { Feature } from '../../lib/feature.js';
import { ownKey, unreadKey } from '../../lib/keys.js';

export const messageKeys = {
  unread: unreadKey,
  list: ownKey<[language: string]>('message', 'list'),
};

export const message = {
  name: 'message',
  keys: messageKeys,
} satisfies Feature;
