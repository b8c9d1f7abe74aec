import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { SimulatedBank } from '../../core/bank.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { IndexPrices } from '../../core/index-prices.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PrivateImages } from '../../core/private-images.js';
import type { RiskSigns } from '../../core/risk-signs.js';
import {
  BANK,
  CLOCK,
  EVENT_STORE,
  IDS,
  INDEX_PRICES,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  REVIEW_KINDS,
  RISK_SIGNS,
  VAULT,
  VERIFICATION_LEVELS,
} from '../../core/tokens.js';
import type { VerificationLevels } from '../../core/verification.js';
import { StaffTrail } from '../../core/staff-trail.js';
import { Messages } from '../../edge/http/messages.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { StaffLists } from '../../edge/lists/staff-lists.js';
import { StaffRights } from '../../edge/auth/staff-rights.js';
import { C2cController } from './c2c.controller.js';
import { C2cQuery, type C2cPolicies } from './c2c.query.js';
import { C2cReader } from './c2c.reader.js';
import { c2cReviews } from './c2c.review.js';
import { C2cService } from './c2c.service.js';
import { C2cStaffController } from './c2c-staff.controller.js';
import { C2cStaffService } from './c2c-staff.service.js';

/** Buying coins by wire: orders, their sellers, and what person and support write to each other. */
@Module({
  controllers: [C2cController, C2cStaffController],
  providers: [
    {
      provide: C2cReader,
      inject: [EVENT_STORE, VAULT, PG_POOL],
      useFactory: (store: EventStore, vault: Vault, pool: Pool) => new C2cReader({ store, vault, pool }),
    },
    {
      provide: C2cQuery,
      inject: [
        ...[PG_POOL, PROJECTIONS, C2cReader, VERIFICATION_LEVELS, POLICY_SOURCE, INDEX_PRICES, VAULT],
        ...[Messages, CLOCK],
      ],
      useFactory: (
        pool: Pool,
        projections: ProjectionRunner,
        reader: C2cReader,
        levels: VerificationLevels,
        policies: C2cPolicies,
        prices: IndexPrices,
        vault: Vault,
        texts: Messages,
        clock: Clock,
      ) => new C2cQuery({ pool, projections, reader, levels, policies, prices, vault, texts, clock }),
    },
    {
      provide: C2cService,
      inject: [Commands, C2cQuery, PROJECTIONS, POLICY_SOURCE, INDEX_PRICES, PRIVATE_IMAGES, VAULT, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        query: C2cQuery,
        projections: ProjectionRunner,
        policies: C2cPolicies,
        prices: IndexPrices,
        images: PrivateImages,
        vault: Vault,
        clock: Clock,
        ids: Ids,
      ) => new C2cService({ commands, query, projections, policies, prices, images, vault, clock, ids }),
    },
    {
      provide: C2cStaffService,
      inject: [
        ...[PG_POOL, Commands, StaffLists, StaffRights, StaffTrail, C2cQuery, C2cReader, PROJECTIONS, VAULT],
        ...[CLOCK, IDS],
      ],
      useFactory: (
        pool: Pool,
        commands: Commands,
        lists: StaffLists,
        rights: StaffRights,
        trail: StaffTrail,
        query: C2cQuery,
        reader: C2cReader,
        projections: ProjectionRunner,
        vault: Vault,
        clock: Clock,
        ids: Ids,
      ) => new C2cStaffService({ pool, commands, lists, rights, trail, query, reader, projections, vault, clock, ids }),
    },
  ],
})
export class C2cModule implements OnModuleInit {
  constructor(
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(VERIFICATION_LEVELS) private readonly levels: VerificationLevels,
    @Inject(BANK) private readonly bank: SimulatedBank,
    @Inject(RISK_SIGNS) private readonly risks: RiskSigns,
    @Inject(C2cReader) private readonly reader: C2cReader,
    @Inject(C2cQuery) private readonly query: C2cQuery,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
  ) {}

  onModuleInit(): void {
    const { reader, bank, levels, risks, query } = this;
    this.kinds.register(...c2cReviews({ reader, bank, levels, risks }));
    // Numbers and sealed texts only: they say nothing once the key is gone.
    this.holdings.register({
      name: 'c2c',
      tables: ['c2c_orders', 'c2c_messages'],
      export: (userId) => query.export(userId),
      refusal: (userId) => query.openRefusal(userId),
    });
  }
}
