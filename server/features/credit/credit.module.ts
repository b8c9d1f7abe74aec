import { Global, Module, type OnModuleInit } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { CreditScores } from '../../core/ports/credit-scores.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { CreditController } from './credit.controller.js';
import { CreditQuery, CreditReader } from './credit.query.js';
import { creditReview } from './credit.review.js';
import { CreditStandings } from './credit.scores.js';
import { CreditService } from './credit.service.js';
import { PolicySource } from '../../core/ports/policy-source.js';

/** The credit score: a published formula over what happened, and the proofs that count in it. Loans read `CreditScores`. */
@Global()
@Module({
  controllers: [CreditController],
  providers: [
    CreditReader,
    CreditQuery,
    CreditService,
    CreditStandings,
    { provide: CreditScores, useExisting: CreditStandings },
  ],
  exports: [CreditScores],
})
export class CreditModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly levels: VerificationLevels,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly reader: CreditReader,
    private readonly holdings: PersonalDataHandlers,
    private readonly query: CreditQuery,
  ) {}

  onModuleInit(): void {
    const { reader, levels, policies } = this;
    this.kinds.register(creditReview({ reader, levels, policies }));
    const { query } = this;
    this.holdings.register({ name: 'credit', tables: [], export: (userId) => query.view('en', userId) });
  }
}
