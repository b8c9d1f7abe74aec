import { loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const supportKeys = {
  all: ownKey('support'),
  view: ownKey('support', 'view'),
  conversation: ownKey<[conversationId: string]>('support', 'conversation'),
  older: ownKey('support', 'older'),
};

export const support = {
  name: 'support',
  screens: {
    service: {
      file: 'SupportScreen',
      routes: loggedIn('account', '/service'),
      texts: ['account', 'content'],
      menus: { 'centre.more': { at: 3 } },
    },
  },
  keys: supportKeys,
} satisfies Feature;
