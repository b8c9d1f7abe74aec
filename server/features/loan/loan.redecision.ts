import type { Redecision } from '../../core/redecision.js';
import { loanPaymentReview } from './loan-payment.review.js';
import { loanReview } from './loan.review.js';

export const redecision: Redecision = {
  reviews: ({ ports }) => [loanReview(ports()), loanPaymentReview(ports())],
};
