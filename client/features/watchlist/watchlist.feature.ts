import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const watchlistKeys = { lists: ownKey('watchlist', 'lists') };

export const watchlist = { name: 'watchlist', keys: watchlistKeys } satisfies Feature;
