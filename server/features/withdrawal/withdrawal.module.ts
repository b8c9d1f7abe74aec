import {
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { SimulatedBank } from '../../core/bank.js';
import type { SimulatedChain } from '../../core/chain.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { Payees } from '../../core/payees.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import { refuse } from '../../core/refusal.js';
import type { RiskSigns } from '../../core/risk-signs.js';
import type { SecurityCards } from '../../core/security-card.js';
import type { StepUp } from '../../core/step-up.js';
import {
  ACCOUNT_GATE,
  BANK,
  CHAIN,
  CLOCK,
  EVENT_STORE,
  IDS,
  PAYEES,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  REVIEW_KINDS,
  RISK_SIGNS,
  SECURITY_CARDS,
  STEP_UP,
  VAULT,
  VERIFICATION_LEVELS,
  WITHDRAWAL_HOLD,
  WRITERS,
  PRICE_SOURCE,
} from '../../core/tokens.js';
import type { VerificationLevels } from '../../core/verification.js';
import type { WithdrawalHold } from '../../core/withdrawal-hold.js';
import { Messages } from '../../edge/http/messages.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { PriceSource } from '../../core/price-source.js';
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
    {
      provide: PayeeKeeper,
      inject: [PAYEES, VAULT, CHAIN],
      useFactory: (payees: Payees, vault: Vault, chain: SimulatedChain) => new PayeeKeeper({ payees, vault, chain }),
    },
    {
      provide: TurnoverQuery,
      inject: [PG_POOL, PROJECTIONS, PRICE_SOURCE],
      useFactory: (pool: Pool, projections: ProjectionRunner, prices: PriceSource) =>
        new TurnoverQuery({ pool, projections, prices }),
    },
    {
      provide: WithdrawalQuery,
      inject: [PG_POOL, PROJECTIONS, VAULT, Messages],
      useFactory: (pool: Pool, projections: ProjectionRunner, vault: Vault, texts: Messages) =>
        new WithdrawalQuery({ pool, projections, vault, texts }),
    },
    {
      provide: WithdrawalLookup,
      inject: [
        ...[PG_POOL, WRITERS, POLICY_SOURCE, PRICE_SOURCE, CHAIN, PAYEES, ACCOUNT_GATE, PayeeKeeper, TurnoverQuery],
        ...[VAULT, CLOCK, IDS, WITHDRAWAL_HOLD],
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
        ...[Commands, WithdrawalLookup, WithdrawalQuery, TurnoverQuery, PayeeKeeper, STEP_UP, SECURITY_CARDS, CHAIN],
        ...[PRICE_SOURCE, POLICY_SOURCE, Messages, CLOCK],
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
    {
      provide: Payouts,
      inject: [WRITERS, Commands, WithdrawalQuery, PayeeKeeper, CHAIN, BANK, POLICY_SOURCE, CLOCK],
      useFactory: (
        writers: Writers,
        commands: Commands,
        query: WithdrawalQuery,
        keeper: PayeeKeeper,
        chain: SimulatedChain,
        bank: SimulatedBank,
        policies: Policies,
        clock: Clock,
      ) => new Payouts({ writers, commands, query, keeper, chain, bank, policies, clock }),
    },
    {
      provide: PayoutRunner,
      inject: [PG_POOL, CHAIN, BANK, Payouts, WithdrawalQuery],
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
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VERIFICATION_LEVELS) private readonly levels: VerificationLevels,
    @Inject(RISK_SIGNS) private readonly signs: RiskSigns,
    @Inject(PayeeKeeper) private readonly keeper: PayeeKeeper,
    @Inject(WithdrawalQuery) private readonly query: WithdrawalQuery,
    @Inject(PayoutRunner) readonly payouts: PayoutRunner,
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
