import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../../core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import { SpotReadController } from './spot-read.controller.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotQuery } from './spot.query.js';

@Module({
  controllers: [SpotReadController],
  providers: [
    {
      provide: SpotQuery,
      inject: [PG_POOL, PROJECTIONS],
      useFactory: (pool: Pool, projections: ProjectionRunner) => new SpotQuery(pool, projections),
    },
    { provide: SpotHistoryQuery, inject: [PG_POOL], useFactory: (pool: Pool) => new SpotHistoryQuery(pool) },
  ],
  exports: [SpotQuery],
})
export class SpotReadModule {}
