import { CUSTODY_REASONS } from '../../../contracts/custody.contract.js';
import { interestOf } from '../../../shared/custody.js';
import { amount, format } from '../../../shared/money.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import type { RiskSignals } from '../../core/ports/risk-signals.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { CUSTODY_REVIEW, decideVerdict, orderOf } from './custody.decider.js';
import { CUSTODY_REALM, orderScope } from './custody.handler.js';
import { ratesAt } from './custody.rules.js';
import { custodyKind, type OpenCustody } from './custody.state.js';

export interface CustodyReviewParts {
  readonly rates: CustodyRates;
  readonly writers: Pick<Writers, 'read'>;
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
  { writers, rates, levels, signals, now }: CustodyReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  const state = await writers.read(CUSTODY_REALM, custodyKind, ownerOf(userId));
  const order = orderOf(state, requestId);
  if (order === undefined) return refuse('review.not-found', { requestId });
  const requestedAt = order.redemption?.requestedAt ?? order.boughtAt;
  const [realName, noticed] = await Promise.all([
    levels.realName(userId),
    signals.of({ userId, at: requestedAt, amounts: [{ at: requestedAt, usdt: amount(order.principal) }] }),
  ]);
  return {
    fields: [
      ...figures(order, interestOf(order.principal, ratesAt(order, rates, now()))),
      { name: 'realName', value: realName ?? '–', personal: true },
    ],
    images: [],
    signals: noticed,
    policies: [signals.rules(), order.policy],
  };
}

function figures(order: OpenCustody, interest: string): ReviewDetails['fields'] {
  const { principal, productId, redemption, policy } = order;
  const penalty = redemption?.penalty ?? '0';
  const returned = format(amount(principal) - amount(penalty) + amount(interest));
  const rows: [name: string, value: string][] = [
    ['amount', `${principal} USDT`],
    ['custodyProduct', productId],
    ['custodyPenalty', `${penalty} USDT`],
    ['custodyInterest', `${interest} USDT`],
    ['custodyReturned', `${returned} USDT`],
    ['rulesVersion', String(policy.version)],
  ];
  return rows.map(([name, value]) => ({ name, value, personal: false }));
}
