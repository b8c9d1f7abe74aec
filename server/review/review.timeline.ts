import type { ReviewFacts } from './review.events.js';
import { sentencesOf, type Timeline } from '../core/timeline.js';

/** The first of two approvals, and the way through the house; the last approval is the noun's own event. */
export const reviewTimeline: Timeline = {
  sentences: sentencesOf<Pick<ReviewFacts, 'ReviewFirstApproved' | 'ReviewEscalated' | 'ReviewReturned'>>('money', {
    ReviewFirstApproved: ({ kind: request, requestId: orderId }) => ({
      sentence: 'review-seconded',
      values: { request },
      orderId,
    }),
    ReviewEscalated: ({ kind: request, requestId: orderId }) => ({
      sentence: 'review-escalated',
      values: { request },
      orderId,
    }),
    ReviewReturned: ({ kind: request, requestId: orderId }) => ({
      sentence: 'review-returned',
      values: { request },
      orderId,
    }),
  }),
  things: { table: 'reviews', streams: `'review-' || o.request_id` },
};

/** Codes of reasons, worded by the texts of this kind of review. */
export const because = (kind: string, reasons: readonly string[]) => ({ kind, reasons: reasons.join() });
