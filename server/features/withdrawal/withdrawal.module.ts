import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OutsideBooks } from '../../core/ports/outside-books.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { refuse } from '../../core/refusal.js';
import { PriceSource } from '../../core/ports/price-source.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { EventStore } from '../../engine/history/event-store.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { PayoutFeeds } from './payout-feeds.js';
import { PayoutRunner } from './payout-runner.js';
import { Payouts } from './payouts.js';
import { TurnoverQuery } from './turnover.query.js';
import { WithdrawalController } from './withdrawal.controller.js';
import { WithdrawalStaffController } from './withdrawal-staff.controller.js';
import { WithdrawalLookup } from './withdrawal.lookup.js';
import { PayeeSealer } from './withdrawal.payee.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import { withdrawalReviews } from './withdrawal.review.js';
import { WithdrawalService } from './withdrawal.service.js';

/** Withdrawals: requested by people, decided by staff, paid by chain or bank. */
@Module({
  controllers: [WithdrawalController, WithdrawalStaffController],
  providers: [
    PayeeSealer,
    TurnoverQuery,
    WithdrawalQuery,
    WithdrawalLookup,
    WithdrawalService,
    Payouts,
    PayoutFeeds,
    PayoutRunner,
  ],
})
export class WithdrawalModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly pool: Pool,
    private readonly books: OutsideBooks,
    private readonly store: EventStore,
    private readonly levels: VerificationLevels,
    private readonly signals: RiskSignals,
    private readonly debts: OpenDebts,
    private readonly prices: PriceSource,
    private readonly sealer: PayeeSealer,
    private readonly query: WithdrawalQuery,
    readonly payouts: PayoutRunner,
  ) {}

  onModuleInit(): void {
    const { pool, books, store, query, sealer, levels, signals, debts, prices } = this;
    const parts = { pool, books, store, query, sealer, levels, signals, debts, prices };
    this.kinds.register(...withdrawalReviews(parts));
    // The rows are numbers, codes and sealed texts; while a request is open its person has something to wait for.
    this.holdings.register({
      name: 'withdrawals',
      tables: ['withdrawals'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        if (!(await query.isUpToDate())) return refuse('request.unavailable');
        const count = await query.openCount(userId);
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.payouts.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.payouts.stop();
  }
}
