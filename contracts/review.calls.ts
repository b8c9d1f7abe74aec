import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  approveReviewsBody,
  askForMoreBody,
  decideReviewBody,
  escalateReviewBody,
  openedReviewView,
  personDecisionsView,
  rejectEscalatedBody,
  returnReviewBody,
  reviewBatchView,
  reviewBody,
  reviewClaimView,
  reviewImageQuery,
  reviewRow,
  reviewStatisticsQuery,
  reviewStatisticsView,
  reviewVerdictView,
  reviewView,
} from './review.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

/** Of the points that a session may spend in a second: each request is a stream to read. */
const COST = 10;

export const staffUserDecisions = defineCall({
  method: 'GET',
  path: 'staff/users/:id/staff-decisions',
  access: 'staff:reviews',
  cost: COST,
  summary: 'Staff decisions about a person with their grounds, in the queues that the caller sees, the newest first.',
  output: z.array(personDecisionsView),
  ...ROW_CALL,
  refusals: ['request.unavailable'],
});

export const staffImage = defineCall({
  method: 'GET',
  path: 'staff/images/:id',
  access: 'staff:reviewing',
  summary: 'An image of a request that the caller has claimed. Every opening is recorded before the first byte leaves.',
  input: reviewImageQuery,
  output: 'jpeg',
  refusals: ['image.not-found', 'review.not-found', 'review.claim-needed', 'staff.role-missing'],
});

export const staffReviews = defineCall({
  method: 'GET',
  path: 'staff/reviews',
  access: 'staff:reviews',
  summary: 'Requests that wait for staff or did, the oldest first.',
  output: z.array(reviewRow),
  ...LIST_CALL,
});

export const staffReview = defineCall({
  method: 'GET',
  path: 'staff/reviews/:id',
  access: 'staff:reviews',
  summary: 'One request; its contents only for the reviewer who has claimed it. That reading is recorded.',
  output: reviewView,
  ...ROW_CALL,
  refusals: ['staff.not-found', 'request.unavailable'],
});

const HELD = ['review.not-found', 'staff.role-missing', 'review.claimed-by-other', 'review.decided'] as const;

/** With the person or with risk. */
const ASIDE = ['review.asked', 'review.escalated'] as const;

export const claimReview = defineCall({
  method: 'POST',
  path: 'staff/claimReview',
  access: 'staff:reviewing',
  repeats: 'command',
  summary: 'Takes a request, so that nobody else works on it, or keeps it for longer.',
  input: reviewBody,
  output: reviewClaimView,
  bare: true,
  refusals: [...HELD, 'review.own', 'review.approved-by-you', ...ASIDE],
});

export const releaseReview = defineCall({
  method: 'POST',
  path: 'staff/releaseReview',
  access: 'staff:reviewing',
  repeats: 'command',
  summary: 'Gives a request back to its queue.',
  input: reviewBody,
  output: z.null(),
  bare: true,
  refusals: HELD,
});

export const decideReview = defineCall({
  method: 'POST',
  path: 'staff/decideReview',
  access: 'staff:reviewing',
  repeats: 'command',
  summary: 'Approves or rejects a claimed request. The first of two approvals passes it on to somebody else.',
  input: decideReviewBody,
  output: reviewVerdictView,
  bare: true,
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
});

export const askForMore = defineCall({
  method: 'POST',
  path: 'staff/askForMore',
  access: 'staff:reviewing',
  repeats: 'command',
  summary: 'Sends a claimed request back to its person with what is wrong. It keeps its place in the list.',
  input: askForMoreBody,
  output: reviewClaimView,
  bare: true,
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
});

export const escalateReview = defineCall({
  method: 'POST',
  path: 'staff/escalateReview',
  access: 'staff:reviewing',
  repeats: 'command',
  summary: 'Brings a claimed request before risk: it leaves its queue until they have looked at it.',
  input: escalateReviewBody,
  output: z.null(),
  bare: true,
  refusals: ['review.not-found', 'staff.role-missing', 'review.decided', 'review.claim-needed', 'review.own', ...ASIDE],
});

export const holdReview = defineCall({
  method: 'POST',
  path: 'staff/holdReview',
  access: 'staff:escalations',
  repeats: 'command',
  summary: 'Risk takes an open request out of its queue. Another of risk gives it back or rejects it.',
  input: escalateReviewBody,
  output: z.null(),
  bare: true,
  refusals: ['review.not-found', 'staff.role-missing', 'review.decided', 'review.own', ...ASIDE],
});

/** Risk settles what others escalated. */
const SETTLED = [
  'review.not-found',
  'staff.role-missing',
  'review.decided',
  'review.own',
  'review.not-escalated',
  'review.escalated-by-you',
] as const;

export const returnReview = defineCall({
  method: 'POST',
  path: 'staff/returnReview',
  access: 'staff:escalations',
  repeats: 'command',
  summary: 'Risk gives an escalated request back to its queue, at its old place.',
  input: returnReviewBody,
  output: z.null(),
  bare: true,
  refusals: [...SETTLED],
});

export const rejectEscalated = defineCall({
  method: 'POST',
  path: 'staff/rejectEscalated',
  access: 'staff:escalations',
  repeats: 'command',
  summary: 'Risk rejects an escalated request.',
  input: rejectEscalatedBody,
  output: z.null(),
  bare: true,
  refusals: [...SETTLED, 'review.reason-needed', 'review.reason-unknown'],
});

export const staffOpenedReviews = defineCall({
  method: 'GET',
  path: 'staff/opened-reviews',
  access: 'staff:reviewing',
  summary: 'Requests that the caller holds and has opened, and may approve together.',
  input: z.object({}),
  output: z.array(openedReviewView),
  bare: true,
  refusals: ['request.unavailable'],
});

export const approveReviews = defineCall({
  method: 'POST',
  path: 'staff/approveReviews',
  access: 'staff:reviewing',
  repeats: 'command',
  summary:
    'Approves several claimed requests that the reviewer has read. Warnings, ticks and choices need a decision of their own.',
  input: approveReviewsBody,
  output: reviewBatchView,
  bare: true,
  refusals: [],
});

export const staffReviewStatistics = defineCall({
  method: 'GET',
  path: 'staff/review-statistics',
  access: 'staff:reviews',
  summary: 'How the queues stand, and what was decided by day, kind and reviewer.',
  input: reviewStatisticsQuery,
  output: reviewStatisticsView,
  bare: true,
});
