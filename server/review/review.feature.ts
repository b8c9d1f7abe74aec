import type { ReviewKinds } from './review-kind.js';
import { ofHouse, type Feature } from '../policies/feature.js';
import { decisionsProjection } from './decisions.projection.js';
import { reviewKind } from './review.decider.js';
import { reviewEvents } from './review.events.js';
import { reviewHandlers } from './review.handler.js';
import { reviewsProjection } from './reviews.projection.js';

export const reviewFeature = {
  name: 'review',
  events: reviewEvents,
  streams: ofHouse(reviewKind),
  projections: [decisionsProjection, reviewsProjection],
  handlers: ({ kinds }: { readonly kinds: ReviewKinds }) => reviewHandlers(kinds),
} satisfies Feature;
