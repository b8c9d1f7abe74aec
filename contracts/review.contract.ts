import { z } from 'zod';
import { language } from './envelope.contract.js';
import { ownedView } from './owned.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { staffBalanceRow } from './staff-lists.contract.js';
import { WITHDRAWAL_STATUSES } from './withdrawal.contract.js';

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

export const reviewSignalView = z
  .object({
    name: z.string(),
    level: z.enum(['info', 'warning']),
    inputs: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'ReviewSignView' });
export type ReviewSignalView = z.output<typeof reviewSignalView>;

export const reviewRow = z
  .object({
    id: z.string(),
    kind: z.string().describe('`identity-primary`, `credit-proof`, …; `queue` is its first word.'),
    queue: z.string(),
    userId: z.string(),
    status: z
      .enum(REVIEW_STATUSES)
      .describe('A claim that is over counts as waiting, and so does a question that was not answered in time.'),
    openedAt: z.number(),
    claimedBy: z.string().nullable().describe('Staff ids and their names; `null` where nobody is.'),
    claimedByName: z.string().nullable(),
    claimedUntil: z.number().nullable(),
    decidedAt: z.number().nullable(),
    decidedBy: z.string().nullable(),
    decidedByName: z.string().nullable(),
    reasons: z.array(z.string()),
    approvedBy: z.string().nullable().describe('Who has approved already, where two must.'),
    approvedByName: z.string().nullable(),
    answer: z
      .enum(['awaited', 'given', 'missing'])
      .nullable()
      .describe('Whether the person was asked for more, and what came of it; `null` where they were not.'),
    answerBy: z.number().nullable().describe('Until when an answer is awaited.'),
    escalation: z
      .object({ reason: z.enum(ESCALATION_REASONS), at: z.number(), by: z.string(), byName: z.string().nullable() })
      .nullable()
      .describe('While it is with risk: why, since when, and who brought it there.'),
    amount: z
      .string()
      .nullable()
      .describe('What it is about, where it is about money: decimal strings, the value in USDT at the request.'),
    asset: z.string().nullable(),
    valueUsdt: z.string().nullable(),
    fourEyes: z.boolean().describe('Two different reviewers must approve.'),
    warnings: z
      .number()
      .nullable()
      .describe('How many warnings the rules give; `null` for the moment until they have looked at it.'),
    warned: z.array(reviewSignalView).describe('What they warn of, without anything that tells of the person.'),
    country: z.string().nullable().describe("The person's registered country, ISO 3166-1."),
  })
  .meta({
    id: 'ReviewRow',
    description: '`/staff/reviews`: a request that waits for staff, or did. Nothing in it tells who the person is.',
  });
export type ReviewRow = z.output<typeof reviewRow>;

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

/**
 * Asks the person for more. `reasons` name the problem, `advice` the remedy: both are codes, so that no note holds personal data.
 */
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

export const reviewClaimView = z
  .object({
    requestId: z.string(),
    until: z.number(),
  })
  .meta({ id: 'ReviewClaimView' });
export type ReviewClaimView = z.output<typeof reviewClaimView>;

export const reviewVerdictView = z
  .object({
    requestId: z.string(),
    outcome: z
      .enum(['approved', 'rejected', 'seconded'])
      .describe('`seconded`: the first of two approvals; the request waits for somebody else.'),
  })
  .meta({ id: 'ReviewVerdictView' });
export type ReviewVerdictView = z.output<typeof reviewVerdictView>;

export const reviewBatchView = z
  .object({
    results: z.array(
      z.object({
        requestId: z.string(),
        outcome: reviewVerdictView.shape.outcome.nullable(),
        refusal: z.string().nullable(),
        message: z.exactOptional(z.string()).describe('The reason of the refusal, in the caller’s language.'),
      }),
    ),
  })
  .meta({
    id: 'ReviewBatchView',
    description:
      'What became of each request of a batch: decided like any other, or refused with the code and a sentence.',
  });
export type ReviewBatchView = z.output<typeof reviewBatchView>;

export const openedReviewView = z
  .object({
    review: reviewRow,
    openedAt: z.number(),
    alone: z.boolean().describe('A warning, ticks or a choice: it is decided on its own.'),
  })
  .meta({
    id: 'OpenedReviewView',
    description: '`/staff/opened-reviews`: requests that the caller holds and has opened, and may approve together.',
  });
export type OpenedReviewView = z.output<typeof openedReviewView>;

export const reviewFieldView = z
  .object({
    name: z.string(),
    value: z.string(),
    personal: z.boolean(),
  })
  .meta({ id: 'ReviewFieldView' });
export type ReviewFieldView = z.output<typeof reviewFieldView>;

export const reviewChoicesView = z
  .object({
    name: z.string(),
    options: z.array(z.object({ id: z.string(), label: z.string() })),
  })
  .meta({
    id: 'ReviewChoicesView',
    description: 'The texts of `name` are `review:choice.<name>`; options are named as staff named them.',
  });
export type ReviewChoicesView = z.output<typeof reviewChoicesView>;

export const reviewMoneyView = z
  .object({
    balances: z.array(staffBalanceRow),
    arrived: z
      .array(
        z.object({
          source: z.enum(['deposit', 'c2c']),
          asset: z.string(),
          count: z.number(),
          sum: z.string(),
          lastAt: z.number(),
        }),
      )
      .describe('What ever arrived, from the networks and by C2C.'),
    payouts: z
      .array(
        z.object({
          id: z.string(),
          currency: z.string(),
          amount: z.string(),
          status: z.enum(WITHDRAWAL_STATUSES),
          requestedAt: z.number(),
          samePayee: z.boolean().describe('To the same address or bank account as this one.'),
        }),
      )
      .describe("The person's other withdrawals, the newest first."),
    sharing: z
      .array(z.object({ userId: z.string(), withdrawals: z.number(), saved: z.boolean() }))
      .describe('Other persons who were paid at the same address or bank account, or saved it.'),
  })
  .meta({
    id: 'ReviewMoneyView',
    description: 'What money of a person stands around a withdrawal. Nothing in it is personal; decimal strings.',
  });
