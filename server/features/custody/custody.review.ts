import { CUSTODY_REASONS } from '../../../contracts/custody.contract.js';
import { interestOf } from '../../../shared/custody.js';
import { amount, format } from '../../../shared/money.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import type { RiskSignals } from '../../core/ports/risk-signals.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { CUSTODY_REVIEW, decideVerdict } from './custody.decider.js';
import type { CustodyRedemptionRequested } from './custody.events.js';
import { orderScope } from './custody.handler.js';
import type { CustodyQuery } from './custody.query.js';
import { ratesAt } from './custody.rules.js';
import { custodyKind } from './custody.state.js';

export interface CustodyReviewParts {
  readonly rates: CustodyRates;
  readonly query: Pick<CustodyQuery, 'request'>;
  readonly levels: VerificationLevels;
  readonly signals: RiskSignals;
  readonly now: () => number;
}

const ownerOf = (userId: string): string => `${userId}.1`;

/** How staff review a redemption: what it costs and pays, beside what the rules notice about the account. */
export function custodyReview(parts: CustodyReviewParts): ReviewKind {
  return {
    name: CUSTODY_REVIEW,
    permission: 'review-custody',
    duty: 'pays',
    screen: '/profit_wdtg',
    reasons: CUSTODY_REASONS,
    scope: ({ userId }) => orderScope({ ownerId: ownerOf(userId) }),
    decide: (view, decision, { at }) =>
      decideVerdict(view.realm, view.state(custodyKind, ownerOf(decision.userId)), decision, parts.rates, at),
    details: (request) => details(parts, request),
  };
}

async function details(
  { query, rates, levels, signals, now }: CustodyReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  const found = await query.request(userId, requestId);
  if (found === undefined) return refuse('review.not-found', { requestId });
  const { request, order } = found;
  const { at: requestedAt, principal } = request;
  const interest = order.interest ?? interestOf(principal, ratesAt(order, rates, now()));
  const [realName, noticed] = await Promise.all([
    levels.realName(userId),
    signals.of({ userId, at: requestedAt, amounts: [{ at: requestedAt, usdt: amount(principal) }] }),
  ]);
  return {
    fields: [
      ...figures(request, interest, order.policyVersion),
      { name: 'realName', value: realName ?? '–', personal: true },
    ],
    images: [],
    signals: noticed,
    policies: [signals.rules(), { name: 'custody.rules', version: order.policyVersion, inputs: {} }],
  };
}

function figures(
  { principal, productId, penalty }: CustodyRedemptionRequested,
  interest: string,
  version: number,
): ReviewDetails['fields'] {
  const returned = format(amount(principal) - amount(penalty) + amount(interest));
  const rows: [name: string, value: string][] = [
    ['amount', `${principal} USDT`],
    ['custodyProduct', productId],
    ['custodyPenalty', `${penalty} USDT`],
    ['custodyInterest', `${interest} USDT`],
    ['custodyReturned', `${returned} USDT`],
    ['rulesVersion', String(version)],
  ];
  return rows.map(([name, value]) => ({ name, value, personal: false }));
}
