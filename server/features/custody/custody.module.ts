import { Module, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { CustodyRates } from '../../core/ports/custody-rates.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { refuse } from '../../core/refusal.js';
import { MarketModule } from '../../market/market.module.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { CustodyController } from './custody.controller.js';
import { CustodyQuery } from './custody.query.js';
import { custodyReview } from './custody.review.js';
import { CustodyService } from './custody.service.js';

/** AI custody: USDT on hold for a cycle of days, interest by rates that seeds draw, redemptions that staff decide. */
@Module({
  imports: [MarketModule],
  controllers: [CustodyController],
  providers: [CustodyQuery, CustodyService],
})
export class CustodyModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly signals: RiskSignals,
    private readonly levels: VerificationLevels,
    private readonly rates: CustodyRates,
    private readonly clock: Clock,
    private readonly query: CustodyQuery,
  ) {}

  onModuleInit(): void {
    const { rates, levels, signals, clock, query } = this;
    this.kinds.register(custodyReview({ rates, query, levels, signals, now: () => clock.now() }));
    // The rows are numbers and codes. What is in custody belongs to the person until it is over.
    this.holdings.register({
      name: 'custody',
      tables: ['custody_orders'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        if (!(await query.isUpToDate('real'))) return refuse('request.unavailable');
        const count = await query.openCount(userId);
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }
}
