import * as calls from '../../../contracts/review.calls.js';
import type {
  ESCALATION_REASONS,
  OpenedReviewView,
  ReviewBatchView,
  ReviewClaimView,
  ReviewVerdictView,
  ReviewView,
} from '../../../contracts/review.contract.js';
import { api, refusalIn } from '../../lib/http';
import { openImage as openPrivateImage } from '../../lib/image';

/** What a reviewer has decided to send. */
export interface Verdict {
  /** `asked`: back to the person; `escalated`: on to risk. */
  verdict: 'approved' | 'rejected' | 'asked' | 'escalated';
  reasons: readonly string[];
  note: string;
  /** What was compared and found right. */
  checks: readonly string[];
  /** For colleagues only. */
  remark: string;
  /** What an approval chose, where it has to choose. */
  choice?: string;
  /** What would help the person to answer. */
  advice?: string;
}

/** A decision as it begins: nothing chosen, ticked or written. */
export function blank(verdict: Verdict['verdict']): Verdict {
  return { verdict, reasons: [], note: '', checks: [], remark: '' };
}

/** The call's idempotency key: sending the same request again after a lost connection decides once. */
function freshToken(): string {
  return crypto.randomUUID().replace(/-/g, '').slice(0, 16);
}

export function readReview(id: string, signal?: AbortSignal): Promise<ReviewView> {
  return api.call(calls.staffReview, { id }, { signal });
}

export function claimReview(requestId: string): Promise<ReviewClaimView> {
  return api.call(calls.claimReview, { requestId, requestToken: freshToken() });
}

export function releaseReview(requestId: string): Promise<null> {
  return api.call(calls.releaseReview, { requestId, requestToken: freshToken() });
}

type Outcome = ReviewVerdictView['outcome'] | 'asked' | 'escalated';

/** Approves or rejects, or sends the request back to its person or on to risk. */
export async function decideReview(requestId: string, draft: Verdict): Promise<Outcome> {
  const { advice, verdict, ...decided } = draft;
  if (verdict === 'escalated') {
    await escalate(calls.escalateReview, requestId, decided);
    return 'escalated';
  }
  if (verdict !== 'asked') {
    const body = { requestId, verdict, ...decided, requestToken: freshToken() };
    return (await api.call(calls.decideReview, body)).outcome;
  }
  const { reasons, remark } = decided;
  await api.call(calls.askForMore, { requestId, reasons, remark, advice, requestToken: freshToken() });
  return 'asked';
}

/** Takes one reason. Reviewers escalate requests that they hold, risk escalates any open one. */
export function escalate(
  call: typeof calls.escalateReview | typeof calls.holdReview,
  requestId: string,
  { reasons: [reason], remark }: Pick<Verdict, 'reasons' | 'remark'>,
): Promise<null> {
  return api.call(call, {
    requestId,
    reason: reason as (typeof ESCALATION_REASONS)[number],
    remark,
    requestToken: freshToken(),
  });
}

export function returnReview(requestId: string, remark: string): Promise<null> {
  return api.call(calls.returnReview, { requestId, remark, requestToken: freshToken() });
}

export function rejectEscalated(requestId: string, reasons: readonly string[], remark: string): Promise<null> {
  return api.call(calls.rejectEscalated, { requestId, reasons, remark, requestToken: freshToken() });
}

/** What the reader holds and has opened. */
export function readOpened(signal?: AbortSignal): Promise<OpenedReviewView[]> {
  return api.call(calls.staffOpenedReviews, {}, { signal });
}

export function approveReviews(requestIds: readonly string[]): Promise<ReviewBatchView> {
  return api.call(calls.approveReviews, { requestIds, requestToken: freshToken() });
}

/** Another reviewer was faster, or the reader lacks the permission: try the next one. */
const PASSED_OVER = new Set([
  'review.claimed-by-other',
  'review.decided',
  'review.approved-by-you',
  'review.own',
  'review.asked',
  'review.escalated',
]);
const LOOKED_AT = 20;

/** Claims the oldest unclaimed request of the queue; `undefined` when there is none. */
export async function claimNext(queue: string, notThis?: string): Promise<string | undefined> {
  const waiting = await api.call(calls.staffReviews, {
    filter: JSON.stringify({ queue, status: 'waiting' }),
    sort: JSON.stringify(['openedAt', 'ASC']),
    range: JSON.stringify([0, LOOKED_AT - 1]),
  });
  for (const { id } of waiting) {
    if (id === notThis) continue;
    try {
      await claimReview(id);
      return id;
    } catch (error) {
      if (!PASSED_OVER.has(refusalIn(error) ?? '')) throw error;
    }
  }
  return undefined;
}

/** The picture's object URL; the caller revokes it. The server records the opening. */
export const openImage = (imageId: string, requestId: string, signal: AbortSignal): Promise<string> =>
  openPrivateImage(calls.staffImage, { id: imageId, requestId }, signal);
