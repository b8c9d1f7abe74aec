import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../../core/clock.js';
import { CLOCK, PG_POOL } from '../../../core/tokens.js';
import { AssetModule } from '../asset.module.js';
import { BalanceHistory } from '../balance-history.js';
import { StatementController } from './statement.controller.js';
import { StatementQuery } from './statement.query.js';

@Module({
  imports: [AssetModule],
  controllers: [StatementController],
  providers: [
    {
      provide: StatementQuery,
      inject: [PG_POOL, BalanceHistory, CLOCK],
      useFactory: (pool: Pool, history: BalanceHistory, clock: Clock) => new StatementQuery(pool, history, clock),
    },
  ],
})
export class StatementModule {}
