import { RECOVERY_REASONS } from '../../../contracts/security.contract.js';
import type { Logins } from '../../core/ports/logins.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { RiskSignals } from '../../core/ports/risk-signals.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { decideRemovalVerdict, recoveryTimetable } from './recovery.decider.js';
import { RECOVERY_REVIEW } from './recovery.handler.js';
import { securityKind, type SecurityState } from './security.decider.js';

interface RecoveryReviewParts {
  readonly stateOf: (userId: string) => Promise<SecurityState>;
  readonly levels: VerificationLevels;
  readonly logins: Logins;
  readonly signals: RiskSignals;
}

/** How staff review a lost second factor: always two of them, with the new photo beside those on file. */
export function recoveryReview(parts: RecoveryReviewParts): ReviewKind {
  return {
    name: RECOVERY_REVIEW,
    permission: 'review-identity',
    duty: 'identifies',
    screen: null,
    reasons: RECOVERY_REASONS,
    scope: ({ userId }) => ({ streams: [[securityKind, userId]] }),
    approvals: () => 2,
    timetable: recoveryTimetable,
    decide: (view, decision, { at }) => decideRemovalVerdict(view.state(securityKind, decision.userId), decision, at),
    details: (request) => details(parts, request),
  };
}

async function details(
  { stateOf, levels, logins, signals }: RecoveryReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  const { removal } = await stateOf(userId);
  if (removal?.requestId !== requestId) return refuse('review.not-found', { requestId });
  const { imageId, provedBy, requestedAt: at } = removal;
  const [realName, onFile, contacts, found] = await Promise.all([
    levels.realName(userId),
    levels.portraits(userId),
    logins.contacts(userId),
    signals.of({ userId, at }),
  ]);
  const photo = imageId === null ? [] : [{ id: imageId, purpose: 'recovery-held' }];
  return {
    fields: [
      { name: 'realName', value: realName ?? '–', personal: true },
      { name: 'provedBy', value: contacts[provedBy]?.masked ?? '–', personal: true },
    ],
    images: [...photo, ...onFile],
    policies: [signals.rules()],
    // With nothing on file there is no face to compare.
    checks: imageId === null || onFile.length === 0 ? [] : ['face'],
    signals: imageId === null ? [{ name: 'nobody-verified', level: 'warning', inputs: {} }, ...found] : found,
  };
}
