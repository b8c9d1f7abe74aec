import { Module } from '@nestjs/common';
import { AssetModule } from '../asset.module.js';
import { StatementController } from './statement.controller.js';
import { StatementHolder } from './statement-holder.js';
import { StatementResults } from './statement-result.js';
import { StatementQuery } from './statement.query.js';

@Module({
  imports: [AssetModule],
  controllers: [StatementController],
  providers: [StatementHolder, StatementResults, StatementQuery],
})
export class StatementModule {}
