import { ESCALATION_REASONS, type ReviewView } from '../../../contracts/review.contract.js';
import type { Verdict } from './review-calls';

/** What the reviewer is about to do: look, confirm an approval, or put together a rejection or a question. */
export type Draft = Verdict | null;

/** A rejection needs a reason; an approval every image opened, every tick, and its choice where there is one to make. */
export function isWhole(draft: Verdict, { details }: Pick<ReviewView, 'details'>, closed: number): boolean {
  if (draft.verdict === 'rejected' && draft.reasons.includes('other') && draft.note.trim() === '') return false;
  if (draft.verdict !== 'approved') return draft.reasons.length > 0;
  const compared = details?.checks.every((check) => draft.checks.includes(check)) ?? true;
  return closed === 0 && compared && (details?.choices === undefined || draft.choice !== undefined);
}

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];

/** Chosen again, a reason is taken back; to risk it goes for one. */
export const withReason = (draft: Verdict, reason: string): Verdict => ({
  ...draft,
  reasons: draft.verdict === 'escalated' ? [reason] : toggled(draft.reasons, reason),
});

/** Ticked again, a field counts as not compared. */
export const withCheck = (draft: Verdict, check: string): Verdict => ({
  ...draft,
  checks: toggled(draft.checks, check),
});

/** The key of the reason at this place: digits, then letters that mean nothing else here. */
export const REASON_KEYS = '123456789bcdghjpq';

/** The reasons to choose from: of a question only what the person can mend, for risk their own. */
export const reasonsFor = (draft: Verdict, view: Pick<ReviewView, 'reasonCodes' | 'ask'>): readonly string[] =>
  draft.verdict === 'escalated'
    ? ESCALATION_REASONS
    : draft.verdict === 'asked'
      ? (view.ask?.reasons ?? [])
      : view.reasonCodes;
