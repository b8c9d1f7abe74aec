import { z } from 'zod';
import type { Language } from '../shared/language.js';
import type { RefusalRule } from './refusal.contract.js';
import type { StaffBalanceRow } from './staff-desk.contract.js';
import type { WithdrawalStatus } from './withdrawal.contract.js';

export const reviewRefusals = {
  'review.not-found': { status: 404 },
  'review.decided': { status: 409 },
  'review.claimed-by-other': { status: 409 },
  'review.claim-needed': { status: 409 },
  'review.own': { status: 403 },
  'review.approved-by-you': { status: 403 },
  'review.reason-needed': { status: 422 },
  'review.reason-unknown': { status: 422 },
  'review.note-needed': { status: 422 },
  'review.identified-by-you': { status: 403 },
  'review.not-opened': { status: 409 },
  'review.checks-missing': { status: 422 },
  'review.decide-alone': { status: 409 },
  'review.asked': { status: 409 },
  'review.ask-unavailable': { status: 409 },
  'review.advice-unknown': { status: 422 },
  'review.escalated': { status: 409 },
  'review.not-escalated': { status: 409 },
  'review.escalated-by-you': { status: 403 },
} as const satisfies Record<string, RefusalRule>;

export const REVIEW_STATUSES = [
  'waiting',
  'claimed',
  'asked',
  'escalated',
  'approved',
  'rejected',
  'withdrawn',
] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Why a request goes to risk; texts are `review:escalation.<code>`. */
export const ESCALATION_REASONS = ['fraud', 'account-takeover', 'source-unclear', 'forged', 'unsure'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

/** `/staff/reviews`: a request that waits for staff, or did. Nothing in it tells who the person is. */
export interface ReviewRow {
  id: string;
  /** `identity-primary`, `credit-proof`, …; `queue` is its first word. */
  kind: string;
  queue: string;
  userId: string;
  /** A claim that is over counts as waiting, and so does a question that was not answered in time. */
  status: ReviewStatus;
  openedAt: number;
  /** Staff ids and their names; `null` where nobody is. */
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntil: number | null;
  decidedAt: number | null;
  decidedBy: string | null;
  decidedByName: string | null;
  reasons: string[];
  /** Who has approved already, where two must. */
  approvedBy: string | null;
  approvedByName: string | null;
  /** Whether the person was asked for more, and what came of it; `null` where they were not. */
  answer: 'awaited' | 'given' | 'missing' | null;
  /** Until when an answer is awaited. */
  answerBy: number | null;
  /** While it is with risk: why, since when, and who brought it there. */
  escalation: { reason: EscalationReason; at: number; by: string; byName: string | null } | null;
  /** What it is about, where it is about money: decimal strings, the value in USDT at the request. */
  amount: string | null;
  asset: string | null;
  valueUsdt: string | null;
  /** Two different reviewers must approve. */
  fourEyes: boolean;
  /** How many warnings the rules give; `null` for the moment until they have looked at it. */
  warnings: number | null;
  /** What they warn of, without anything that tells of the person. */
  warned: ReviewSignView[];
  /** The person's registered country, ISO 3166-1. */
  country: string | null;
}

/** A reviewer's note to the person, plain text. */
export const REVIEW_NOTE_CHARS_MAX = 500;

const requestId = z.string().min(1).max(64);
const requestToken = z.string().regex(/^[A-Za-z0-9_-]{6,16}$/);
export const reviewBody = z.strictObject({ requestId, requestToken: requestToken.optional() });
export const decideReviewBody = z.strictObject({
  requestId,
  verdict: z.enum(['approved', 'rejected']),
  reasons: z.array(z.string().min(1).max(64)).max(20).default([]),
  note: z.string().trim().max(REVIEW_NOTE_CHARS_MAX).default(''),
  /** What the reviewer compared and found right, of `ReviewView.details.checks`. */
  checks: z.array(z.string().min(1).max(64)).max(20).default([]),
  /** For colleagues; the person never reads it. */
  remark: z.string().trim().max(REVIEW_NOTE_CHARS_MAX).default(''),
  /** What an approval chooses, where the request offers choices: an id of them. */
  choice: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .optional(),
  requestToken: requestToken.optional(),
});

/** Asks the person for more. `reasons` say what is wrong, `advice` what would help: both codes, so that no note tells of a person. */
export const askForMoreBody = z.strictObject({
  requestId,
  reasons: z.array(z.string().min(1).max(64)).max(20).default([]),
  advice: z.string().min(1).max(64).optional(),
  /** For colleagues; the person never reads it. */
  remark: z.string().trim().max(REVIEW_NOTE_CHARS_MAX).default(''),
  requestToken: requestToken.optional(),
});

const remark = z.string().trim().max(REVIEW_NOTE_CHARS_MAX).default('');
/** Takes a request out of its queue and brings it before risk. */
export const escalateReviewBody = z.strictObject({
  requestId,
  reason: z.enum(ESCALATION_REASONS),
  /** For colleagues; the person never reads it. */
  remark,
  requestToken: requestToken.optional(),
});

/** Risk gives it back to its queue. */
export const returnReviewBody = z.strictObject({ requestId, remark, requestToken: requestToken.optional() });

/** Risk rejects it. */
export const rejectEscalatedBody = z.strictObject({
  requestId,
  reasons: z.array(z.string().min(1).max(64)).max(20).default([]),
  remark,
  requestToken: requestToken.optional(),
});

/** Approves several at once: each claimed and opened by the reviewer before, which the server has recorded. */
export const REVIEW_BATCH_MAX = 50;
export const approveReviewsBody = z.strictObject({
  requestIds: z.array(requestId).min(1).max(REVIEW_BATCH_MAX),
  requestToken: requestToken.optional(),
});

/** An image is opened for the request that it came with. */
export const reviewImageQuery = z.object({ id: z.string().min(1).max(64), requestId });

export interface ReviewClaimView {
  requestId: string;
  until: number;
}

export interface ReviewVerdictView {
  requestId: string;
  /** `seconded`: the first of two approvals; the request waits for somebody else. */
  outcome: 'approved' | 'rejected' | 'seconded';
}

/** What became of each request of a batch: decided like any other, or refused with the code and a sentence. */
export interface ReviewBatchView {
  results: {
    requestId: string;
    outcome: ReviewVerdictView['outcome'] | null;
    refusal: string | null;
    /** Why it was refused, in the asker's language. */
    message?: string;
  }[];
}

/** `/staff/opened-reviews`: what the asker holds and has opened, and so may approve together. */
export interface OpenedReviewView {
  review: ReviewRow;
  openedAt: number;
  /** A warning, ticks or a choice: it is decided on its own. */
  alone: boolean;
}

export interface ReviewFieldView {
  name: string;
  value: string;
  personal: boolean;
}

export interface ReviewSignView {
  name: string;
  level: 'info' | 'warning';
  inputs: Record<string, string | number>;
}

/** The texts of `name` are `review:choice.<name>`; options are named as staff named them. */
export interface ReviewChoicesView {
  name: string;
  options: { id: string; label: string }[];
}

/**
 * `/staff/reviews/<id>`. `details` for whoever has claimed it, masked and without images for auditors and, while it is with them,
 * for risk; else `null`.
 */
export interface ReviewView {
  review: ReviewRow;
  /** What it may be rejected for. */
  reasonCodes: string[];
  /** What its person may be asked for: reasons and advice by code. `null` where it is only approved or rejected. */
  ask: { reasons: string[]; advice: string[] } | null;
  /** The language that the person is written to in. */
  lang: Language;
  details: {
    fields: ReviewFieldView[];
    /** `opened`: by the holder, under this claim. */
    images: { id: string; purpose: string; opened: boolean }[];
    signs: ReviewSignView[];
    /** What must be compared and ticked before an approval; texts are `review:check.<name>`. */
    checks: string[];
    /** Beside a withdrawal, the money around it. */
    money?: ReviewMoneyView;
    /** What an approval has to choose from; absent where there is nothing to choose. */
    choices?: ReviewChoicesView;
  } | null;
  /** The reader approved this person's identity, so somebody else approves what pays them. */
  identifiedByYou: boolean;
  /** Other requests of the same person, the newest first. */
  earlier: ReviewRow[];
  /** Each approval and rejection with what it rested on, the oldest first. */
  decisions: ReviewDecisionView[];
}

/** One decision and what its maker had before them. Reasons of an escalation are of their own list. */
export interface ReviewDecisionView {
  outcome: ReviewVerdictView['outcome'] | 'asked' | 'escalated' | 'returned';
  at: number;
  staffId: string;
  name: string;
  reasons: string[];
  /** As they were shown then; `null` where the contents were not read. */
  signs: ReviewSignView[] | null;
  /** The rules behind the signs and the request. */
  policies: { name: string; version: number }[];
  /** The images opened under the claim; `digest` is SHA-256 of what was shown. */
  images: { imageId: string; digest: string }[];
  /** What the reviewer compared and found right. */
  checks: string[];
  /** The note for colleagues; masked for those who do not review. */
  remark: string;
}

/** `/staff/users/<id>/staff-decisions`: a request of the person, and what staff decided of it. */
export interface PersonDecisionsView {
  requestId: string;
  kind: string;
  decisions: ReviewDecisionView[];
}

/** What money of a person stands around a withdrawal. Nothing in it is personal; decimal strings. */
export interface ReviewMoneyView {
  balances: StaffBalanceRow[];
  /** What ever arrived, from the networks and by C2C. */
  arrived: { source: 'deposit' | 'c2c'; asset: string; count: number; sum: string; lastAt: number }[];
  /** The person's other withdrawals, the newest first. */
  payouts: {
    id: string;
    currency: string;
    amount: string;
    status: WithdrawalStatus;
    requestedAt: number;
    /** To the same address or bank account as this one. */
    samePayee: boolean;
  }[];
  /** Other persons who were paid at the same address or bank account, or saved it. */
  sharing: { userId: string; withdrawals: number; saved: boolean }[];
}

export const reviewStatisticsQuery = z.object({ days: z.coerce.number().int().min(1).max(90).default(14) });

/** `/staff/review-statistics`: days are those of UTC; times in milliseconds. */
export interface ReviewStatisticsView {
  /** How each queue stands now. */
  waiting: { kind: string; count: number; oldestAt: number | null }[];
  /** Every day of the period, the newest last. Median time from request to decision; `null` where nothing was decided. */
  days: { day: string; approved: number; rejected: number; medianMs: number | null }[];
  kinds: { kind: string; approved: number; rejected: number; medianMs: number | null }[];
  /** What each of them decided. Where two must approve, both have. */
  reviewers: { staffId: string; name: string; approved: number; rejected: number; medianMs: number | null }[];
  reasons: { kind: string; reason: string; count: number }[];
}
