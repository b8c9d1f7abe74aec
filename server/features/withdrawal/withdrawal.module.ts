import {
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { SimulatedBank } from '../../core/ports/bank.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Payees } from '../../core/ports/payees.js';
import { PersonalHoldings } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { refuse } from '../../core/refusal.js';
import { RiskSigns } from '../../core/ports/risk-signs.js';
import { SecurityCards } from '../../core/ports/security-card.js';
import { StepUp } from '../../core/ports/step-up.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import { Messages } from '../../edge/http/messages.js';
import { EventStore } from '../../engine/history/event-store.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { Writers } from '../../engine/writer/writers.js';
import { PriceSource } from '../../core/ports/price-source.js';
import { PayoutFeeds } from './payout-feeds.js';
import { PayoutRunner } from './payout-runner.js';
import { Payouts } from './payouts.js';
import { TurnoverQuery } from './turnover.query.js';
import { WithdrawalController } from './withdrawal.controller.js';
import { WithdrawalStaffController } from './withdrawal-staff.controller.js';
import { WithdrawalLookup } from './withdrawal.lookup.js';
import { PayeeKeeper } from './withdrawal.payee.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import { withdrawalReviews } from './withdrawal.review.js';
import { WithdrawalService } from './withdrawal.service.js';

type Policies = PolicySource<KnownPolicies>;

/** Withdrawals: asked for by people, decided by staff, paid by chain or bank. */
@Module({
  controllers: [WithdrawalController, WithdrawalStaffController],
  providers: [
    PayeeKeeper,
    TurnoverQuery,
    WithdrawalQuery,
    {
      provide: WithdrawalLookup,
      inject: [
        ...[Pool, Writers, PolicySource, PriceSource, SimulatedChain, Payees, AccountGate, PayeeKeeper, TurnoverQuery],
        ...[Vault, Clock, Ids, WithdrawalHold],
      ],
      useFactory: (
        pool: Pool,
        writers: Writers,
        policies: Policies,
        prices: PriceSource,
        chain: SimulatedChain,
        payees: Payees,
        gate: AccountGate,
        keeper: PayeeKeeper,
        turnover: TurnoverQuery,
        vault: Vault,
        clock: Clock,
        ids: Ids,
        hold: WithdrawalHold,
      ) => {
        const found = {
          pool,
          writers,
          policies,
          prices,
          chain,
          payees,
          gate,
          hold,
          keeper,
          turnover,
          vault,
          clock,
          ids,
        };
        return new WithdrawalLookup(found);
      },
    },
    {
      provide: WithdrawalService,
      inject: [
        ...[
          Commands,
          WithdrawalLookup,
          WithdrawalQuery,
          TurnoverQuery,
          PayeeKeeper,
          StepUp,
          SecurityCards,
          SimulatedChain,
        ],
        ...[PriceSource, PolicySource, Messages, Clock],
      ],
      useFactory: (
        commands: Commands,
        lookup: WithdrawalLookup,
        query: WithdrawalQuery,
        turnover: TurnoverQuery,
        keeper: PayeeKeeper,
        stepUp: StepUp,
        cards: SecurityCards,
        chain: SimulatedChain,
        prices: PriceSource,
        policies: Policies,
        texts: Messages,
        clock: Clock,
      ) => {
        const asking = { commands, lookup, query, turnover, keeper, stepUp, cards };
        return new WithdrawalService({ ...asking, chain, prices, policies, texts, clock });
      },
    },
    Payouts,
    {
      provide: PayoutRunner,
      inject: [Pool, SimulatedChain, SimulatedBank, Payouts, WithdrawalQuery],
      useFactory: (
        pool: Pool,
        chain: SimulatedChain,
        bank: SimulatedBank,
        payouts: Payouts,
        query: WithdrawalQuery,
      ) => {
        const feeds = new PayoutFeeds({ pool, chain, bank, payouts, query });
        return new PayoutRunner(payouts, feeds, new Logger('Payouts'));
      },
    },
  ],
})
export class WithdrawalModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalHoldings,
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly levels: VerificationLevels,
    private readonly signs: RiskSigns,
    private readonly keeper: PayeeKeeper,
    private readonly query: WithdrawalQuery,
    readonly payouts: PayoutRunner,
  ) {}

  onModuleInit(): void {
    const { pool, store, query, keeper, levels, signs } = this;
    this.kinds.register(...withdrawalReviews({ pool, store, query, keeper, levels, signs }));
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
