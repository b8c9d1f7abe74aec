import type { Redecision } from '../../core/redecision.js';
import { creditReview } from './credit.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => [creditReview(ports())],
};
