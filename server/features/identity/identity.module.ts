import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { IDENTITY_LEVELS } from '../../../contracts/identity.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { PrivateImages } from '../../core/private-images.js';
import {
  ACCOUNT_GATE,
  CLOCK,
  EVENT_STORE,
  IDS,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  REVIEW_KINDS,
  VAULT,
  VERIFICATION_LEVELS,
} from '../../core/tokens.js';
import type { EventStore } from '../../engine/history/event-store.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { IdentityController } from './identity.controller.js';
import { IdentityQuery } from './identity.query.js';
import { IdentityReader } from './identity.reader.js';
import { identityReview } from './identity.review.js';
import { IdentityService } from './identity.service.js';

/** Real-name verification: primary, advanced, address. Other features ask `VERIFICATION_LEVELS` how far somebody is verified. */
@Global()
@Module({
  controllers: [IdentityController],
  providers: [
    {
      provide: IdentityReader,
      inject: [EVENT_STORE, VAULT, ACCOUNT_GATE],
      useFactory: (store: EventStore, vault: Vault, gate: AccountGate) => new IdentityReader(store, vault, gate),
    },
    { provide: VERIFICATION_LEVELS, useExisting: IdentityReader },
    {
      provide: IdentityQuery,
      inject: [IdentityReader, VAULT, POLICY_SOURCE],
      useFactory: (reader: IdentityReader, vault: Vault, policies: PolicySource<KnownPolicies>) =>
        new IdentityQuery(reader, vault, policies),
    },
    {
      provide: IdentityService,
      inject: [Commands, IdentityReader, VAULT, PRIVATE_IMAGES, POLICY_SOURCE, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        reader: IdentityReader,
        vault: Vault,
        images: PrivateImages,
        policies: PolicySource<KnownPolicies>,
        clock: Clock,
        ids: Ids,
      ) => new IdentityService({ commands, reader, vault, images, policies, clock, ids }),
    },
  ],
  exports: [VERIFICATION_LEVELS],
})
export class IdentityModule implements OnModuleInit {
  constructor(
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(IdentityReader) private readonly reader: IdentityReader,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(IdentityService) private readonly identity: IdentityService,
    @Inject(IdentityQuery) private readonly query: IdentityQuery,
  ) {}

  onModuleInit(): void {
    const { reader, pool, clock, identity, query } = this;
    this.kinds.register(...IDENTITY_LEVELS.map((level) => identityReview(level, { reader, pool, clock })));
    this.holdings.register({
      name: 'identity',
      tables: ['identity_requests'],
      shred: (userId) => identity.erase(userId),
      export: (userId) => query.export(userId),
    });
  }
}
