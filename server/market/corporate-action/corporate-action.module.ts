import { Module } from '@nestjs/common';
import { DueDividends } from '../../core/ports/due-dividends.js';
import { MarketModule } from '../market.module.js';
import { CorporateActionController } from './corporate-action.controller.js';
import { CorporateActionQuery } from './corporate-action.query.js';
import { CorporateActionService } from './corporate-action.service.js';

/** Dividends, splits, delistings and days of earnings: proposed, approved by another, and announced to everybody. */
@Module({
  imports: [MarketModule],
  controllers: [CorporateActionController],
  providers: [
    CorporateActionQuery,
    CorporateActionService,
    { provide: DueDividends, useExisting: CorporateActionQuery },
  ],
  exports: [DueDividends],
})
export class CorporateActionModule {}
