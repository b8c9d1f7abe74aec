import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../core/tokens.js';
import { CheckpointController } from './checkpoint.controller.js';
import { CheckpointQuery } from './checkpoint.query.js';

@Module({
  controllers: [CheckpointController],
  providers: [{ provide: CheckpointQuery, inject: [PG_POOL], useFactory: (pool: Pool) => new CheckpointQuery(pool) }],
})
export class AuditModule {}
