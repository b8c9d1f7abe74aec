import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { AccountGate } from '../../core/ports/account-gate.js';
import { SimulatedBank } from '../../core/ports/bank.js';
import { CreditScores } from '../../core/ports/credit-scores.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { Vault } from '../../core/ports/vault.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { refuse } from '../../core/refusal.js';
import { Writers } from '../../engine/writer/writers.js';
import { ReviewKinds } from '../../review/review-kind.js';
import type { LoanRules } from './loan.commands.js';
import { LoanController } from './loan.controller.js';
import { LoanContracts } from './loan-contract.js';
import { LOAN_REALM } from './loan.handler.js';
import { LoanImages } from './loan-images.js';
import { loanPaymentReview } from './loan-payment.review.js';
import { LoanPaymentService } from './loan-payment.service.js';
import { LoanQuery, viewOfRow } from './loan.query.js';
import { loanReview } from './loan.review.js';
import { LoanService } from './loan.service.js';
import { loanKind } from './loan.state.js';
import { LoanWatcher } from './loan.watcher.js';

/** Loans in USDT: applications that staff decide, interest by local dates, repayment, collection. */
@Module({
  controllers: [LoanController],
  providers: [LoanQuery, LoanImages, LoanContracts, LoanService, LoanPaymentService, LoanWatcher],
})
export class LoanModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly signals: RiskSignals,
    private readonly levels: VerificationLevels,
    private readonly policies: PolicySource<{ 'loan.rules': LoanRules }>,
    private readonly vault: Vault,
    private readonly gate: AccountGate,
    private readonly scores: CreditScores,
    private readonly query: LoanQuery,
    private readonly writers: Writers,
    private readonly bank: SimulatedBank,
    private readonly watcher: LoanWatcher,
  ) {}

  onModuleInit(): void {
    const { levels, signals, vault, query, policies, gate, scores, writers, bank } = this;
    const loans = (ownerId: string) => writers.read(LOAN_REALM, loanKind, ownerId);
    this.kinds.register(
      loanReview({ query, loans, policies, levels, signals, vault, gate, scores }),
      loanPaymentReview({ loans, bank, levels, signals, vault }),
    );
    // The rows are numbers, codes and what is sealed. A debt keeps the person here until it is paid.
    this.holdings.register({
      name: 'loan',
      tables: ['loans'],
      export: async (userId) => (await query.ofPerson(userId)).map(viewOfRow),
      refusal: async (userId) => {
        if (!(await query.isUpToDate('real'))) return refuse('request.unavailable');
        const open = (await query.ofPerson(userId)).filter(({ endedAt }) => endedAt === 0);
        return open.length === 0 ? undefined : refuse('person.requests-open', { count: open.length });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.watcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.watcher.stop();
  }
}
