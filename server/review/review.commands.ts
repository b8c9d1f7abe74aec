import { z } from 'zod';
import { ESCALATION_REASONS } from '../../contracts/review.contract.js';
import { HouseCommand, type DataOf } from '../core/command.js';
import { appliedPolicy, sealed } from '../core/command-schemas.js';

/** Until when the claim holds; 0 when there is none. */
interface ClaimAnswer {
  readonly requestId: string;
  readonly until: number;
}

/** Until when the person can answer before staff decide without it. */
type AskForMoreAnswer = ClaimAnswer;

export interface VerdictAnswer {
  readonly requestId: string;
  /** `seconded`: the first of two approvals, the request waits for another reviewer. */
  readonly outcome: 'approved' | 'rejected' | 'seconded';
}

const signal = z.object({
  name: z.string(),
  level: z.enum(['info', 'warning']),
  inputs: z.record(z.string(), z.union([z.string(), z.number()])),
});

const claimReview = z.object({
  requestId: z.string(),
  staffId: z.string(),
  claimMinutes: z.number(),
  /** `review.rules`, whose `claimMinutes` these are. */
  policy: appliedPolicy,
  /** The request is of an account that the member has named as their own. */
  own: z.boolean(),
});

/** Takes a request, or keeps it longer. The rights of the member are checked before. */
export class ClaimReview extends HouseCommand<DataOf<typeof claimReview>, ClaimAnswer> {
  static readonly type = 'ClaimReview';
  static readonly schema = claimReview;
}

const releaseReview = z.object({ requestId: z.string(), staffId: z.string() });

export class ReleaseReview extends HouseCommand<DataOf<typeof releaseReview>, null> {
  static readonly type = 'ReleaseReview';
  static readonly schema = releaseReview;
}

const screenReview = z.object({ requestId: z.string(), signals: z.array(signal), rules: z.array(appliedPolicy) });

/** Records the rules' findings on an open request. */
export class ScreenReview extends HouseCommand<DataOf<typeof screenReview>, null> {
  static readonly type = 'ScreenReview';
  static readonly schema = screenReview;
}

/** The fields of `ReviewRead`, where each is explained. */
const readReview = screenReview.extend({
  staffId: z.string(),
  imageIds: z.array(z.string()),
  checks: z.array(z.string()),
  reasons: z.array(z.string()),
  hasChoice: z.boolean(),
});
export type ReadFacts = Omit<DataOf<typeof readReview>, 'requestId' | 'staffId'>;

/** Notes under the claim of its holder what was shown to them. */
export class ReadReview extends HouseCommand<DataOf<typeof readReview>, null> {
  static readonly type = 'ReadReview';
  static readonly schema = readReview;
}

const openReviewImage = z.object({
  requestId: z.string(),
  staffId: z.string(),
  imageId: z.string(),
  /** SHA-256 of the picture that was shown. */
  digest: z.string(),
});

export class OpenReviewImage extends HouseCommand<DataOf<typeof openReviewImage>, null> {
  static readonly type = 'OpenReviewImage';
  static readonly schema = openReviewImage;
}

const decideReview = z.object({
  requestId: z.string(),
  kind: z.string(),
  userId: z.string(),
  staffId: z.string(),
  verdict: z.enum(['approved', 'rejected']),
  reasons: z.array(z.string()),
  sealedNote: sealed.nullable(),
  own: z.boolean(),
  /** The member approved the identity of the person whom this request brings money or credit. */
  identified: z.boolean(),
  /** What the reviewer compared and found right. */
  checks: z.array(z.string()),
  sealedRemark: sealed.nullable(),
  /** Decided together with others: nothing can be ticked or chosen there. */
  together: z.boolean(),
  choice: z.string().nullable(),
  /** What the kind's `prepare` handed in. */
  prepared: z.unknown(),
});

/** Approves or rejects. Whose request it is, and of which kind, is looked up before, so that its noun can be loaded too. */
export class DecideReview extends HouseCommand<DataOf<typeof decideReview>, VerdictAnswer> {
  static readonly type = 'DecideReview';
  static readonly schema = decideReview;
}

const askForMore = z.object({
  requestId: z.string(),
  kind: z.string(),
  userId: z.string(),
  staffId: z.string(),
  reasons: z.array(z.string()),
  advice: z.string().nullable(),
  answerDays: z.number(),
  /** `review.rules`, whose `answerDays` these are. */
  policy: appliedPolicy,
  sealedRemark: sealed.nullable(),
  own: z.boolean(),
});

/** Sends the request back to its person. Looked up before, as for a decision. */
export class AskForMore extends HouseCommand<DataOf<typeof askForMore>, AskForMoreAnswer> {
  static readonly type = 'AskForMore';
  static readonly schema = askForMore;
}

const escalateReview = z.object({
  requestId: z.string(),
  staffId: z.string(),
  reason: z.enum(ESCALATION_REASONS),
  sealedRemark: sealed.nullable(),
  own: z.boolean(),
  fromRisk: z.boolean(),
});

/** Escalates the request to risk: by its holder, or by risk for any open one. */
export class EscalateReview extends HouseCommand<DataOf<typeof escalateReview>, null> {
  static readonly type = 'EscalateReview';
  static readonly schema = escalateReview;
}

const returnReview = z.object({
  requestId: z.string(),
  staffId: z.string(),
  sealedRemark: sealed.nullable(),
  own: z.boolean(),
});

export class ReturnReview extends HouseCommand<DataOf<typeof returnReview>, null> {
  static readonly type = 'ReturnReview';
  static readonly schema = returnReview;
}

const rejectEscalated = z.object({
  requestId: z.string(),
  kind: z.string(),
  userId: z.string(),
  staffId: z.string(),
  reasons: z.array(z.string()),
  applying: z.array(z.string()),
  signals: z.array(signal),
  rules: z.array(appliedPolicy),
  sealedRemark: sealed.nullable(),
  own: z.boolean(),
  /** What the kind's `prepare` handed in. */
  prepared: z.unknown(),
});

/** Risk rejects what was escalated. What its maker saw was looked up before. */
export class RejectEscalated extends HouseCommand<DataOf<typeof rejectEscalated>, null> {
  static readonly type = 'RejectEscalated';
  static readonly schema = rejectEscalated;
}

const withdrawReview = z.object({ requestId: z.string() });

/** The person takes the request back, or is erased. */
export class WithdrawReview extends HouseCommand<DataOf<typeof withdrawReview>, null> {
  static readonly type = 'WithdrawReview';
  static readonly schema = withdrawReview;
}
