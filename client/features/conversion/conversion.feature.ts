import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const conversionKeys = {
  dust: ownKey('conversion', 'dust'),
  quickBuy: ownKey<[way: string, coin: string, spend: string]>('conversion', 'quick-buy'),
};

export const conversion = {
  name: 'conversion',
  keys: conversionKeys,
} satisfies Feature;
