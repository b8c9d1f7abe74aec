import {
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import type { PersonalHoldings, Vault } from '../core/person.js';
import type { PolicySource } from '../core/policy.js';
import type { PrivateImages } from '../core/private-images.js';
import {
  CLOCK,
  EVENT_STORE,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  REVIEW_KINDS,
  RISK_SIGNS,
  VAULT,
  WRITERS,
} from '../core/tokens.js';
import { StaffTrail } from '../core/staff-trail.js';
import { Messages } from '../edge/http/messages.js';
import type { EventStore } from '../engine/history/event-store.js';
import { PROJECTIONS, type ProjectionRunner } from '../engine/projections/runner.js';
import { StaffRights } from '../edge/auth/staff-rights.js';
import type { Writers } from '../engine/writer/writers.js';
import { keepImages } from './kept-images.js';
import { KnownReviewKinds } from './kinds.js';
import { PersonDecisionsController } from './person-decisions.controller.js';
import { ReviewImagesController } from './review-images.controller.js';
import { ReviewController } from './review.controller.js';
import { ReviewDecisions } from './review-decisions.js';
import { ReviewDetailsReader } from './review-details.js';
import type { ReviewKinds } from './review-kind.js';
import { ReviewQuery } from './review.query.js';
import { RiskSignsReader } from './risk-signs.reader.js';
import { ReviewBatch } from './review.batch.js';
import { ReviewService, type ReviewRules } from './review.service.js';

/** After the start, when policies and read models are there for certain. */
const KEEP_IMAGES_AFTER_MS = 60_000;

/** The review room; features register what is reviewed in it under `REVIEW_KINDS`. */
@Global()
@Module({
  controllers: [ReviewController, ReviewImagesController, PersonDecisionsController],
  providers: [
    { provide: REVIEW_KINDS, useFactory: () => new KnownReviewKinds() },
    {
      provide: RISK_SIGNS,
      inject: [PG_POOL, POLICY_SOURCE],
      useFactory: (pool: Pool, policies: PolicySource<KnownPolicies>) => new RiskSignsReader(pool, policies),
    },
    {
      provide: ReviewQuery,
      inject: [PG_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new ReviewQuery(pool, clock),
    },
    {
      provide: ReviewService,
      inject: [WRITERS, Commands, REVIEW_KINDS, ReviewQuery, StaffRights, VAULT, POLICY_SOURCE, PROJECTIONS, CLOCK],
      useFactory: (
        writers: Writers,
        commands: Commands,
        kinds: ReviewKinds,
        query: ReviewQuery,
        rights: StaffRights,
        vault: Vault,
        policies: PolicySource<{ 'review.rules': ReviewRules }>,
        projections: ProjectionRunner,
        clock: Clock,
      ) => new ReviewService({ writers, commands, kinds, query, rights, vault, policies, projections, clock }),
    },
    {
      provide: ReviewDetailsReader,
      inject: [REVIEW_KINDS, ReviewQuery, ReviewService, StaffTrail, ReviewDecisions],
      useFactory: (
        kinds: ReviewKinds,
        query: ReviewQuery,
        reviews: ReviewService,
        trail: StaffTrail,
        decisions: ReviewDecisions,
      ) => new ReviewDetailsReader({ kinds, query, reviews, trail, decisions }),
    },
    {
      provide: ReviewDecisions,
      inject: [PG_POOL, EVENT_STORE, VAULT],
      useFactory: (pool: Pool, store: EventStore, vault: Vault) => new ReviewDecisions({ pool, store, vault }),
    },
    {
      provide: ReviewBatch,
      inject: [PG_POOL, CLOCK, PROJECTIONS, ReviewService, Messages],
      useFactory: (pool: Pool, clock: Clock, projections: ProjectionRunner, reviews: ReviewService, texts: Messages) =>
        new ReviewBatch({ pool, clock, projections, reviews, texts }),
    },
  ],
  exports: [REVIEW_KINDS, RISK_SIGNS],
})
export class ReviewModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private keeping: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REVIEW_KINDS) readonly kinds: ReviewKinds,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(ReviewQuery) readonly query: ReviewQuery,
    @Inject(ReviewService) private readonly reviews: ReviewService,
    @Inject(PRIVATE_IMAGES) readonly images: PrivateImages,
    @Inject(POLICY_SOURCE) readonly policies: PolicySource<KnownPolicies>,
    @Inject(CLOCK) readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // The rows say what was asked for and when, in numbers; what was asked is the noun's own.
    this.holdings.register({
      name: 'reviews',
      tables: ['reviews'],
      shred: async (userId) => this.reviews.withdrawAll(userId, await this.query.openOf(userId)),
      export: (userId) => this.query.of(userId),
    });
  }

  onApplicationBootstrap(): void {
    const failed = (error: unknown): void => new Logger('Review').warn(`images not kept: ${String(error)}`);
    this.keeping = setTimeout(() => this.keepImages().catch(failed), KEEP_IMAGES_AFTER_MS).unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.keeping);
  }

  keepImages(): Promise<void> {
    return keepImages(this);
  }
}
