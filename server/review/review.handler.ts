import { handle, type AnyCommandHandler, type CommandClass } from '../core/command.js';
import type { NewEvent } from '../core/event.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import { dueAfter } from '../core/timetable.js';
import {
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
  type VerdictAnswer,
} from './review.commands.js';
import {
  decideAskForMore,
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
import type { ReviewMoreRequested } from './review.events.js';
import type { ReviewDecision, ReviewKind, ReviewKinds } from './review-kind.js';

/** A decision loads the scopes of the review and its kind, and appends the events of both together. */
export function reviewHandlers(kinds: ReviewKinds): AnyCommandHandler[] {
  return [
    answering(ClaimReview, decideClaim, ({ requestId }, events, state) => {
      const claimed = (events[0]?.data ?? state) as { until?: number };
      return { requestId, until: claimed.until ?? 0 };
    }),
    noting(ReleaseReview, decideRelease),
    noting(ScreenReview, decideScreen),
    noting(ReadReview, decideRead),
    noting(OpenReviewImage, decideOpenImage),
    deciding(kinds),
    askForMoreHandler(kinds),
    noting(EscalateReview, decideEscalate),
    noting(ReturnReview, decideReturn),
    rejecting(kinds),
    noting(WithdrawReview, decideWithdraw),
  ];
}

function deciding(kinds: ReviewKinds): AnyCommandHandler {
  return handle(DecideReview, {
    realms: ['real'],
    scope: (data) => {
      const { streams, balances } = kindOf(kinds, data.kind).scope(data);
      return {
        streams: [[reviewKind, data.requestId], ...streams],
        ...(balances === undefined ? {} : { balances }),
      };
    },
    decide: (view, data, meta) => {
      const kind = kindOf(kinds, data.kind);
      const state = view.state(reviewKind, data.requestId);
      const problem = verdictProblem(state, data, meta.at, kind.reasons);
      if (problem !== undefined) return problem;
      const event = verdictEvent(state, data, kind.approvals?.(view, data) ?? 1);
      const follows = event.type === 'ReviewFirstApproved' ? [] : kind.decide(view, decisionOf(data), meta);
      if (isRefusal(follows)) return follows;
      const outcome = OUTCOMES[event.type] ?? 'rejected';
      const due = dueAfter(kind.timetable ?? {}, follows, meta.at);
      return { events: [event, ...follows], due, answer: { requestId: data.requestId, outcome } };
    },
  });
}

/** A question, and what the noun keeps of it, in one append. */
function askForMoreHandler(kinds: ReviewKinds): AnyCommandHandler {
  return handle(AskForMore, {
    realms: ['real'],
    scope: ({ kind, requestId, userId }) => {
      const declared = kindOf(kinds, kind);
      // A kind without questions is refused, and needs no further streams.
      if (declared.askForMore === undefined) return { streams: [[reviewKind, requestId]] };
      const { streams } = declared.scope({ requestId, userId, prepared: undefined, choice: null });
      return { streams: [[reviewKind, requestId], ...streams] };
    },
    decide: (view, data, { at }) => {
      const kind = kindOf(kinds, data.kind);
      const events = decideAskForMore(view.state(reviewKind, data.requestId), data, at, kind);
      if (isRefusal(events)) return events;
      const question = events[0]?.data as ReviewMoreRequested;
      const follows = kind.askForMore?.decide(view, question) ?? [];
      if (isRefusal(follows)) return follows;
      return { events: [...events, ...follows], answer: { requestId: data.requestId, until: question.until } };
    },
  });
}

/** A rejection by risk, and what follows for the noun. */
function rejecting(kinds: ReviewKinds): AnyCommandHandler {
  return handle(RejectEscalated, {
    realms: ['real'],
    scope: ({ kind, requestId, userId, prepared }) => {
      const touched = kindOf(kinds, kind).scope({ requestId, userId, prepared, choice: null });
      return { ...touched, streams: [[reviewKind, requestId], ...touched.streams] };
    },
    decide: (view, data, meta) => {
      const events = decideRejectEscalated(view.state(reviewKind, data.requestId), data);
      if (isRefusal(events)) return events;
      const { requestId, userId, staffId, reasons, prepared } = data;
      const verdict = { requestId, userId, staffId, reasons, prepared, verdict: 'rejected', note: null } as const;
      const kind = kindOf(kinds, data.kind);
      const follows = kind.decide(view, { ...verdict, choice: null }, meta);
      if (isRefusal(follows)) return follows;
      return { events: [...events, ...follows], due: dueAfter(kind.timetable ?? {}, follows, meta.at), answer: null };
    },
  });
}

const OUTCOMES: Readonly<Record<string, VerdictAnswer['outcome']>> = {
  ReviewApproved: 'approved',
  ReviewRejected: 'rejected',
  ReviewFirstApproved: 'seconded',
};

type Decide<Data> = (state: ReviewState, data: Data, at: number) => NewEvent[] | Refusal;

function answering<Data extends { readonly requestId: string }, Answer>(
  command: CommandClass<Data, Answer>,
  decide: Decide<Data>,
  answer: (data: Data, events: readonly NewEvent[], state: ReviewState) => Answer,
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: ({ requestId }) => ({ streams: [[reviewKind, requestId]] }),
    decide: (view, data, { at }) => {
      const state = view.state(reviewKind, data.requestId);
      const events = decide(state, data, at);
      return isRefusal(events) ? events : { events, answer: answer(data, events, state) };
    },
  });
}

const noting = <Data extends { readonly requestId: string }>(command: CommandClass<Data, null>, decide: Decide<Data>) =>
  answering(command, decide, () => null);

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
}: DecideReview['data']): ReviewDecision {
  return { requestId, userId, verdict, staffId, reasons, note: sealedNote, choice, prepared };
}
