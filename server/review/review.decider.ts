import type { StreamKind } from '../core/decider.js';
import type { NewEvent } from '../core/event.js';
import { never } from '../core/never.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { ClaimReview, DecideReview, ReleaseReview } from './review.commands.js';
import type { ReviewEvent, ReviewFacts } from './review.events.js';

const MINUTE_MS = 60_000;

interface Request {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly openedAt: number;
  /** Who has approved already, where two must. */
  readonly approvedBy: readonly string[];
}

/** none → waiting ⇄ claimed → approved | rejected | withdrawn; a claim that is over by the clock counts as waiting. */
export type ReviewState =
  | { readonly status: 'none' }
  | (Request & { readonly status: 'waiting' })
  | (Request & { readonly status: 'claimed'; readonly staffId: string; readonly until: number })
  | (Request & { readonly status: 'approved' | 'rejected' | 'withdrawn'; readonly at: number });

export type OpenReview = Extract<ReviewState, { status: 'waiting' | 'claimed' }>;

export const reviewKind: StreamKind<ReviewState> = {
  name: 'review',
  initial: () => ({ status: 'none' }),
  evolve: (state, event) => evolve(state, event as ReviewEvent),
};

function evolve(state: ReviewState, { type, data, at }: ReviewEvent): ReviewState {
  if (type === 'ReviewOpened') return { status: 'waiting', ...data, openedAt: at, approvedBy: [] };
  if (state.status === 'none') return state;
  const { requestId, kind, userId, openedAt, approvedBy } = state;
  const request = { requestId, kind, userId, openedAt, approvedBy };
  switch (type) {
    case 'ReviewClaimed':
      return { ...request, status: 'claimed', staffId: data.staffId, until: data.until };
    case 'ReviewReleased':
      return { ...request, status: 'waiting' };
    case 'ReviewSeconded':
      return { ...request, status: 'waiting', approvedBy: [...approvedBy, data.staffId] };
    case 'ReviewApproved':
      return { ...request, status: 'approved', at, approvedBy: [...approvedBy, data.staffId] };
    case 'ReviewRejected':
      return { ...request, status: 'rejected', at };
    case 'ReviewWithdrawn':
      return { ...request, status: 'withdrawn', at };
    default:
      return never(type);
  }
}

/** No event while most of one's own claim is still to come: asking again keeps it and fills no history. */
export function decideClaim(state: ReviewState, wish: ClaimReview, at: number): NewEvent[] | Refusal {
  const open = openOf(state, wish);
  if (isRefusal(open)) return open;
  const problem = ownProblem(open, wish) ?? othersClaim(open, wish.staffId, at);
  if (problem !== undefined) return problem;
  const { staffId, policy } = wish;
  const lengthMs = wish.claimMinutes * MINUTE_MS;
  const held = claimOf(open, at);
  if (held !== undefined && held.until - at > lengthMs / 2) return [];
  const { requestId, kind } = open;
  return [made('ReviewClaimed', { requestId, kind, staffId, until: at + lengthMs, policy })];
}

/** Giving back what one does not hold changes nothing. */
export function decideRelease(state: ReviewState, wish: ReleaseReview, at: number): NewEvent[] | Refusal {
  const open = openOf(state, wish);
  if (isRefusal(open)) return open;
  const problem = othersClaim(open, wish.staffId, at);
  if (problem !== undefined) return problem;
  const { requestId, kind } = open;
  return claimOf(open, at) === undefined ? [] : [made('ReviewReleased', { requestId, kind, staffId: wish.staffId })];
}

/**
 * Whether this member may decide so now, in a fixed order: the request, its claim, the four eyes, the reasons. Only then is the
 * noun asked.
 */
export function verdictProblem(
  state: ReviewState,
  wish: DecideReview,
  at: number,
  known: readonly string[],
): Refusal | undefined {
  const open = openOf(state, wish);
  if (isRefusal(open)) return open;
  const claim = claimOf(open, at);
  const problem = ownProblem(open, wish) ?? othersClaim(open, wish.staffId, at);
  if (problem !== undefined) return problem;
  if (claim === undefined) return refuse('review.claim-needed');
  if (wish.verdict === 'approved') return undefined;
  if (wish.reasons.length === 0) return refuse('review.reason-needed');
  const unknown = wish.reasons.find((reason) => !known.includes(reason));
  return unknown === undefined ? undefined : refuse('review.reason-unknown', { reason: unknown });
}

/** The review's own event for a decision that nothing stands against. `approvals` is how many must approve. */
export function verdictEvent(state: ReviewState, wish: DecideReview, approvals: number): NewEvent {
  const { requestId, kind, userId, staffId, reasons, sealedNote } = wish;
  const decision = { requestId, kind, userId, staffId };
  if (wish.verdict === 'rejected')
    return made('ReviewRejected', { ...decision, reasons: [...new Set(reasons)], sealedNote });
  const before = state.status === 'none' ? 0 : state.approvedBy.length;
  return made(before + 1 < approvals ? 'ReviewSeconded' : 'ReviewApproved', decision);
}

/** Withdrawing what is decided already changes nothing: the decision came first. */
export function decideWithdraw(state: ReviewState, wish: { requestId: string }): NewEvent[] | Refusal {
  const open = openOf(state, wish);
  if (isRefusal(open)) return open.refusal === 'review.decided' ? [] : open;
  const { requestId, kind, userId } = open;
  return [made('ReviewWithdrawn', { requestId, kind, userId })];
}

/** A decision on a stale page is refused with what changed. */
function openOf(state: ReviewState, { requestId }: { requestId: string }): OpenReview | Refusal {
  switch (state.status) {
    case 'none':
      return refuse('review.not-found', { requestId });
    case 'waiting':
    case 'claimed':
      return state;
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return refuse('review.decided', { outcome: state.status, at: state.at });
    default:
      return never(state);
  }
}

/** Nobody reviews his own, and nobody is two pairs of eyes. */
function ownProblem(open: OpenReview, { staffId, own }: { staffId: string; own: boolean }): Refusal | undefined {
  if (own) return refuse('review.own');
  return open.approvedBy.includes(staffId) ? refuse('review.approved-by-you') : undefined;
}

/** Says that somebody has it and not who: the reviewer needs to go on, not to argue. */
function othersClaim(open: OpenReview, staffId: string, at: number): Refusal | undefined {
  const claim = claimOf(open, at);
  return claim === undefined || claim.staffId === staffId
    ? undefined
    : refuse('review.claimed-by-other', { until: claim.until });
}

function claimOf(open: OpenReview, at: number): { staffId: string; until: number } | undefined {
  return open.status === 'claimed' && open.until > at ? open : undefined;
}

function made<Type extends keyof ReviewFacts>(type: Type, data: ReviewFacts[Type]): NewEvent {
  return { stream: `review-${data.requestId}`, type, schema: 1, data };
}
