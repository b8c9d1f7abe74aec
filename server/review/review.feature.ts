import type { ReviewKinds } from './review-kind.js';
import { ofHouse, type Feature } from '../engine/feature.js';
import { decisionsProjection } from './decisions.projection.js';
import { reviewKind } from './review.decider.js';
import { reviewEvents } from './review.events.js';
import { reviewHandlers } from './review.handler.js';
import { reviewsProjection } from './reviews.projection.js';
import { decisionList } from './decisions.list.js';
import { reviewList } from './review.list.js';
import { reviewTimeline } from './review.timeline.js';
import { reviewReactions } from './review.reactions.js';

export const reviewFeature = {
  name: 'review',
  events: reviewEvents,
  streams: ofHouse(reviewKind),
  projections: [decisionsProjection, reviewsProjection],
  staffLists: [decisionList, reviewList],
  timeline: reviewTimeline,
  counts: {
    reviewsOpen: 'SELECT count(*)::int AS n FROM reviews WHERE decided_at = 0',
  },
  handlers: ({ kinds }: { readonly kinds: ReviewKinds }) => reviewHandlers(kinds),
  reactions: ({ kinds }: { readonly kinds: ReviewKinds }) => reviewReactions(kinds),
} satisfies Feature;
