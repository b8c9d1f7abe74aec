import type { Redecision } from '../../core/redecision.js';
import { custodyReview } from './custody.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => [custodyReview(ports())],
};
