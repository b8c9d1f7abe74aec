import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { RiskController } from './risk.controller.js';
import { RiskQuery } from './risk.query.js';
import { RiskService } from './risk.service.js';
import { InvestmentCaps } from '../../core/ports/investment-caps.js';

/** The questionnaire and the class that it leads to. Other features read `InvestmentCaps`. */
@Global()
@Module({
  controllers: [RiskController],
  providers: [RiskQuery, { provide: InvestmentCaps, useExisting: RiskQuery }, RiskService],
  exports: [InvestmentCaps],
})
export class RiskModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: RiskQuery,
  ) {}

  onModuleInit(): void {
    const { query } = this;
    this.holdings.register({ name: 'risk', tables: [], export: (userId) => query.view(userId) });
  }
}
