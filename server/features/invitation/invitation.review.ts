import { INVITATION_REASONS } from '../../../contracts/invitation.contract.js';
import type { RiskSignals } from '../../core/ports/risk-signals.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { amount } from '../../../shared/money.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { decideVerdict, INVITATION_REVIEW } from './invitation.decider.js';
import { paymentScope } from './invitation.handler.js';
import type { InvitationQuery } from './invitation.query.js';
import { invitationKind } from './invitation.state.js';

export interface InvitationReviewParts {
  readonly query: Pick<InvitationQuery, 'held'>;
  readonly signals: RiskSignals;
}

const MATCH_FIELDS: Readonly<Record<string, string>> = {
  document: 'sharedDocument',
  device: 'sharedDevice',
  payee: 'sharedPayee',
};
const ownerOf = (userId: string): string => `${userId}.1`;

/** How staff review a reward that is held: what it is of, and what the accounts share. */
export function invitationReview(parts: InvitationReviewParts): ReviewKind {
  return {
    name: INVITATION_REVIEW,
    permission: 'review-invitation',
    duty: 'pays',
    screen: '/invite',
    reasons: INVITATION_REASONS,
    scope: ({ userId }) => paymentScope(ownerOf(userId)),
    decide: (view, decision) => decideVerdict(view.state(invitationKind, ownerOf(decision.userId)), decision),
    details: (request) => details(parts, request),
  };
}

async function details(
  { query, signals }: InvitationReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  const found = await query.held(userId, requestId);
  if (found === undefined) return refuse('review.not-found', { requestId });
  const { data, at } = found;
  const { date, reward, levels, matches, policy } = data;
  const noticed = await signals.of({ userId, at, amounts: [{ at, usdt: amount(reward) }] });
  const field = (name: string, value: string) => ({ name, value, personal: false });
  return {
    fields: [
      field('amount', `${reward} USDT`),
      field('invitationDate', date),
      ...levels.map((one) =>
        field(`invitationLevel${one.level}`, `${one.fees} USDT × ${one.share} = ${one.reward} USDT`),
      ),
      ...matches.map(({ kind, memberIds }) => field(MATCH_FIELDS[kind] ?? kind, memberIds.join(', '))),
      field('rulesVersion', String(policy.version)),
    ],
    images: [],
    signals: noticed,
    policies: [signals.rules(), policy],
  };
}
