import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const c2cKeys = {
  all: ownKey('c2c'),
  offer: ownKey('c2c', 'offer'),
  order: ownKey<[language: string, orderId: string]>('c2c', 'order'),
  orders: ownKey<[filters: object]>('c2c', 'orders'),
  wires: ownKey('c2c', 'wires'),
  messages: ownKey<[orderId: string]>('c2c', 'messages'),
};

export const c2c = {
  name: 'c2c',
  keys: c2cKeys,
} satisfies Feature;
