import { describe, expect, it } from '@jest/globals';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { verdictBy, verdictOn } from '../../review/verdict.testkit.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { loanReview, type LoanReviewParts } from './loan.review.js';
import { lendingKind, loanKind } from './loan.state.js';
import { APPLICATION, RULES, VERIFIED } from './loan.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const POLICY = { name: 'loan.rules', version: 2, values: RULES };
const AT = Date.parse('2028-02-27T12:00:00Z');

const application = {
  type: 'RequestLoan',
  data: {
    userId: USER,
    ownerId: OWNER,
    ...APPLICATION,
    policy: POLICY,
  },
};
const decided = (verdict: 'approved' | 'rejected', score = 500) =>
  verdictBy(verdict, { requestId: 'loan-1', userId: USER, prepared: { policy: POLICY, score } });

/** An application of an account that stands so when staff decide. */
function applied(stands: Refusal | undefined) {
  const gate: AccountGate = {
    stream: (userId) => openGate.stream(userId),
    refusal: () => stands,
    nationality: () => null,
  };
  const handlers = [
    ...loanHandlers({ gate: openGate, levels: VERIFIED }),
    verdictOn(loanReview({ gate } as LoanReviewParts)),
  ];
  const others = [lendingKind, reviewKind];
  return decider({ realm: 'real', kind: loanKind, id: OWNER, others, handlers, at: AT }).given(application);
}

describe('the approval of an application', () => {
  it('lends to an account that may act', () => {
    applied(undefined).when(decided('approved')).then('LendingGranted', 'LoanDisbursed');
  });

  it('is refused while the account is frozen, so that the application waits and can be rejected', () => {
    const frozen = refuse('account.frozen', { by: 'owner' });
    applied(frozen)
      .when(decided('approved'))
      .then({ refusal: 'loan.borrower-frozen', params: { by: 'owner' } })
      .when(decided('rejected'))
      .then('LoanRejected');
  });

  it('is refused when the score fell since, and the limit with it', () => {
    // 20,000 x 24 / 500 = 960, and 1000 are asked for.
    applied(undefined)
      .when(decided('approved', 24))
      .then({
        refusal: 'loan.borrower-limit',
        params: { score: 24, limit: '960', open: '1000', policy: 'loan.rules', version: 2 },
      })
      .when(decided('approved', 25))
      .then('LendingGranted', 'LoanDisbursed');
  });

  it('is refused for an account that is closed or no more', () => {
    for (const gone of [refuse('request.unavailable'), refuse('account.not-found')])
      applied(gone).when(decided('approved')).then('loan.borrower-gone');
  });

  it('is refused when an earlier loan is overdue or was written off meanwhile', () => {
    const story = applied(undefined).and(decided('approved'));
    const { disbursed } = [...story.state.open.values()][0] ?? {};
    const overdueAt = disbursed?.overdueAt ?? 0;
    const again = { ...application, data: { ...application.data, loanId: 'loan-2' } };
    const second = { ...decided('approved'), data: { ...decided('approved').data, requestId: 'loan-2' } };
    story
      .and(again)
      .when(at(overdueAt, second))
      .then({ refusal: 'loan.borrower-overdue', params: { since: '2028-03-06', owed: '1003' } })
      .and({ type: 'CollectLoan', data: { userId: USER, ownerId: OWNER, loanId: 'loan-1', day: 91 } })
      .when(at(overdueAt, second))
      .then('loan.borrower-written-off');
    expect(story.state.writtenOff).toBe(true);
  });
});
