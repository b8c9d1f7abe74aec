import type { StreamKind } from '../core/decider.js';
import { eventsOf, type NewEvent } from '../core/event.js';
import { never } from '../core/never.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
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
} from './review.commands.js';
import type { ReviewEvent, ReviewFacts, ReviewGrounds, ReviewRead } from './review.events.js';

const newEvent = eventsOf<ReviewFacts>(({ requestId }) => `review-${requestId}`);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Every kind has it; it needs a note. */
export const OTHER = 'other';

interface Request {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly openedAt: number;
  /** Who has approved already, where two must. */
  readonly approvedBy: readonly string[];
}

/** What the holder of a claim has looked at since taking the request. */
interface Looked {
  readonly read: ReviewRead | null;
  readonly images: ReviewGrounds['images'];
}

/** Of the kind of a request: its reasons, and those of them that the person can mend. */
interface QuestionKind {
  readonly reasons: readonly string[];
  readonly askForMore?: { readonly reasons: readonly string[]; readonly advice: readonly string[] };
}

const NOTHING: Looked = { read: null, images: [] };

/**
 * none → waiting ⇄ claimed → approved | rejected | withdrawn
 * To the person and back: claimed → asked → waiting
 * To risk and back: waiting | claimed → escalated → waiting | rejected
 * A claim whose time is over counts as waiting. So does a request that its person did not answer in time.
 */
export type ReviewState =
  | { readonly status: 'none' }
  | (Request & { readonly status: 'waiting' })
  | (Request & {
      readonly status: 'claimed';
      readonly staffId: string;
      readonly until: number;
      readonly looked: Looked;
    })
  | (Request & { readonly status: 'asked'; readonly until: number })
  | (Request & { readonly status: 'escalated'; readonly by: string })
  | (Request & { readonly status: 'approved' | 'rejected' | 'withdrawn'; readonly at: number });

type OpenReview = Extract<ReviewState, { status: 'waiting' | 'claimed' | 'asked' | 'escalated' }>;

export const reviewKind: StreamKind<ReviewState> = {
  name: 'review',
  initial: () => ({ status: 'none' }),
  evolve: (state, event) => evolve(state, event as ReviewEvent),
};

function evolve(state: ReviewState, { type, data, at }: ReviewEvent): ReviewState {
  if (type === 'ReviewOpened') {
    const { requestId, kind, userId } = data;
    return { status: 'waiting', requestId, kind, userId, openedAt: at, approvedBy: [] };
  }
  if (state.status === 'none') return state;
  const { requestId, kind, userId, openedAt, approvedBy } = state;
  const request = { requestId, kind, userId, openedAt, approvedBy };
  switch (type) {
    case 'ReviewClaimed':
      return {
        ...request,
        status: 'claimed',
        staffId: data.staffId,
        until: data.until,
        looked: lookedBy(state, data, at),
      };
    case 'ReviewRead':
      return state.status === 'claimed' ? { ...state, looked: { ...state.looked, read: data } } : state;
    case 'ReviewImageOpened':
      return state.status === 'claimed' ? { ...state, looked: withImage(state.looked, data) } : state;
    case 'ReviewScreened':
      return state;
    case 'ReviewReleased':
      return { ...request, status: 'waiting' };
    case 'ReviewFirstApproved':
      return { ...request, status: 'waiting', approvedBy: [...approvedBy, data.staffId] };
    case 'ReviewApproved':
      return { ...request, status: 'approved', at, approvedBy: [...approvedBy, data.staffId] };
    case 'ReviewRejected':
      return { ...request, status: 'rejected', at };
    case 'ReviewMoreRequested':
      return { ...request, status: 'asked', until: data.until };
    case 'ReviewAnswered':
      return state.status === 'escalated'
        ? { ...state, approvedBy: [] }
        : { ...request, status: 'waiting', approvedBy: [] };
    case 'ReviewEscalated':
      return { ...request, status: 'escalated', by: data.staffId };
    case 'ReviewReturned':
      return { ...request, status: 'waiting' };
    case 'ReviewWithdrawn':
      return { ...request, status: 'withdrawn', at };
    default:
      return never(type);
  }
}

