import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  approveReviewsBody,
  askForMoreBody,
  decideReviewBody,
  escalateReviewBody,
  rejectEscalatedBody,
  returnReviewBody,
  reviewBody,
  reviewStatisticsQuery,
  type ReviewRow,
  type ReviewView,
} from '../../contracts/review.contract.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import { Call, type Asked } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from '../staff/call-shapes.js';
import { reviewQueuesOf } from '../edge/auth/masking.js';
import { StaffLists } from '../staff/staff-lists.js';
import { ReviewBatch } from './review.batch.js';
import { ReviewDetailsReader } from './review-details.js';
import { ReviewQuery } from './review.query.js';
import { ReviewService } from './review.service.js';

const HELD = ['review.not-found', 'staff.role-missing', 'review.claimed-by-other', 'review.decided'] as const;

/** With the person or with risk. */
const ASIDE = ['review.asked', 'review.escalated'] as const;
/** Risk settles what others escalated. */
const SETTLED = [
  'review.not-found',
  'staff.role-missing',
  'review.decided',
  'review.own',
  'review.not-escalated',
  'review.escalated-by-you',
] as const;

/** The room where staff decide what users asked for. */
@Controller()
export class ReviewController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(ReviewService) private readonly reviews: ReviewService,
    @Inject(ReviewDetailsReader) private readonly details: ReviewDetailsReader,
    @Inject(ReviewQuery) private readonly query: ReviewQuery,
    @Inject(ReviewBatch) private readonly batch: ReviewBatch,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/reviews',
    access: 'staff:reviews',
    summary: 'Requests that wait for staff or did, the oldest first.',
    answer: 'ReviewRow[]',
    ...LIST,
  })
  list({ session, input, header }: List<'staff:reviews'>) {
    return this.lists.list(session, 'reviews', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/reviews/:id',
    access: 'staff:reviews',
    summary: 'One request; its contents only for the reviewer who has claimed it. That reading is recorded.',
    answer: 'ReviewView',
    ...ONE,
    refusals: ['staff.not-found', 'request.unavailable'],
  })
  async one({ session, input }: One<'staff:reviews'>): Promise<ReviewView | Refusal> {
    const review = await this.lists.one<ReviewRow>(session, 'reviews', input.id);
    return isRefusal(review) ? review : this.details.view(session, review);
  }

  @Call({
    method: 'POST',
    path: 'staff/claimReview',
    access: 'staff:reviewing',
    summary: 'Takes a request, so that nobody else works on it, or keeps it for longer.',
    input: reviewBody,
    answer: 'ReviewClaimView',
    body: 'bare',
    refusals: [...HELD, 'review.own', 'review.approved-by-you', ...ASIDE],
  })
  claim({ session, input, keys }: Asked<typeof reviewBody, 'staff:reviewing'>) {
    return this.reviews.claim(session, input.requestId, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/releaseReview',
    access: 'staff:reviewing',
    summary: 'Gives a request back to its queue.',
    input: reviewBody,
    answer: 'null',
    body: 'bare',
    refusals: HELD,
  })
  release({ session, input, keys }: Asked<typeof reviewBody, 'staff:reviewing'>) {
    return this.reviews.release(session, input.requestId, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/decideReview',
    access: 'staff:reviewing',
    summary: 'Approves or rejects a claimed request. The first of two approvals passes it on to somebody else.',
    input: decideReviewBody,
    answer: 'ReviewVerdictView',
    body: 'bare',
    refusals: [
      ...HELD,
      'review.claim-needed',
      'review.own',
      'review.approved-by-you',
      ...ASIDE,
      'review.reason-needed',
      'review.reason-unknown',
      'review.note-needed',
      'review.identified-by-you',
      'review.not-opened',
      'review.checks-missing',
    ],
  })
  decide({ session, input, keys }: Asked<typeof decideReviewBody, 'staff:reviewing'>) {
    return this.reviews.decide(session, input, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/askForMore',
    access: 'staff:reviewing',
    summary: 'Sends a claimed request back to its person with what is wrong. It keeps its place in the list.',
    input: askForMoreBody,
    answer: 'ReviewClaimView',
    body: 'bare',
    refusals: [
      ...HELD,
      'review.claim-needed',
      'review.own',
      'review.approved-by-you',
      'review.ask-unavailable',
      'review.reason-needed',
      'review.reason-unknown',
      'review.advice-unknown',
    ],
  })
  askForMore({ session, input, keys }: Asked<typeof askForMoreBody, 'staff:reviewing'>) {
    return this.reviews.askForMore(session, input, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/escalateReview',
    access: 'staff:reviewing',
    summary: 'Brings a claimed request before risk: it leaves its queue until they have looked at it.',
    input: escalateReviewBody,
    answer: 'null',
    body: 'bare',
    refusals: [
      'review.not-found',
      'staff.role-missing',
      'review.decided',
      'review.claim-needed',
      'review.own',
      ...ASIDE,
    ],
  })
  escalate({ session, input, keys }: Asked<typeof escalateReviewBody, 'staff:reviewing'>) {
    return this.reviews.escalate(session, input, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/holdReview',
    access: 'staff:escalations',
    summary: 'Risk takes an open request out of its queue. Another of risk gives it back or rejects it.',
    input: escalateReviewBody,
    answer: 'null',
    body: 'bare',
    refusals: ['review.not-found', 'staff.role-missing', 'review.decided', 'review.own', ...ASIDE],
  })
  hold({ session, input, keys }: Asked<typeof escalateReviewBody, 'staff:escalations'>) {
    return this.reviews.escalate(session, input, keys, true);
  }

  @Call({
    method: 'POST',
    path: 'staff/returnReview',
    access: 'staff:escalations',
    summary: 'Risk gives an escalated request back to its queue, at its old place.',
    input: returnReviewBody,
    answer: 'null',
    body: 'bare',
    refusals: [...SETTLED],
  })
  giveBack({ session, input, keys }: Asked<typeof returnReviewBody, 'staff:escalations'>) {
    return this.reviews.returnEscalated(session, input, keys);
  }

  @Call({
    method: 'POST',
    path: 'staff/rejectEscalated',
    access: 'staff:escalations',
    summary: 'Risk rejects an escalated request.',
    input: rejectEscalatedBody,
    answer: 'null',
    body: 'bare',
    refusals: [...SETTLED, 'review.reason-needed', 'review.reason-unknown'],
  })
  rejectEscalated({ session, input, keys }: Asked<typeof rejectEscalatedBody, 'staff:escalations'>) {
    return this.reviews.rejectEscalated(session, input, keys);
  }

  @Call({
    method: 'GET',
    path: 'staff/opened-reviews',
    access: 'staff:reviewing',
    summary: 'Requests that the asker holds and has opened, and so may approve together.',
    input: z.object({}),
    answer: 'OpenedReviewView[]',
    body: 'bare',
    refusals: ['request.unavailable'],
  })
  opened({ session }: Asked<z.ZodObject, 'staff:reviewing'>) {
    return this.batch.opened(session);
  }

  @Call({
    method: 'POST',
    path: 'staff/approveReviews',
    access: 'staff:reviewing',
    summary:
      'Approves several claimed requests that the reviewer has read. Warnings, ticks and choices need a decision of their own.',
    input: approveReviewsBody,
    answer: 'ReviewBatchView',
    body: 'bare',
    refusals: [],
  })
  approveAll({ session, input, keys, lang }: Asked<typeof approveReviewsBody, 'staff:reviewing'>) {
    return this.batch.approve(session, input.requestIds, keys, lang);
  }

  @Call({
    method: 'GET',
    path: 'staff/review-statistics',
    access: 'staff:reviews',
    summary: 'How the queues stand, and what was decided by day, kind and reviewer.',
    input: reviewStatisticsQuery,
    answer: 'ReviewStatisticsView',
    body: 'bare',
  })
  statistics({ session, input }: Asked<typeof reviewStatisticsQuery, 'staff:reviews'>) {
    return this.query.statistics(input.days, reviewQueuesOf(session));
  }
}
