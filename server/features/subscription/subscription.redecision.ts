import type { Redecision } from '../../core/redecision.js';
import { subscriptionReview } from './subscription.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => [subscriptionReview(ports())],
};
