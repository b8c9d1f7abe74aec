import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { CLOCK, EVENT_STORE, PG_POOL, PRICE_SOURCE } from '../../core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import { AssetController } from './asset.controller.js';
import { AssetQuery } from './asset.query.js';
import { BalanceHistory } from './balance-history.js';
import { OwnerChanges } from './performance/owner-changes.js';
import { PerformanceController } from './performance/performance.controller.js';
import { PerformanceQuery } from './performance/performance.query.js';
import { PostingQuery } from './posting.query.js';
import type { PriceSource } from '../../core/price-source.js';
import { Valuation } from './valuation.js';

@Module({
  controllers: [AssetController, PerformanceController],
  providers: [
    {
      provide: BalanceHistory,
      inject: [PG_POOL, PROJECTIONS],
      useFactory: (pool: Pool, projections: ProjectionRunner) => new BalanceHistory(pool, projections),
    },
    {
      provide: Valuation,
      inject: [PRICE_SOURCE],
      useFactory: (prices: PriceSource) => new Valuation(prices),
    },
    {
      provide: AssetQuery,
      inject: [PG_POOL, PROJECTIONS, BalanceHistory, Valuation, CLOCK],
      useFactory: (
        pool: Pool,
        projections: ProjectionRunner,
        history: BalanceHistory,
        valuation: Valuation,
        clock: Clock,
      ) => new AssetQuery({ pool, projections, history, valuation, clock }),
    },
    {
      provide: OwnerChanges,
      inject: [PG_POOL, EVENT_STORE],
      useFactory: (pool: Pool, store: EventStore) => new OwnerChanges(pool, store),
    },
    {
      provide: PerformanceQuery,
      inject: [OwnerChanges, BalanceHistory, Valuation, CLOCK],
      useFactory: (changes: OwnerChanges, history: BalanceHistory, valuation: Valuation, clock: Clock) =>
        new PerformanceQuery({ changes, history, valuation, clock }),
    },
    {
      provide: PostingQuery,
      inject: [PG_POOL, PROJECTIONS, BalanceHistory, CLOCK],
      useFactory: (pool: Pool, projections: ProjectionRunner, history: BalanceHistory, clock: Clock) =>
        new PostingQuery({ pool, projections, history, clock }),
    },
  ],
  exports: [AssetQuery, BalanceHistory, OwnerChanges, Valuation],
})
export class AssetModule {}
