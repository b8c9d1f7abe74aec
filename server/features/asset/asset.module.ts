import { Global, Module } from '@nestjs/common';
import { LiveAssets } from '../../core/ports/live-account.js';
import { AssetController } from './asset.controller.js';
import { AssetQuery } from './asset.query.js';
import { BalanceHistory } from './balance-history.js';
import { OwnerChanges } from './performance/owner-changes.js';
import { PerformanceController } from './performance/performance.controller.js';
import { PerformanceQuery } from './performance/performance.query.js';
import { PostingQuery } from './posting.query.js';
import { Valuation } from './valuation.js';

@Module({
  controllers: [AssetController, PerformanceController],
  providers: [
    BalanceHistory,
    Valuation,
    AssetQuery,
    { provide: LiveAssets, useExisting: AssetQuery },
    OwnerChanges,
    PerformanceQuery,
    PostingQuery,
  ],
  exports: [LiveAssets, BalanceHistory, OwnerChanges, Valuation],
})
export class AssetModule {}
