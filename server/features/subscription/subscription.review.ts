import { SUBSCRIPTION_REASONS } from '../../../contracts/subscription.contract.js';
import { amount } from '../../../shared/money.js';
import type { RiskSignals } from '../../core/ports/risk-signals.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { decideVerdict, SUBSCRIPTION_REVIEW } from './subscription.decider.js';
import type { SubscriptionQuery } from './subscription.query.js';
import { newCoinKind, subscriptionKind } from './subscription.state.js';

export interface SubscriptionReviewParts {
  readonly query: Pick<SubscriptionQuery, 'ofRequest'>;
  readonly levels: VerificationLevels;
  readonly signals: RiskSignals;
}

const ownerOf = (userId: string): string => `${userId}.1`;

/** How staff review a subscription: its figures, beside what the rules notice about the account. */
export function subscriptionReview(parts: SubscriptionReviewParts): ReviewKind {
  return {
    name: SUBSCRIPTION_REVIEW,
    permission: 'review-subscription',
    duty: 'pays',
    screen: '/subscriptionRecord',
    reasons: SUBSCRIPTION_REASONS,
    // A request never changes its issue.
    prepare: async ({ userId, requestId }) => (await parts.query.ofRequest(userId, requestId))?.issueId ?? '',
    scope: ({ userId, prepared }) => ({
      streams: [
        [subscriptionKind, ownerOf(userId)],
        [newCoinKind, String(prepared)],
      ],
    }),
    decide: (view, decision) =>
      decideVerdict(
        view.state(newCoinKind, String(decision.prepared)),
        view.state(subscriptionKind, ownerOf(decision.userId)),
        decision,
      ),
    details: (request) => details(parts, request),
  };
}

async function details(
  { query, levels, signals }: SubscriptionReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  const row = await query.ofRequest(userId, requestId);
  if (row === undefined) return refuse('review.not-found', { requestId });
  const { subscribedAt: at, margin, fee, coin, coins, policyVersion } = row;
  const [realName, noticed] = await Promise.all([
    levels.realName(userId),
    signals.of({ userId, at, amounts: [{ at, usdt: amount(margin) }] }),
  ]);
  const figures: [name: string, value: string][] = [
    ['amount', `${margin} USDT`],
    ['subscriptionCoins', `${coins} ${coin}`],
    ['subscriptionFee', `${fee} USDT`],
    ['rulesVersion', String(policyVersion)],
  ];
  return {
    fields: [
      ...figures.map(([name, value]) => ({ name, value, personal: false })),
      { name: 'realName', value: realName ?? '–', personal: true },
    ],
    images: [],
    signals: noticed,
    policies: [signals.rules(), { name: 'subscription.rules', version: policyVersion, inputs: {} }],
  };
}
