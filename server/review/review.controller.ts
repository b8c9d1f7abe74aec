import { Controller } from '@nestjs/common';
import {
  approveReviews,
  askForMore,
  claimReview,
  decideReview,
  escalateReview,
  holdReview,
  rejectEscalated,
  releaseReview,
  returnReview,
  staffOpenedReviews,
  staffReview,
  staffReviewStatistics,
} from '../../contracts/review.calls.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { reviewQueuesOf } from '../edge/auth/masking.js';
import { StaffLists } from '../edge/lists/staff-lists.js';
import { reviewList } from './review.list.js';
import { ReviewBatch } from './review.batch.js';
import { ReviewDetailsReader } from './review-details.js';
import { ReviewQuery } from './review.query.js';
import { ReviewService } from './review.service.js';

/** The room where staff decide what users asked for. */
@Controller()
export class ReviewController {
  constructor(
    private readonly lists: StaffLists,
    private readonly reviews: ReviewService,
    private readonly details: ReviewDetailsReader,
    private readonly query: ReviewQuery,
    private readonly batch: ReviewBatch,
  ) {}

  @Handle(staffReview)
  async one({ session, input }: CallContext<typeof staffReview>): Promise<ReviewView | Refusal> {
    const review = await this.lists.one(session, reviewList, input.id);
    return isRefusal(review) ? review : this.details.view(session, review);
  }

  @Handle(claimReview)
  claim({ session, input, keys }: CallContext<typeof claimReview>) {
    return this.reviews.claim(session, input.requestId, keys);
  }

  @Handle(releaseReview)
  release({ session, input, keys }: CallContext<typeof releaseReview>) {
    return this.reviews.release(session, input.requestId, keys);
  }

  @Handle(decideReview)
  decide({ session, input, keys }: CallContext<typeof decideReview>) {
    return this.reviews.decide(session, input, keys);
  }

  @Handle(askForMore)
  askForMore({ session, input, keys }: CallContext<typeof askForMore>) {
    return this.reviews.askForMore(session, input, keys);
  }

  @Handle(escalateReview)
  escalate({ session, input, keys }: CallContext<typeof escalateReview>) {
    return this.reviews.escalate(session, input, keys);
  }

  @Handle(holdReview)
  hold({ session, input, keys }: CallContext<typeof holdReview>) {
    return this.reviews.escalate(session, input, keys, true);
  }

  @Handle(returnReview)
  giveBack({ session, input, keys }: CallContext<typeof returnReview>) {
    return this.reviews.returnEscalated(session, input, keys);
  }

  @Handle(rejectEscalated)
  rejectEscalated({ session, input, keys }: CallContext<typeof rejectEscalated>) {
    return this.reviews.rejectEscalated(session, input, keys);
  }

  @Handle(staffOpenedReviews)
  opened({ session }: CallContext<typeof staffOpenedReviews>) {
    return this.batch.opened(session);
  }

  @Handle(approveReviews)
  approveAll({ session, input, keys, lang }: CallContext<typeof approveReviews>) {
    return this.batch.approve(session, input.requestIds, keys, lang);
  }

  @Handle(staffReviewStatistics)
  statistics({ session, input }: CallContext<typeof staffReviewStatistics>) {
    return this.query.statistics(input.days, reviewQueuesOf(session));
  }
}
