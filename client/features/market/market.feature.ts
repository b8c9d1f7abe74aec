import { everybody, type Feature } from '../../lib/feature.js';
import { marketKeys } from '../../market/keys.js';

export const market = {
  name: 'market',
  screens: {
    market: {
      file: 'MarketScreen',
      routes: everybody('content', '/market'),
      noPath: true,
      shape: 'market',
      entry: ['/market'],
      texts: ['watchlist'],
    },
  },
  keys: marketKeys,
} satisfies Feature;
