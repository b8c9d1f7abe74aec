import { handle, type AnyCommandHandler } from '../core/command.js';
import { commandOf } from '../core/command.testkit.js';
import { isRefusal } from '../core/refusal.js';
import { dueAfter } from '../core/timetable.js';
import type { ReviewDecision, ReviewKind } from './review-kind.js';

/** What a kind makes of a verdict, as the review room asks it: without queue, claim and second approval. */
export function verdictOn(kind: ReviewKind): AnyCommandHandler {
  return handle(commandOf<ReviewDecision>('GiveVerdict'), {
    realms: ['real'],
    scope: (decision) => kind.scope(decision),
    decide: (view, decision, meta) => {
      const events = kind.decide(view, decision, meta);
      if (isRefusal(events)) return events;
      return { events, due: dueAfter(kind.timetable ?? {}, events, meta.at), answer: null };
    },
  });
}

/** A verdict of one member of the staff. */
export const verdictBy = (
  verdict: ReviewDecision['verdict'],
  about: Pick<ReviewDecision, 'requestId' | 'userId' | 'prepared'>,
) => {
  const reasons = verdict === 'rejected' ? ['other'] : [];
  return { type: 'GiveVerdict', data: { ...about, verdict, staffId: 'staff-1', reasons, note: null, choice: null } };
};
