import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import { Clock } from '../core/clock.js';
import { PersonalDataHandlers } from '../core/ports/personal-holdings.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { PrivateImages } from '../core/ports/private-images.js';
import { keepImages } from './kept-images.js';
import { KnownReviewKinds } from './kinds.js';
import { PersonDecisionsController } from './person-decisions.controller.js';
import { ReviewImagesController } from './review-images.controller.js';
import { ReviewController } from './review.controller.js';
import { ReviewDecisions } from './review-decisions.js';
import { ReviewDetailsReader } from './review-details.js';
import { ReviewKinds } from './review-kind.js';
import { ReviewQuery } from './review.query.js';
import { RiskSignalsReader } from './risk-signals.reader.js';
import { ReviewBatch } from './review.batch.js';
import { ReviewService } from './review.service.js';
import { RiskSignals } from '../core/ports/risk-signals.js';

/** After the start, when policies and read models are there for certain. */
const KEEP_IMAGES_AFTER_MS = 60_000;

/** The review room; features register what is reviewed in it under `REVIEW_KINDS`. */
@Global()
@Module({
  controllers: [ReviewController, ReviewImagesController, PersonDecisionsController],
  providers: [
    { provide: ReviewKinds, useClass: KnownReviewKinds },
    { provide: RiskSignals, useClass: RiskSignalsReader },
    ReviewQuery,
    ReviewService,
    ReviewDetailsReader,
    ReviewDecisions,
    ReviewBatch,
  ],
  exports: [ReviewKinds, RiskSignals],
})
export class ReviewModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private keeping: NodeJS.Timeout | undefined;

  constructor(
    readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    readonly query: ReviewQuery,
    private readonly reviews: ReviewService,
    readonly images: PrivateImages,
    readonly policies: PolicySource<KnownPolicies>,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // The rows hold ids and instants; the request's content belongs to its noun.
    this.holdings.register({
      name: 'reviews',
      tables: ['reviews'],
      shred: async (userId, cause) => this.reviews.withdrawAll(userId, await this.query.openOf(userId), cause),
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
