import type { Redecision } from '../../core/redecision.js';
import { recoveryHold } from './recovery.handler.js';
import { recoveryReview } from './recovery.review.js';

export const redecision: Redecision = {
  proofs: ['AuthenticatorCodeUsed', 'RecoveryCodeUsed'],
  ports: () => ({ hold: recoveryHold }),
  reviews: ({ ports }) => [recoveryReview(ports())],
};
