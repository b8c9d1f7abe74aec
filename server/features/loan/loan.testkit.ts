import type { NewEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal } from '../../core/refusal.js';
import { reviewKind } from '../../review/review.decider.js';
import type { LoanRequest, LoanRules } from './loan.commands.js';
import { decideVerdict } from './loan.decider.js';
import type { LoanState } from './loan.state.js';

/** Rules as the policy seeds them; tests change what they are about. */
export const RULES: LoanRules = {
  open: true,
  dailyRate: '0.0005',
  freeDays: 3,
  lateRate: '0.001',
  minUsdt: '10',
  unassessed: '500',
  conservative: '5000',
  balanced: '20000',
  aggressive: '50000',
  fourEyesFrom: '10000',
  remindDays: 3,
  setOffDays: 30,
  writeOffDays: 90,
  scoreMinUsdt: '100',
  scoreHeldDays: 7,
  scoreEveryDays: 30,
  grantUsdt: '5000000',
};

/** Front, back and one proof: as few images as an application may have. */
export const IMAGES: LoanRequest['images'] = [
  { image: 'front', imageId: 'image-front1' },
  { image: 'back', imageId: 'image-back11' },
  { image: 'income', imageId: 'image-income' },
];

/** Everybody has passed primary and advanced verification. */
export const VERIFIED = {
  stream: () => [reviewKind, 'levels'] as const,
  levels: () => ({ address: false, primary: true, advanced: true }),
} as unknown as VerificationLevels;

/** An application of 1,000 USDT for a week but for its person and the policy: tests change what they are about. */
export const APPLICATION = {
  loanId: 'loan-1',
  amount: '1000',
  periodDays: 7,
  timeZone: 'Europe/Berlin',
  agreed: 2,
  sealedApplicant: 'v1.sealed' as Sealed,
  images: IMAGES,
  problem: null,
  class: 'balanced',
  score: 500,
} as const;

/** Disburses as the review does. @throws where the lender refuses */
export function disbursed(
  state: LoanState,
  loanId: string,
  lender: Omit<Parameters<typeof decideVerdict>[3], 'account'>,
  at: number,
): NewEvent[] {
  const decision = { requestId: loanId, verdict: 'approved', reasons: [] } as const;
  const events = decideVerdict('real', state, decision, { account: undefined, ...lender }, at);
  if (isRefusal(events)) throw new Error(events.refusal);
  return events;
}
