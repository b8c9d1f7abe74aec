import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const depositKeys = {
  all: ownKey('deposit'),
  channels: ownKey('deposit', 'channels'),
  address: ownKey<[network: string, currency: string]>('deposit', 'address'),
  list: ownKey<[filters: object]>('deposit', 'list'),
  one: ownKey<[language: string, depositId: string]>('deposit', 'one'),
};

export const deposit = {
  name: 'deposit',
  keys: depositKeys,
} satisfies Feature;
