import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../../core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../projections/runner.js';
import { AssetController } from './asset.controller.js';
import { AssetQuery } from './asset.query.js';
import { PRICE_SOURCE, type PriceSource } from './price-source.js';

@Module({
  controllers: [AssetController],
  providers: [
    {
      provide: AssetQuery,
      inject: [PG_POOL, PROJECTIONS, PRICE_SOURCE],
      useFactory: (pool: Pool, projections: ProjectionRunner, prices: PriceSource) =>
        new AssetQuery(pool, projections, prices),
    },
  ],
  exports: [AssetQuery],
})
export class AssetModule {}
