import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { refuse } from '../../core/refusal.js';
import { MarketModule } from '../../market/market.module.js';
import { OptionController } from './option.controller.js';
import { OptionQuery } from './option.query.js';
import { OptionService } from './option.service.js';
import { OptionTermsQuery } from './option.terms.js';

/** Options on a rise or a fall: sold to people, entered and settled by timers. */
@Module({
  imports: [MarketModule],
  controllers: [OptionController],
  providers: [OptionQuery, OptionService, OptionTermsQuery],
})
export class OptionModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: OptionQuery,
  ) {}

  onModuleInit(): void {
    const { query } = this;
    // The rows are numbers and codes. An open option settles within the hour, and its person waits for it.
    this.holdings.register({
      name: 'options',
      tables: ['options'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        if (!(await query.isUpToDate('real'))) return refuse('request.unavailable');
        const count = await query.openCount(userId);
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }
}
