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

/** The review room, where staff decide requests. */
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
  async one(call: CallContext<typeof staffReview>): Promise<ReviewView | Refusal> {
    const review = await this.lists.one(call.session, reviewList, call.input.id);
    return isRefusal(review) ? review : this.details.view(call, review);
  }

  @Handle(claimReview)
  claim({ session, input, requestToken }: CallContext<typeof claimReview>) {
    return this.reviews.claim(session, input.requestId, requestToken);
  }

  @Handle(releaseReview)
  release({ session, input, requestToken }: CallContext<typeof releaseReview>) {
    return this.reviews.release(session, input.requestId, requestToken);
  }

  @Handle(decideReview)
  decide({ session, input, requestToken }: CallContext<typeof decideReview>) {
    return this.reviews.decide(session, input, requestToken);
  }

  @Handle(askForMore)
  askForMore({ session, input, requestToken }: CallContext<typeof askForMore>) {
    return this.reviews.askForMore(session, input, requestToken);
  }

  @Handle(escalateReview)
  escalate({ session, input, requestToken }: CallContext<typeof escalateReview>) {
    return this.reviews.escalate(session, input, requestToken);
  }

  @Handle(holdReview)
  hold({ session, input, requestToken }: CallContext<typeof holdReview>) {
    return this.reviews.escalate(session, input, requestToken, true);
  }

  @Handle(returnReview)
  giveBack({ session, input, requestToken }: CallContext<typeof returnReview>) {
    return this.reviews.returnEscalated(session, input, requestToken);
  }

  @Handle(rejectEscalated)
  rejectEscalated({ session, input, requestToken }: CallContext<typeof rejectEscalated>) {
    return this.reviews.rejectEscalated(session, input, requestToken);
  }

  @Handle(staffOpenedReviews)
  opened({ session }: CallContext<typeof staffOpenedReviews>) {
    return this.batch.opened(session);
  }

  @Handle(approveReviews)
  approveAll({ session, input, requestToken, lang }: CallContext<typeof approveReviews>) {
    return this.batch.approve(session, input.requestIds, requestToken, lang);
  }

  @Handle(staffReviewStatistics)
  statistics({ session, input }: CallContext<typeof staffReviewStatistics>) {
    return this.query.statistics(input.days, reviewQueuesOf(session));
  }
}
