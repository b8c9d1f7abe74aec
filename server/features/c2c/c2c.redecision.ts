import type { Redecision } from '../../core/redecision.js';
import { c2cReviews } from './c2c.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => c2cReviews(ports()),
};
