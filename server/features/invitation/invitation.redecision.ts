import type { Redecision } from '../../core/redecision.js';
import { invitationReview } from './invitation.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => [invitationReview(ports())],
};