export type ReviewMoneyView = z.output<typeof reviewMoneyView>;

export const reviewOwnedView = ownedView
  .pick({ netUsdt: true, spacesUsdt: true, beyondUsdt: true, debtsUsdt: true, products: true, debts: true })
  .meta({
    id: 'ReviewOwnedView',
    description: 'What the person of a request owns over all products, and each debt. Nothing in it is personal.',
  });
export type ReviewOwnedView = z.output<typeof reviewOwnedView>;

export const reviewDecisionView = z
  .object({
    outcome: z.union([reviewVerdictView.shape.outcome, z.enum(['asked', 'escalated', 'returned'])]),
    at: z.number(),
    staffId: z.string(),
    name: z.string(),
    reasons: z.array(z.string()),
    signals: z
      .array(reviewSignalView)
      .nullable()
      .describe('As they were shown then; `null` where the contents were not read.'),
    policies: z
      .array(z.object({ name: z.string(), version: z.number() }))
      .describe('The rules behind the signals and the request.'),
    images: z
      .array(z.object({ imageId: z.string(), digest: z.string() }))
      .describe('The images opened under the claim; `digest` is SHA-256 of what was shown.'),
    checks: z.array(z.string()).describe('What the reviewer compared and found right.'),
    remark: z.string().describe('The note for colleagues; masked for those who do not review.'),
  })
  .meta({
    id: 'ReviewDecisionView',
    description: 'One decision and what its maker had before them. Reasons of an escalation are of their own list.',
  });
export type ReviewDecisionView = z.output<typeof reviewDecisionView>;

export const reviewView = z
  .object({
    review: reviewRow,
    reasonCodes: z.array(z.string()).describe('What it may be rejected for.'),
    ask: z
      .object({ reasons: z.array(z.string()), advice: z.array(z.string()) })
      .nullable()
      .describe(
        'What its person may be asked for: reasons and advice by code. `null` where it is only approved or rejected.',
      ),
    lang: language.describe('The language that the person is written to in.'),
    details: z
      .object({
        fields: z.array(reviewFieldView),
        images: z
          .array(z.object({ id: z.string(), purpose: z.string(), opened: z.boolean() }))
          .describe('`opened`: by the holder, under this claim.'),
        signals: z.array(reviewSignalView),
        checks: z
          .array(z.string())
          .describe('What must be compared and ticked before an approval; texts are `review:check.<name>`.'),
        money: z.exactOptional(reviewMoneyView).describe('Beside a withdrawal, the money around it.'),
        owned: z
          .exactOptional(reviewOwnedView.nullable())
          .describe(
            'Beside a request that brings money or credit; absent beside others. `null` while its read models are behind.',
          ),
        choices: z
          .exactOptional(reviewChoicesView)
          .describe('What an approval has to choose from; absent where there is nothing to choose.'),
      })
      .nullable(),
    identifiedByYou: z
      .boolean()
      .describe("The reader approved this person's identity, so somebody else approves what pays them."),
    earlier: z.array(reviewRow).describe('Other requests of the same person, the newest first.'),
    decisions: z
      .array(reviewDecisionView)
      .describe('Each approval and rejection with what it rested on, the oldest first.'),
  })
  .meta({
    id: 'ReviewView',
    description:
      '`/staff/reviews/<id>`. `details` for its holder, masked and without images for auditors and, while it is with them, for risk; else `null`.',
  });
export type ReviewView = z.output<typeof reviewView>;

export const personDecisionsView = z
  .object({
    requestId: z.string(),
    kind: z.string(),
    decisions: z.array(reviewDecisionView),
  })
  .meta({
    id: 'PersonDecisionsView',
    description: '`/staff/users/<id>/staff-decisions`: a request of the person, and what staff decided of it.',
  });
export type PersonDecisionsView = z.output<typeof personDecisionsView>;

export const reviewStatisticsQuery = z.object({ days: z.coerce.number().int().min(1).max(90).default(14) });

export const reviewStatisticsView = z
  .object({
    waiting: z
      .array(z.object({ kind: z.string(), count: z.number(), oldestAt: z.number().nullable() }))
      .describe('How each queue stands now.'),
    days: z
      .array(z.object({ day: z.string(), approved: z.number(), rejected: z.number(), medianMs: z.number().nullable() }))
      .describe(
        'Every day of the period, the newest last. Median time from request to decision; `null` where nothing was decided.',
      ),
    kinds: z.array(
      z.object({ kind: z.string(), approved: z.number(), rejected: z.number(), medianMs: z.number().nullable() }),
    ),
    reviewers: z
      .array(
        z.object({
          staffId: z.string(),
          name: z.string(),
          approved: z.number(),
          rejected: z.number(),
          medianMs: z.number().nullable(),
        }),
      )
      .describe('What each of them decided. Where two must approve, both have.'),
    reasons: z.array(z.object({ kind: z.string(), reason: z.string(), count: z.number() })),
  })
  .meta({
    id: 'ReviewStatisticsView',
    description: '`/staff/review-statistics`: days are those of UTC; times in milliseconds.',
  });
export type ReviewStatisticsView = z.output<typeof reviewStatisticsView>;
