import type { NewEvent } from '../core/event.js';
import type { Refusal } from '../core/refusal.js';
import { decider } from '../engine/writer/decider.testkit.js';
import type {
  AskForMore,
  ClaimReview,
  DecideReview,
  EscalateReview,
  ReadReview,
  RejectEscalated,
} from './review.commands.js';
import {
  decideAnswer,
  decideAskForMore,
  decideClaim,
  decideEscalate,
  decideOpenImage,
  decideRead,
  decideRejectEscalated,
  decideRelease,
  decideReturn,
  decideWithdraw,
  reviewKind,
  verdictEvent,
  verdictProblem,
  type ReviewState,
} from './review.decider.js';
import { reviewOpened } from './review.events.js';

export const MINUTE = 60_000;
export const policy = { name: 'review.rules', version: 3, inputs: { claimMinutes: 15 } };
export const request = { requestId: 'q-1', kind: 'identity-primary', userId: 'real-1' };

export const claimOf = (staffId: string, own = false): ClaimReview['data'] => ({
  requestId: 'q-1',
  staffId,
  claimMinutes: 15,
  policy,
  own,
});
export const verdict = (staffId: string, more: Partial<DecideReview['data']> = {}): DecideReview['data'] => ({
  ...request,
  staffId,
  verdict: 'approved',
  reasons: [],
  sealedNote: null,
  own: false,
  choice: null,
  prepared: undefined,
  checks: [],
  sealedRemark: null,
  together: false,
  identified: false,
  ...more,
});

export const readFacts: Omit<ReadReview['data'], 'requestId' | 'staffId'> = {
  signals: [{ name: 'account-age', level: 'info', inputs: { days: 40 } }],
  rules: [{ name: 'review.signals', version: 2, inputs: { accountDays: 30 } }],
  imageIds: [],
  checks: [],
  reasons: ['blurred', 'expired'],
  hasChoice: false,
};

export type Step = (state: ReviewState, at: number) => NewEvent[] | Refusal;
export type Steps = Parameters<typeof given>;
export const open: Step = () => [reviewOpened(request)];
export const claim =
  (staffId: string, own = false): Step =>
  (state, at) =>
    decideClaim(state, claimOf(staffId, own), at);
export const release =
  (staffId: string): Step =>
  (state, at) =>
    decideRelease(state, { requestId: 'q-1', staffId }, at);
export const read =
  (staffId: string, more: Partial<ReadReview['data']> = {}): Step =>
  (state, at) =>
    decideRead(state, { ...readFacts, requestId: 'q-1', staffId, ...more }, at);
export const look =
  (staffId: string, imageId: string): Step =>
  (state, at) =>
    decideOpenImage(state, { requestId: 'q-1', staffId, imageId, digest: `digest of ${imageId}` }, at);
export const KIND_WITH_QUESTIONS = {
  reasons: ['blurred', 'expired', 'forged'],
  askForMore: { reasons: ['blurred'], advice: ['newer'], decide: () => [] },
};
export const askForMore =
  (
    staffId: string,
    more: Partial<AskForMore['data']> = {},
    kind: Parameters<typeof decideAskForMore>[3] = KIND_WITH_QUESTIONS,
  ): Step =>
  (state, at) =>
    decideAskForMore(
      state,
      {
        ...request,
        staffId,
        reasons: ['blurred'],
        advice: null,
        answerDays: 7,
        policy: { name: 'review.rules', version: 3, inputs: { answerDays: 7 } },
        sealedRemark: null,
        own: false,
        ...more,
      },
      at,
      kind,
    );
export const escalate =
  (staffId: string, more: Partial<EscalateReview['data']> = {}): Step =>
  (state, at) => {
    const command = {
      requestId: 'q-1',
      staffId,
      reason: 'fraud',
      sealedRemark: null,
      own: false,
      fromRisk: false,
    } as const;
    return decideEscalate(state, { ...command, ...more }, at);
  };
export const giveBack =
  (staffId: string, own = false): Step =>
  (state) =>
    decideReturn(state, { requestId: 'q-1', staffId, sealedRemark: null, own });
export const rejectAside =
  (staffId: string, more: Partial<RejectEscalated['data']> = {}): Step =>
  (state) =>
    decideRejectEscalated(state, {
      ...{
        ...request,
        staffId,
        reasons: ['blurred'],
        applying: ['blurred'],
        signals: readFacts.signals,
        rules: readFacts.rules,
      },
      ...{ sealedRemark: null, own: false, prepared: undefined, ...more },
    });
export const answer: Step = (state) => decideAnswer(state, { requestId: 'q-1' });
export const withdraw: Step = (state) => decideWithdraw(state, { requestId: 'q-1' });
export const decide =
  (staffId: string, more: Partial<DecideReview['data']> = {}, approvals = 1): Step =>
  (state, at) =>
    verdictProblem(state, verdict(staffId, more), at, ['blurred', 'expired']) ?? [
      verdictEvent(state, verdict(staffId, more), approvals),
    ];

export const { given } = decider({ realm: 'real', kind: reviewKind, id: 'q-1', at: 0 });
