import { Global, Module } from '@nestjs/common';
import { LiveAssets } from '../../core/ports/live-account.js';
import { NetAssets } from '../../core/ports/net-assets.js';
import { PastAssets } from '../../core/ports/past-assets.js';
import { AssetController } from './asset.controller.js';
import { AssetQuery } from './asset.query.js';
import { BalanceHistory } from './balance-history.js';
import { PastDebts } from './past-debts.js';
import { OwnerChanges } from './performance/owner-changes.js';
import { OwnedController } from './owned/owned.controller.js';
import { OwnedQuery } from './owned/owned.query.js';
import { PerformanceController } from './performance/performance.controller.js';
import { PerformanceQuery } from './performance/performance.query.js';
import { PostingQuery } from './posting.query.js';
import { Valuation } from './valuation.js';

/** Other features read `PastAssets`. */
@Global()
@Module({
  controllers: [AssetController, OwnedController, PerformanceController],
  providers: [
    BalanceHistory,
    PastDebts,
    Valuation,
    AssetQuery,
    { provide: LiveAssets, useExisting: AssetQuery },
    { provide: PastAssets, useExisting: AssetQuery },
    OwnedQuery,
    { provide: NetAssets, useExisting: OwnedQuery },
    OwnerChanges,
    PerformanceQuery,
    PostingQuery,
  ],
  exports: [LiveAssets, PastAssets, NetAssets, BalanceHistory, OwnerChanges, Valuation],
})
export class AssetModule {}
