import { Module } from '@nestjs/common';
import { Pool } from 'pg';
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
    { provide: SpotHistoryQuery, inject: [Pool], useFactory: (pool: Pool) => new SpotHistoryQuery(pool) },
  ],
  exports: [SpotQuery],
})
export class SpotReadModule {}
