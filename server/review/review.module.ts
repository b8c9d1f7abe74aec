import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../core/ports/personal-holdings.js';
import { PrivateImages } from '../core/ports/private-images.js';
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
import { sentImages } from './sent-images.js';

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
export class ReviewModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly query: ReviewQuery,
    private readonly reviews: ReviewService,
    private readonly images: PrivateImages,
  ) {}

  onModuleInit(): void {
    this.images.register(sentImages(this.query, this.kinds));
    // The rows hold ids and instants; the request's content belongs to its noun.
    this.holdings.register({
      name: 'reviews',
      tables: ['reviews'],
      shred: async (userId, cause) => this.reviews.withdrawAll(userId, await this.query.openOf(userId), cause),
      export: (userId) => this.query.of(userId),
    });
  }
}