/** An extended claim goes on; a new claim begins unread. */
function lookedBy(state: ReviewState, { staffId }: { staffId: string }, at: number): Looked {
  return state.status === 'claimed' && state.staffId === staffId && state.until > at ? state.looked : NOTHING;
}

function withImage(looked: Looked, { imageId, digest }: { imageId: string; digest: string }): Looked {
  return { ...looked, images: [...looked.images.filter((each) => each.imageId !== imageId), { imageId, digest }] };
}

/** No event while most of one's own claim is still to come: asking again keeps it and fills no history. */
export function decideClaim(state: ReviewState, command: ClaimReview['data'], at: number): NewEvent[] | Refusal {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  const problem = ownProblem(open, command) ?? asideProblem(open, at) ?? othersClaim(open, command.staffId, at);
  if (problem !== undefined) return problem;
  const { staffId, policy } = command;
  const lengthMs = command.claimMinutes * MINUTE_MS;
  const held = claimOf(open, at);
  if (held !== undefined && held.until - at > lengthMs / 2) return [];
  const { requestId, kind } = open;
  return [newEvent('ReviewClaimed', { requestId, kind, staffId, until: at + lengthMs, policy })];
}

/** Giving back what one does not hold changes nothing. */
export function decideRelease(state: ReviewState, command: ReleaseReview['data'], at: number): NewEvent[] | Refusal {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  const problem = othersClaim(open, command.staffId, at);
  if (problem !== undefined) return problem;
  const { requestId, kind } = open;
  return claimOf(open, at) === undefined
    ? []
    : [newEvent('ReviewReleased', { requestId, kind, staffId: command.staffId })];
}

/** A request that was decided meanwhile gets no findings. */
export function decideScreen(
  state: ReviewState,
  { requestId, signals, rules }: ScreenReview['data'],
): NewEvent[] | Refusal {
  const open = openOf(state, { requestId });
  if (isRefusal(open)) return open.refusal === 'review.decided' ? [] : open;
  const { kind, userId } = open;
  return [newEvent('ReviewScreened', { requestId, kind, userId, signals, rules })];
}

/** No event while what is shown is what was noted before. */
export function decideRead(state: ReviewState, command: ReadReview['data'], at: number): NewEvent[] | Refusal {
  const held = heldOf(state, command, at);
  if (isRefusal(held)) return held;
  const { kind, userId, looked } = held;
  const read: ReviewRead = { ...command, kind, userId };
  return same(looked.read, read) ? [] : [newEvent('ReviewRead', read)];
}

export function decideOpenImage(
  state: ReviewState,
  command: OpenReviewImage['data'],
  at: number,
): NewEvent[] | Refusal {
  const held = heldOf(state, command, at);
  if (isRefusal(held)) return held;
  const { kind, userId, looked } = held;
  const { imageId, digest } = command;
  const known = looked.images.some((each) => each.imageId === imageId && each.digest === digest);
  return known ? [] : [newEvent('ReviewImageOpened', { ...command, kind, userId })];
}

function same(before: ReviewRead | null, now: ReviewRead): boolean {
  const textOf = ({ signals, rules, imageIds, checks, reasons, hasChoice }: ReviewRead): string =>
    JSON.stringify([signals, rules, imageIds, checks, reasons, hasChoice]);
  return before !== null && textOf(before) === textOf(now);
}

/**
 * Whether this member may decide so now, in a fixed order: the request, its claim, the four eyes, what was looked at, the reasons.
 * Only then is the noun asked.
 */
export function verdictProblem(
  state: ReviewState,
  command: DecideReview['data'],
  at: number,
  known: readonly string[],
): Refusal | undefined {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  const claim = claimOf(open, at);
  const problem = ownProblem(open, command) ?? asideProblem(open, at) ?? othersClaim(open, command.staffId, at);
  if (problem !== undefined) return problem;
  if (claim === undefined) return refuse('review.claim-needed');
  if (command.verdict === 'approved')
    return command.identified ? refuse('review.identified-by-you') : lookProblem(claim.looked, command);
  if (command.reasons.length === 0) return refuse('review.reason-needed');
  const applying = claim.looked.read?.reasons ?? known;
  const unknown = command.reasons.find((reason) => !applying.includes(reason));
  if (unknown !== undefined) return refuse('review.reason-unknown', { reason: unknown });
  // It refers to a note, so there has to be one.
  return command.reasons.includes(OTHER) && command.sealedNote === null ? refuse('review.note-needed') : undefined;
}

