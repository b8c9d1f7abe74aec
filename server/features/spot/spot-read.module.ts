import { Module } from '@nestjs/common';
import { Pool } from 'pg';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { SpotReadController } from './spot-read.controller.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotQuery } from './spot.query.js';

@Module({
  controllers: [SpotReadController],
  providers: [
    {
      provide: SpotQuery,
      inject: [Pool, ProjectionRunner],
      useFactory: (pool: Pool, projections: ProjectionRunner) => new SpotQuery(pool, projections),
    },
    { provide: OpenOrders, useExisting: SpotQuery },
    { provide: SpotHistoryQuery, inject: [Pool], useFactory: (pool: Pool) => new SpotHistoryQuery(pool) },
  ],
  exports: [SpotQuery, OpenOrders],
})
export class SpotReadModule {}
