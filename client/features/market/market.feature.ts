import type { Feature } from '../../lib/feature.js';
import { marketKeys } from '../../market/keys.js';

export const market = {
  name: 'market',
  keys: marketKeys,
} satisfies Feature;
