import type { CommandHandler, StreamKind, View } from '../core/decider.js';
import type { NewEvent } from '../core/event.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import type {
  AskForMore,
  ClaimReview,
  DecideReview,
  EscalateReview,
  OpenReviewImage,
  ReadReview,
  RejectEscalated,
  ReleaseReview,
  ReturnReview,
  ScreenReview,
  WithdrawReview,
} from './review.commands.js';
import {
  decideAsk,
  decideClaim,
  decideEscalate,
  decideOpenImage,
  decideRead,
  decideRejectEscalated,
  decideRelease,
  decideReturn,
  decideScreen,
  decideWithdraw,
  reviewKind,
  verdictEvent,
  verdictProblem,
  type ReviewState,
} from './review.decider.js';
import type { ReviewMoreAsked } from './review.events.js';
import type { ReviewDecision, ReviewKind, ReviewKinds } from './review-kind.js';

/** Until when the claim holds; 0 when there is none. */
export interface ClaimAnswer {
  readonly requestId: string;
  readonly until: number;
}

/** Until when the person can answer before staff decide without it. */
export type AskAnswer = ClaimAnswer;

export interface VerdictAnswer {
  readonly requestId: string;
  /** `seconded`: the first of two approvals, the request waits for somebody else. */
  readonly outcome: 'approved' | 'rejected' | 'seconded';
}

/** A decision touches the review and whatever its kind touches, and appends the events of both together. */
export function reviewHandlers(kinds: ReviewKinds): CommandHandler<never, unknown>[] {
  const decide: CommandHandler<DecideReview, VerdictAnswer> = {
    type: 'DecideReview',
    realms: ['real'],
    touches: (wish) => {
      const { streams, balances } = kindOf(kinds, wish.kind).touches(wish);
      const own = [reviewKind as StreamKind<unknown>, wish.requestId] as const;
      return { streams: [own, ...streams], ...(balances === undefined ? {} : { balances }) };
    },
    decide: (view, wish, meta) => {
      const kind = kindOf(kinds, wish.kind);
      const state = view.state(reviewKind, wish.requestId);
      const problem = verdictProblem(state, wish, meta.at, kind.reasons);
      if (problem !== undefined) return problem;
      const event = verdictEvent(state, wish, kind.approvals?.(view, wish) ?? 1);
      const follows = event.type === 'ReviewSeconded' ? [] : kind.decide(view, decisionOf(wish), meta);
      if (isRefusal(follows)) return follows;
      return { events: [event, ...follows], answer: { requestId: wish.requestId, outcome: OUTCOMES[event.type] } };
    },
  } as CommandHandler<DecideReview, VerdictAnswer>;
  const claim = handler<ClaimReview, ClaimAnswer>('ClaimReview', decideClaim, ({ requestId }, events, state) => {
    const claimed = (events[0]?.data ?? state) as { until?: number };
    return { requestId, until: claimed.until ?? 0 };
  });
  const release = handler<ReleaseReview, null>('ReleaseReview', decideRelease, () => null);
  const withdraw = handler<WithdrawReview, null>('WithdrawReview', decideWithdraw, () => null);
  const escalate = handler<EscalateReview, null>('EscalateReview', decideEscalate, () => null);
  const giveBack = handler<ReturnReview, null>('ReturnReview', decideReturn, () => null);
  const read = handler<ReadReview, null>('ReadReview', decideRead, () => null);
  const screen = handler<ScreenReview, null>('ScreenReview', decideScreen, () => null);
  const openImage = handler<OpenReviewImage, null>('OpenReviewImage', decideOpenImage, () => null);
  const aside = [askHandler(kinds), escalate, giveBack, rejectHandler(kinds)];
  return [claim, release, screen, read, openImage, decide, ...aside, withdraw] as unknown as CommandHandler<
    never,
    unknown
  >[];
}

/** A question, and what the noun keeps of it, in one append. */
function askHandler(kinds: ReviewKinds): CommandHandler<AskForMore, AskAnswer> {
  return {
    type: 'AskForMore',
    realms: ['real'],
    touches: ({ kind, requestId, userId }) => {
      const asked = kindOf(kinds, kind);
      const own = [reviewKind as StreamKind<unknown>, requestId] as const;
      // A kind that cannot be asked is refused, and touches nothing besides.
      if (asked.ask === undefined) return { streams: [own] };
      return { streams: [own, ...asked.touches({ requestId, userId, prepared: undefined, choice: null }).streams] };
    },
    decide: (view, wish, { at }) => {
      const kind = kindOf(kinds, wish.kind);
      const events = decideAsk(view.state(reviewKind, wish.requestId), wish, at, kind);
      if (isRefusal(events)) return events;
      const asked = events[0]?.data as ReviewMoreAsked;
      const follows = kind.ask?.decide(view, asked) ?? [];
      if (isRefusal(follows)) return follows;
      return { events: [...events, ...follows], answer: { requestId: wish.requestId, until: asked.until } };
    },
  } as CommandHandler<AskForMore, AskAnswer>;
}

/** A rejection by risk, and what follows for the noun. */
function rejectHandler(kinds: ReviewKinds): CommandHandler<RejectEscalated, null> {
  return {
    type: 'RejectEscalated',
    realms: ['real'],
    touches: ({ kind, requestId, userId, prepared }) => {
      const touched = kindOf(kinds, kind).touches({ requestId, userId, prepared, choice: null });
      return { ...touched, streams: [[reviewKind as StreamKind<unknown>, requestId], ...touched.streams] };
    },
    decide: (view, wish, meta) => {
      const events = decideRejectEscalated(view.state(reviewKind, wish.requestId), wish);
      if (isRefusal(events)) return events;
      const { requestId, userId, staffId, reasons, prepared } = wish;
      const verdict = { requestId, userId, staffId, reasons, prepared, verdict: 'rejected', note: null } as const;
      const follows = kindOf(kinds, wish.kind).decide(view, { ...verdict, choice: null }, meta);
      return isRefusal(follows) ? follows : { events: [...events, ...follows], answer: null };
    },
  } as CommandHandler<RejectEscalated, null>;
}

const OUTCOMES: Readonly<Record<string, VerdictAnswer['outcome']>> = {
  ReviewApproved: 'approved',
  ReviewRejected: 'rejected',
  ReviewSeconded: 'seconded',
};

function handler<Wish extends { readonly requestId: string }, Answer>(
  type: string,
  decide: (state: ReviewState, wish: Wish, at: number) => NewEvent[] | Refusal,
  answer: (wish: Wish, events: readonly NewEvent[], state: ReviewState) => Answer,
): CommandHandler<Wish, Answer> {
  return {
    type,
    realms: ['real'],
    touches: ({ requestId }) => ({ streams: [[reviewKind, requestId]] }),
    decide: (view: View, wish, { at }) => {
      const state = view.state(reviewKind, wish.requestId);
      const events = decide(state, wish, at);
      return isRefusal(events) ? events : { events, answer: answer(wish, events, state) };
    },
  } as CommandHandler<Wish, Answer>;
}

function kindOf(kinds: ReviewKinds, name: string): ReviewKind {
  const kind = kinds.find(name);
  if (kind === undefined) throw new Error(`nobody has said how ${name} is reviewed`);
  return kind;
}

function decisionOf({
  requestId,
  userId,
  verdict,
  staffId,
  reasons,
  sealedNote,
  choice,
  prepared,
}: DecideReview): ReviewDecision {
  return { requestId, userId, verdict, staffId, reasons, note: sealedNote, choice, prepared };
}
