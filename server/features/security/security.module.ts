import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { Logins } from '../../core/ports/logins.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { AfterChange } from './after-change.js';
import { ContactChanges } from './contact-changes.js';
import { ContactService } from './contact.service.js';
import { Factors } from './factors.js';
import { AuthenticatorService } from './authenticator.service.js';
import { PersonService } from './person.service.js';
import { ProofTries } from './proof-tries.js';
import { Proofs } from './proofs.js';
import { RecoveryController } from './recovery.controller.js';
import './recovery.events.js';
import { recoveryHold } from './recovery.handler.js';
import { recoveryReview } from './recovery.review.js';
import { RecoveryService } from './recovery.service.js';
import { SecurityController } from './security.controller.js';
import './security.events.js';
import { SecurityParts } from './security-parts.js';
import { SecurityQuery } from './security.query.js';
import { TradePasswordService } from './trade-password.service.js';
import { TradeUnlocks } from './trade-unlocks.js';
import { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import { SecurityCards } from '../../core/ports/security-card.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { SecondFactor } from '../../core/ports/second-factor.js';
import { StepUp } from '../../core/ports/step-up.js';

/** Proof and what keeps it: what the services and the ports of other nouns stand on. */
const foundations: Provider[] = [Factors, ProofTries, Proofs, TradeUnlocks, AfterChange];

const services: Provider[] = [
  SecurityParts,
  SecurityQuery,
  AuthenticatorService,
  TradePasswordService,
  PersonService,
  ContactChanges,
  ContactService,
  RecoveryService,
];

/** Factors of real accounts, and the step-up proofs for other nouns. */
@Global()
@Module({
  controllers: [SecurityController, RecoveryController],
  providers: [
    ...foundations,
    ...services,
    { provide: StepUp, useExisting: Proofs },
    { provide: SecondFactor, useExisting: Proofs },
    { provide: TradeGate, useExisting: TradeUnlocks },
    { provide: SecurityCards, useExisting: SecurityQuery },
    { provide: WithdrawalHold, useValue: recoveryHold },
  ],
  exports: [StepUp, SecondFactor, TradeGate, SecurityCards, WithdrawalHold],
})
export class SecurityModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly factors: Factors,
    private readonly query: SecurityQuery,
    private readonly kinds: ReviewKinds,
    private readonly proofs: Proofs,
    private readonly levels: VerificationLevels,
    private readonly logins: Logins,
    private readonly signals: RiskSignals,
    private readonly changes: ContactChanges,
  ) {}

  onModuleInit(): void {
    const { proofs, levels, logins, signals } = this;
    this.kinds.register(recoveryReview({ stateOf: (userId) => proofs.state(userId), levels, logins, signals }));
    this.holdings.register({
      name: 'security',
      tables: ['factors', 'proof_tries', 'trade_unlocks', 'contact_changes'],
      shred: (userId) => this.factors.eraseAll(userId),
      export: (userId) => this.query.held(userId),
    });
  }

  onApplicationBootstrap(): void {
    this.changes.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.changes.stop();
  }
}
