import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { Hashing, Logins, SessionEnds } from '../../core/logins.js';
import type { Codes, Outbox } from '../../core/messages-out.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { PrivateImages } from '../../core/private-images.js';
import type { RiskSigns } from '../../core/risk-signs.js';
import type { VerificationLevels } from '../../core/verification.js';
import {
  CLOCK,
  CODES,
  HASHING,
  IDS,
  LOGINS,
  OUTBOX,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  REVIEW_KINDS,
  RISK_SIGNS,
  SECOND_FACTOR,
  SECURITY_CARDS,
  SESSION_ENDS,
  STEP_UP,
  TRADE_GATE,
  VAULT,
  VERIFICATION_LEVELS,
  WITHDRAWAL_HOLD,
  WRITERS,
} from '../../core/tokens.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { LoginTable } from '../../edge/auth/logins.js';
import { productName } from '../../edge/product-name.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import type { Writers } from '../../engine/writer/writers.js';
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

const SECURITY_PARTS = 'SECURITY_PARTS';
type Policies = PolicySource<KnownPolicies>;

/** Proof and what keeps it: what the services and the ports of other nouns stand on. */
const foundations: Provider[] = [
  {
    provide: Factors,
    inject: [PG_POOL, VAULT, CLOCK],
    useFactory: (pool: Pool, vault: Vault, clock: Clock) => new Factors(pool, vault, clock),
  },
  {
    provide: ProofTries,
    inject: [PG_POOL, POLICY_SOURCE, CLOCK],
    useFactory: (pool: Pool, policies: Policies, clock: Clock) => new ProofTries(pool, policies, clock),
  },
  {
    provide: Proofs,
    inject: [Commands, WRITERS, LOGINS, HASHING, Factors, ProofTries, POLICY_SOURCE, CLOCK],
    useFactory: (
      commands: Commands,
      writers: Writers,
      logins: Logins,
      hashing: Hashing,
      factors: Factors,
      tries: ProofTries,
      policies: Policies,
      clock: Clock,
    ) => new Proofs({ commands, writers, logins, hashing, factors, tries, policies, clock }),
  },
  {
    provide: TradeUnlocks,
    inject: [PG_POOL, CLOCK, Proofs],
    useFactory: (pool: Pool, clock: Clock, proofs: Proofs) =>
      new TradeUnlocks(pool, clock, (userId) => proofs.state(userId)),
  },
  {
    provide: AfterChange,
    inject: [SESSION_ENDS, LOGINS, OUTBOX, TradeUnlocks, CLOCK],
    useFactory: (sessionEnds: SessionEnds, logins: Logins, outbox: Outbox, unlocks: TradeUnlocks, clock: Clock) =>
      new AfterChange({ sessionEnds, logins, outbox, unlocks, clock }),
  },
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
      LOGINS,
      HASHING,
      CODES,
      VAULT,
      POLICY_SOURCE,
      CLOCK,
      IDS,
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
    inject: [SECURITY_PARTS, PG_POOL],
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
    inject: [SECURITY_PARTS, Credentials, LoginTable, VERIFICATION_LEVELS, PRIVATE_IMAGES],
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
    { provide: STEP_UP, useExisting: Proofs },
    { provide: SECOND_FACTOR, useExisting: Proofs },
    { provide: TRADE_GATE, useExisting: TradeUnlocks },
    { provide: SECURITY_CARDS, useExisting: SecurityQuery },
    { provide: WITHDRAWAL_HOLD, useValue: recoveryHold },
  ],
  exports: [STEP_UP, SECOND_FACTOR, TRADE_GATE, SECURITY_CARDS, WITHDRAWAL_HOLD],
})
export class SecurityModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(Factors) private readonly factors: Factors,
    @Inject(SecurityQuery) private readonly query: SecurityQuery,
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(Proofs) private readonly proofs: Proofs,
    @Inject(VERIFICATION_LEVELS) private readonly levels: VerificationLevels,
    @Inject(LOGINS) private readonly logins: Logins,
    @Inject(RISK_SIGNS) private readonly signs: RiskSigns,
    @Inject(ContactChanges) private readonly changes: ContactChanges,
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
