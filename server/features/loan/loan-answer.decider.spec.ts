import { describe, expect, it } from '@jest/globals';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { CreditScores } from '../../core/ports/credit-scores.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { reviewHandlers } from '../../review/review.handler.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { loanReview, type LoanReviewParts } from './loan.review.js';
import { lendingKind, loanKind } from './loan.state.js';
import { APPLICATION, IMAGES, RULES, VERIFIED } from './loan.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER, loanId: 'loan-1' };
const AT = Date.parse('2028-02-27T12:00:00Z');
const DAY_MS = 86_400_000;
const scores = { of: async () => ({ score: 500 }) } as unknown as CreditScores;
const kind = loanReview({ gate: openGate as AccountGate, scores } as LoanReviewParts);
const kinds = { find: () => kind } as unknown as ReviewKinds;

const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind],
  handlers: [...loanHandlers({ gate: openGate, levels: VERIFIED }), ...reviewHandlers(kinds)],
  at: AT,
});

const request = {
  type: 'RequestLoan',
  data: {
    ...who,
    ...APPLICATION,
    policy: { name: 'loan.rules', version: 2, values: RULES },
  },
};
const ofReview = { requestId: 'loan-1', kind: 'loan-application', userId: USER, staffId: 'staff-1', own: false };
const POLICY = { name: 'review.rules', version: 1, inputs: {} };
const claim = { type: 'ClaimReview', data: { ...ofReview, claimMinutes: 15, policy: POLICY } };
const ask = (reasons: readonly string[]) => ({
  type: 'AskForMore',
  data: { ...ofReview, reasons, advice: 'newer', answerDays: 7, policy: POLICY, sealedRemark: null },
});
const BANK = [{ image: 'bank', imageId: 'image-bank1' }];
const answer = (images: readonly object[] = BANK, problem: object | null = null) => ({
  type: 'AnswerLoan',
  data: { ...who, images, problem },
});
const asked = () => given(request, claim, ask(['incomplete']));

describe('staff who need more for a loan', () => {
  it('ask for it without a rejection, and the borrower adds an image', () => {
    const story = asked();
    expect(story.state.open.get('loan-1')?.asked).toEqual({
      reasons: ['incomplete'],
      advice: 'newer',
      until: AT + 7 * DAY_MS,
    });
    const outcome = story.when(answer());
    outcome.then('LoanAnswered', 'ReviewAnswered');
    expect(outcome.events[0]?.data).toMatchObject({ images: [...IMAGES, ...BANK] });
    expect(story.state.open.get('loan-1')).toMatchObject({ asked: null, answered: { times: 1, photos: 1 } });
    story.when(answer()).then('loan.nothing-asked');
  });

  it('ask for what an image can mend, while the request waits', () => {
    given(request, claim)
      .when(ask(['account-takeover']))
      .then('review.reason-unknown');
    given(request, claim, { type: 'WithdrawLoan', data: who })
      .when(ask(['incomplete']))
      .then('review.decided');
  });

  it('get a newer image in place of the earlier one, also after their time is over', () => {
    const front = [{ image: 'front', imageId: 'image-front2' }];
    const outcome = asked().when(at(AT + 8 * DAY_MS, answer(front)));
    outcome.then('LoanAnswered', 'ReviewAnswered');
    expect(outcome.events[0]?.data).toMatchObject({ images: [...IMAGES.slice(1), ...front] });
  });

  it('get no answer without an image, with a wrong one, or for a loan that waits no more', () => {
    asked()
      .when(answer([]))
      .then({ refusal: 'loan.answer-needed', params: { field: 'proofs' } });
    const problem = { refusal: 'image.not-found', params: { field: 'bank' } };
    asked().when(answer(BANK, problem)).then('image.not-found');
    given().when(answer()).then('loan.not-found');
    given(request).when(answer()).then('loan.nothing-asked');
  });

  it('see the request taken back while it waits for the answer', () => {
    asked().when({ type: 'WithdrawLoan', data: who }).then('LoanWithdrawn', 'ReviewWithdrawn');
  });
});
