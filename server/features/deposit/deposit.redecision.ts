import type { Redecision } from '../../core/redecision.js';
import { depositReview } from './deposit.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => [depositReview(ports())],
};
