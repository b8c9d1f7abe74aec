import {
  Global,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Hashing, Logins } from '../../core/ports/logins.js';
import { Codes } from '../../core/ports/messages-out.js';
import { PersonalHoldings } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { RiskSigns } from '../../core/ports/risk-signs.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { LoginTable } from '../../edge/auth/logins.js';
import { productName } from '../../edge/product-name.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { AfterChange } from './after-change.js';
import { ContactChanges } from './contact-changes.js';
import { ContactService } from './contact.service.js';
import { Factors } from './factors.js';
import { GoogleService } from './google.service.js';
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
import type { SecurityParts } from './security-parts.js';
import { SecurityQuery } from './security.query.js';
import { TradePasswordService } from './trade-password.service.js';
import { TradeUnlocks } from './trade-unlocks.js';
import { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import { SecurityCards } from '../../core/ports/security-card.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { SecondFactor } from '../../core/ports/second-factor.js';
import { StepUp } from '../../core/ports/step-up.js';

const SECURITY_PARTS = 'SECURITY_PARTS';
type Policies = PolicySource<KnownPolicies>;

/** Proof and what keeps it: what the services and the ports of other nouns stand on. */
const foundations: Provider[] = [
  Factors,
  ProofTries,
  Proofs,
  {
    provide: TradeUnlocks,
    inject: [Pool, Clock, Proofs],
    useFactory: (pool: Pool, clock: Clock, proofs: Proofs) =>
      new TradeUnlocks(pool, clock, (userId) => proofs.state(userId)),
  },
  AfterChange,
];

const services: Provider[] = [
  {
    provide: SECURITY_PARTS,
    inject: [
      Commands,
      Proofs,
      Factors,
      TradeUnlocks,
      AfterChange,
      Logins,
      Hashing,
      Codes,
      Vault,
      PolicySource,
      Clock,
      Ids,
    ],
    useFactory: (
      commands: Commands,
      proofs: Proofs,
      factors: Factors,
      unlocks: TradeUnlocks,
      after: AfterChange,
      logins: Logins,
      hashing: Hashing,
      codes: Codes,
      vault: Vault,
      policies: Policies,
      clock: Clock,
      ids: Ids,
    ): SecurityParts => {
      const issuer = productName();
      const own = { commands, proofs, factors, unlocks, after, issuer };
      return { ...own, logins, hashing, codes, vault, policies, clock, ids };
    },
  },
  {
    provide: SecurityQuery,
    inject: [SECURITY_PARTS],
    useFactory: (parts: SecurityParts) => new SecurityQuery(parts),
  },
  {
    provide: GoogleService,
    inject: [SECURITY_PARTS],
    useFactory: (parts: SecurityParts) => new GoogleService(parts),
  },
  {
    provide: TradePasswordService,
    inject: [SECURITY_PARTS],
    useFactory: (parts: SecurityParts) => new TradePasswordService(parts),
  },
  {
    provide: PersonService,
    inject: [SECURITY_PARTS],
    useFactory: (parts: SecurityParts) => new PersonService(parts),
  },
  {
    provide: ContactChanges,
    inject: [SECURITY_PARTS, Pool],
    useFactory: (parts: SecurityParts, pool: Pool) =>
      new ContactChanges({ ...parts, pool, log: new Logger('Contacts') }),
  },
  {
    provide: ContactService,
    inject: [SECURITY_PARTS, PersonService, ContactChanges],
    useFactory: (parts: SecurityParts, persons: PersonService, changes: ContactChanges) =>
      new ContactService(parts, persons, changes),
  },
  {
    provide: RecoveryService,
    inject: [SECURITY_PARTS, Credentials, LoginTable, VerificationLevels, PrivateImages],
    useFactory: (
      parts: SecurityParts,
      credentials: Credentials,
      logins: LoginTable,
      levels: VerificationLevels,
      images: PrivateImages,
    ) => new RecoveryService({ ...parts, credentials, logins, levels, images }),
  },
];

/** Factors of real accounts, and the proofs that other nouns ask for. */
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
    private readonly holdings: PersonalHoldings,
    private readonly factors: Factors,
    private readonly query: SecurityQuery,
    private readonly kinds: ReviewKinds,
    private readonly proofs: Proofs,
    private readonly levels: VerificationLevels,
    private readonly logins: Logins,
    private readonly signs: RiskSigns,
    private readonly changes: ContactChanges,
  ) {}

  onModuleInit(): void {
    const { proofs, levels, logins, signs } = this;
    this.kinds.register(recoveryReview({ stateOf: (userId) => proofs.state(userId), levels, logins, signs }));
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
