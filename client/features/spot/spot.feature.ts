import type { Feature } from '../../lib/feature.js';
import { orderKeys } from '../../market/keys.js';

export const spot = {
  name: 'spot',
  keys: orderKeys,
  staleAfter: { orders: [orderKeys.events], 'ended-orders': [orderKeys.history], trades: [orderKeys.trades] },
} satisfies Feature;
