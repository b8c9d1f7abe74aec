import type { Feature } from '../../engine/feature.js';
import { balancesProjection } from './balances.projection.js';
import { ledgerProjection } from './ledger.projection.js';

/** What an owner holds is read from every noun's postings; it has no stream of its own. */
import { ledgerAccountList, postingList } from './asset.list.js';

export const assetFeature = {
  name: 'asset',
  projections: [balancesProjection, ledgerProjection],
  staffLists: [ledgerAccountList, postingList],
  module: async () => (await import('./asset.module.js')).AssetModule,
} satisfies Feature;
