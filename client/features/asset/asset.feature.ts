import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const assetKeys = {
  balances: ownKey('asset', 'balances'),
  at: ownKey<[at: number]>('asset', 'at'),
  history: ownKey<[query: object]>('asset', 'history'),
  performance: ownKey<[query: object]>('asset', 'performance'),
  holds: ownKey<[query: object]>('asset', 'holds'),
  postings: ownKey<[query: object]>('asset', 'postings'),
  records: ownKey<[filters: object]>('asset', 'records'),
};

export const asset = {
  name: 'asset',
  keys: assetKeys,
  staleAfter: { assets: [assetKeys.holds, assetKeys.postings], anything: [assetKeys.records] },
} satisfies Feature;
