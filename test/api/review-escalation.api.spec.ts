import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let saver: Awaited<ReturnType<ReturnType<typeof ofDesk>['saver']>>;

beforeAll(async () => {
  desk = await startWithdrawals();
  saver = await ofDesk(desk).saver();
}, 120_000);
afterAll(() => desk.started.close());

const listed = async (name: string, status: string): Promise<string[]> =>
  (await desk.as(name).given('reviews', { filter: { status } })).map(({ id }) => id);

async function escalated(sum: string): Promise<string> {
  const { withdrawalId: requestId } = await saver.withdraw(sum);
  await desk.as('ann').given('claimReview', { requestId });
  const escalation = { requestId, reason: 'account-takeover', remark: 'Called us twice today' };
  await desk.as('ann').given('escalateReview', escalation);
  return requestId;
}

describe('a withdrawal that a reviewer brings before risk', () => {
  it('leaves the queue, is shown to risk masked with its signals, and comes back to its old place', async () => {
    const requestId = await escalated('700');
    expect(await listed('ann', 'waiting')).not.toContain(requestId);
    expect(await listed('rita', 'escalated')).toEqual([requestId]);
    await desk.as('ben').when('claimReview', { requestId }).then('review.escalated');
    const { details } = await desk
      .as('rita')
      .when('reviews/:id', { id: requestId })
      .then({
        review: { status: 'escalated', escalation: { reason: 'account-takeover', byName: 'ann' } },
        decisions: [{ outcome: 'escalated', name: 'ann', remark: 'Called us twice today' }],
      });
    expect(details?.signals.map(({ name }) => name)).toContain('account-age');
    const personal = details?.fields.filter((field) => field.personal) ?? [];
    expect(new Set(personal.map(({ value }) => value))).toEqual(new Set(['•••']));
    await saver.sees(requestId).then({ status: 'held', label: 'waiting', cancellable: true });

    await desk.as('rita').when('returnReview', { requestId }).then();
    await saver.sees(requestId).then({ status: 'review' });
    expect(await listed('ben', 'waiting')).toContain(requestId);
    await desk.as('ben').decides(requestId).then({ outcome: 'approved' });
    const { items } = await desk.as('support').given('users/:id/timeline', { id: saver.trader.userId, kind: 'money' });
    expect(items.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(['review-escalated', 'review-returned']),
    );
  });

  it('is rejected by risk for a reason that applies, and the money is free again', async () => {
    const requestId = await escalated('800');
    await desk.as('rita').when('rejectEscalated', { requestId }).then('review.reason-needed');
    await desk
      .as('rita')
      .when('rejectEscalated', { requestId, reasons: ['blurred'] })
      .then('review.reason-unknown');
    await desk
      .as('rita')
      .when('rejectEscalated', { requestId, reasons: ['account-takeover'] })
      .then();
    await saver.sees(requestId).then({ status: 'rejected' });
    const { decisions } = await desk.as('rita').given('reviews/:id', { id: requestId });
    expect(decisions.map(({ outcome, name }) => `${outcome} ${name}`)).toEqual(['escalated ann', 'rejected rita']);
    expect(decisions[1]?.signals?.length).toBeGreaterThan(0);
    await desk.as('rita').when('returnReview', { requestId }).then('review.decided');
  });
});

describe('a hold by risk', () => {
  it('keeps the money where it is until another of risk gives the withdrawal back', async () => {
    desk.clock.setTo(desk.clock.now() + 24 * 3_600_000);
    const { withdrawalId: requestId } = await saver.withdraw('900');
    await desk.as('ann').given('claimReview', { requestId });
    await desk.as('rita').when('holdReview', { requestId, reason: 'source-unclear' }).then();
    await desk.as('ann').when('decideReview', { requestId, verdict: 'approved' }).then('review.escalated');
    await desk.as('rita').when('returnReview', { requestId }).then('review.escalated-by-you');
    await payOut(desk.started);
    await saver.sees(requestId).then({ status: 'held' });
    await desk.as('rob').when('returnReview', { requestId }).then();
    await saver.sees(requestId).then({ status: 'review' });
  });

  it('is risk’s alone', async () => {
    const { withdrawalId: requestId } = await saver.withdraw('950');
    for (const name of ['ann', 'support', 'auditor'])
      for (const call of ['holdReview', 'returnReview', 'rejectEscalated'] as const)
        await desk.as(name).when(call, { requestId, reason: 'fraud' }).then('staff.role-missing');
    await desk.as('ann').when('escalateReview', { requestId, reason: 'fraud' }).then('review.claim-needed');
  });
});