/** Reviewers approve only what they have read, opened and compared themselves. */
function lookProblem({ read, images }: Looked, { checks, together }: DecideReview['data']): Refusal | undefined {
  if (read === null) return refuse('review.not-opened', { count: 1 });
  const closed = read.imageIds.filter((id) => !images.some(({ imageId }) => imageId === id));
  if (closed.length > 0) return refuse('review.not-opened', { count: closed.length });
  const hasWarning = read.signals.some(({ level }) => level === 'warning');
  if (together && (hasWarning || read.hasChoice || read.checks.length > 0)) return refuse('review.decide-alone');
  const missing = read.checks.filter((check) => !checks.includes(check));
  return missing.length === 0 ? undefined : refuse('review.checks-missing', { count: missing.length });
}

/** What the decision rests on, as its event keeps it. */
function groundsOf(state: ReviewState, { checks, sealedRemark }: DecideReview['data']): ReviewGrounds {
  const { read, images } = state.status === 'claimed' ? state.looked : NOTHING;
  const ticked = (read?.checks ?? []).filter((check) => checks.includes(check));
  return { signals: read?.signals ?? null, policies: read?.rules ?? [], images, checks: ticked, sealedRemark };
}

/** The review's own event for a decision that nothing stands against. `approvals` is how many must approve. */
export function verdictEvent(state: ReviewState, command: DecideReview['data'], approvals: number): NewEvent {
  const { requestId, kind, userId, staffId, reasons, sealedNote } = command;
  const decision = { requestId, kind, userId, staffId, grounds: groundsOf(state, command) };
  if (command.verdict === 'rejected')
    return newEvent('ReviewRejected', { ...decision, reasons: [...new Set(reasons)], sealedNote });
  const before = state.status === 'none' ? 0 : state.approvedBy.length;
  return newEvent(before + 1 < approvals ? 'ReviewFirstApproved' : 'ReviewApproved', decision);
}

/** Only the holder asks, for what the person can mend; the request leaves the queue until they answer. */
export function decideAskForMore(
  state: ReviewState,
  command: AskForMore['data'],
  at: number,
  { reasons: known, askForMore: offered }: QuestionKind,
): NewEvent[] | Refusal {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  const problem = ownProblem(open, command) ?? othersClaim(open, command.staffId, at);
  if (problem !== undefined) return problem;
  const held = heldOf(state, command, at);
  if (isRefusal(held)) return held;
  if (offered === undefined) return refuse('review.ask-unavailable');
  if (command.reasons.length === 0) return refuse('review.reason-needed');
  const applying = (held.looked.read?.reasons ?? known).filter((reason) => offered.reasons.includes(reason));
  const unknown = command.reasons.find((reason) => !applying.includes(reason));
  if (unknown !== undefined) return refuse('review.reason-unknown', { reason: unknown });
  if (command.advice !== null && !offered.advice.includes(command.advice)) return refuse('review.advice-unknown');
  const { requestId, kind, userId } = open;
  const { staffId, advice, policy, sealedRemark, answerDays } = command;
  const reasons = [...new Set(command.reasons)];
  const until = at + answerDays * DAY_MS;
  const question = { requestId, kind, userId, staffId, reasons, advice, until, policy, sealedRemark };
  return [newEvent('ReviewMoreRequested', question)];
}

/** The person's answer, with the noun's own events. A claim ends by it: its holder has not seen what came. */
export function decideAnswer(state: ReviewState, { requestId }: { requestId: string }): NewEvent[] | Refusal {
  const open = openOf(state, { requestId });
  if (isRefusal(open)) return open;
  const { kind, userId } = open;
  const waitsFor = open.status === 'escalated' ? 'risk' : 'staff';
  return [newEvent('ReviewAnswered', { requestId, kind, userId, waitsFor })];
}

/** Reviewers escalate what they hold; risk may take any open request, even a claimed one. */
export function decideEscalate(state: ReviewState, command: EscalateReview['data'], at: number): NewEvent[] | Refusal {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  const problem = command.own ? refuse('review.own') : asideProblem(open, at);
  if (problem !== undefined) return problem;
  const held = command.fromRisk ? open : heldOf(state, command, at);
  if (isRefusal(held)) return held;
  const { requestId, kind, userId } = open;
  const { staffId, reason, sealedRemark } = command;
  return [newEvent('ReviewEscalated', { requestId, kind, userId, staffId, reason, sealedRemark })];
}

