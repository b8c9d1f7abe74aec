import type { Redecision } from '../../core/redecision.js';
import { withdrawalReviews } from './withdrawal.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => withdrawalReviews(ports()),
};
