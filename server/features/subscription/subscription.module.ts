import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { refuse } from '../../core/refusal.js';
import { MarketModule } from '../../market/market.module.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { SubscriptionController } from './subscription.controller.js';
import { SubscriptionQuery } from './subscription.query.js';
import { subscriptionReview } from './subscription.review.js';
import { SubscriptionService } from './subscription.service.js';

/** New coins: subscription with the whole price on hold, review, allocation by lot, listing, lock-up. */
@Module({
  imports: [MarketModule],
  controllers: [SubscriptionController],
  providers: [SubscriptionQuery, SubscriptionService],
})
export class SubscriptionModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly signals: RiskSignals,
    private readonly levels: VerificationLevels,
    private readonly query: SubscriptionQuery,
  ) {}

  onModuleInit(): void {
    const { levels, signals, query } = this;
    this.kinds.register(subscriptionReview({ query, levels, signals }));
    // The rows are numbers and codes. What is on hold belongs to the person until it is free.
    this.holdings.register({
      name: 'subscriptions',
      tables: ['subscriptions'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        if (!(await query.isUpToDate())) return refuse('request.unavailable');
        const count = await query.openCount(userId);
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }
}