export function decideReturn(state: ReviewState, command: ReturnReview['data']): NewEvent[] | Refusal {
  const open = escalatedFor(state, command);
  if (isRefusal(open)) return open;
  const { requestId, kind, userId, approvedBy } = open;
  const { staffId, sealedRemark } = command;
  return [newEvent('ReviewReturned', { requestId, kind, userId, staffId, approvals: approvedBy.length, sealedRemark })];
}

export function decideRejectEscalated(state: ReviewState, command: RejectEscalated['data']): NewEvent[] | Refusal {
  const open = escalatedFor(state, command);
  if (isRefusal(open)) return open;
  if (command.reasons.length === 0) return refuse('review.reason-needed');
  const unknown = command.reasons.find((reason) => !command.applying.includes(reason));
  if (unknown !== undefined) return refuse('review.reason-unknown', { reason: unknown });
  const { requestId, kind, userId } = open;
  const { staffId, signals, rules, sealedRemark } = command;
  const grounds: ReviewGrounds = { signals, policies: rules, images: [], checks: [], sealedRemark };
  const reasons = [...new Set(command.reasons)];
  return [newEvent('ReviewRejected', { requestId, kind, userId, staffId, reasons, sealedNote: null, grounds })];
}

/** The member who escalated it does not settle it: two look at it. */
function escalatedFor(state: ReviewState, command: { requestId: string; staffId: string; own: boolean }) {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  if (command.own) return refuse('review.own');
  if (open.status !== 'escalated') return refuse('review.not-escalated');
  return open.by === command.staffId ? refuse('review.escalated-by-you') : open;
}

/** Withdrawing what is decided already changes nothing: the decision came first. */
export function decideWithdraw(state: ReviewState, command: { requestId: string }): NewEvent[] | Refusal {
  const open = openOf(state, command);
  if (isRefusal(open)) return open.refusal === 'review.decided' ? [] : open;
  const { requestId, kind, userId } = open;
  return [newEvent('ReviewWithdrawn', { requestId, kind, userId })];
}

/** A decision on a stale page is refused with what changed. */
function openOf(state: ReviewState, { requestId }: { requestId: string }): OpenReview | Refusal {
  switch (state.status) {
    case 'none':
      return refuse('review.not-found', { requestId });
    case 'waiting':
    case 'claimed':
    case 'asked':
    case 'escalated':
      return state;
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return refuse('review.decided', { outcome: state.status, at: state.at });
    default:
      return never(state);
  }
}

/** Staff never review their own requests, and one member is not two pairs of eyes. */
function ownProblem(open: OpenReview, { staffId, own }: { staffId: string; own: boolean }): Refusal | undefined {
  if (own) return refuse('review.own');
  return open.approvedBy.includes(staffId) ? refuse('review.approved-by-you') : undefined;
}

/** With the person or with risk, it is not for the queue. */
function asideProblem(open: OpenReview, at: number): Refusal | undefined {
  if (open.status === 'escalated') return refuse('review.escalated');
  return open.status === 'asked' && open.until > at ? refuse('review.asked', { until: open.until }) : undefined;
}

/** Reveals that it is claimed and not by whom: the reviewer only needs to go on. */
function othersClaim(open: OpenReview, staffId: string, at: number): Refusal | undefined {
  const claim = claimOf(open, at);
  return claim === undefined || claim.staffId === staffId
    ? undefined
    : refuse('review.claimed-by-other', { until: claim.until });
}

type Claimed = Extract<ReviewState, { status: 'claimed' }>;

function claimOf(open: OpenReview, at: number): Claimed | undefined {
  return open.status === 'claimed' && open.until > at ? open : undefined;
}

function heldOf(state: ReviewState, command: { requestId: string; staffId: string }, at: number): Claimed | Refusal {
  const open = openOf(state, command);
  if (isRefusal(open)) return open;
  const claim = claimOf(open, at);
  return claim === undefined || claim.staffId !== command.staffId ? refuse('review.claim-needed') : claim;
}
