import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReviewRow, ReviewView } from '../../contracts/review.contract.js';
import type { StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';
import { decided, ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let saver: Awaited<ReturnType<ReturnType<typeof ofDesk>['saver']>>;

beforeAll(async () => {
  desk = await startWithdrawals();
  saver = await ofDesk(desk).saver();
}, 120_000);
afterAll(() => desk.started.close());

const token = (name: string): string => desk.tokens.get(name) ?? '';
const act = (name: string, call: string, body: object) => desk.post<object>(call, body, { token: token(name) });
const refusalTo = async (name: string, call: string, body: object) => refusalOf((await act(name, call, body)).body);
const view = async (name: string, id: string): Promise<ReviewView> =>
  (await desk.read<ReviewView>(`reviews/${id}`, token(name))).body;
const listed = async (name: string, filter: object): Promise<string[]> =>
  (await desk.read<ReviewRow[]>(`reviews?${listQuery({ filter })}`, token(name))).body.map(({ id }) => id);

async function escalated(sum: string): Promise<string> {
  const { withdrawalId: requestId } = await saver.withdraw(sum);
  await act('ann', 'claimReview', { requestId });
  const escalation = { requestId, reason: 'account-takeover', remark: 'Called us twice today' };
  expect((await act('ann', 'escalateReview', escalation)).status).toBe(200);
  return requestId;
}

describe('a withdrawal that a reviewer brings before risk', () => {
  it('leaves the queue, is shown to risk masked with its signals, and comes back to its old place', async () => {
    const requestId = await escalated('700');
    expect(await listed('ann', { status: 'waiting' })).not.toContain(requestId);
    expect(await listed('rita', { status: 'escalated' })).toEqual([requestId]);
    expect(await refusalTo('ben', 'claimReview', { requestId })).toBe('review.escalated');
    const seen = await view('rita', requestId);
    expect(seen.review).toMatchObject({
      status: 'escalated',
      escalation: { reason: 'account-takeover', byName: 'ann' },
    });
    expect(seen.details?.signals.map(({ name }) => name)).toContain('account-age');
    const personal = seen.details?.fields.filter((field) => field.personal) ?? [];
    expect(new Set(personal.map(({ value }) => value))).toEqual(new Set(['•••']));
    expect(seen.decisions).toMatchObject([{ outcome: 'escalated', name: 'ann', remark: 'Called us twice today' }]);
    expect(await saver.of(requestId)).toMatchObject({ status: 'held', label: 'waiting', cancellable: true });

    expect((await act('rita', 'returnReview', { requestId })).status).toBe(200);
    expect((await saver.of(requestId)).status).toBe('review');
    expect(await listed('ben', { status: 'waiting' })).toContain(requestId);
    expect((await decided(desk, 'ben', requestId)).body.outcome).toBe('approved');
    const timeline = `users/${saver.trader.userId}/timeline?kind=money`;
    const { body } = await desk.read<{ items: StaffTimelineItem[] }>(timeline, token('support'));
    expect(body.items.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(['review-escalated', 'review-returned']),
    );
  });

  it('is rejected by risk for a reason that applies, and the money is free again', async () => {
    const requestId = await escalated('800');
    expect(await refusalTo('rita', 'rejectEscalated', { requestId })).toBe('review.reason-needed');
    expect(await refusalTo('rita', 'rejectEscalated', { requestId, reasons: ['blurred'] })).toBe(
      'review.reason-unknown',
    );
    expect((await act('rita', 'rejectEscalated', { requestId, reasons: ['account-takeover'] })).status).toBe(200);
    expect((await saver.of(requestId)).status).toBe('rejected');
    const { decisions } = await view('rita', requestId);
    expect(decisions.map(({ outcome, name }) => [outcome, name])).toEqual([
      ['escalated', 'ann'],
      ['rejected', 'rita'],
    ]);
    expect(decisions[1]?.signals?.length).toBeGreaterThan(0);
    expect(await refusalTo('rita', 'returnReview', { requestId })).toBe('review.decided');
  });
});

describe('a hold by risk', () => {
  it('keeps the money where it is until another of risk gives the withdrawal back', async () => {
    desk.clock.setTo(desk.clock.now() + 24 * 3_600_000);
    const { withdrawalId: requestId } = await saver.withdraw('900');
    await act('ann', 'claimReview', { requestId });
    expect((await act('rita', 'holdReview', { requestId, reason: 'source-unclear' })).status).toBe(200);
    expect(await refusalTo('ann', 'decideReview', { requestId, verdict: 'approved' })).toBe('review.escalated');
    expect(await refusalTo('rita', 'returnReview', { requestId })).toBe('review.escalated-by-you');
    await payOut(desk.started);
    expect((await saver.of(requestId)).status).toBe('held');
    expect((await act('rob', 'returnReview', { requestId })).status).toBe(200);
    expect((await saver.of(requestId)).status).toBe('review');
  });

  it('is risk’s alone', async () => {
    const { withdrawalId: requestId } = await saver.withdraw('950');
    for (const name of ['ann', 'support', 'auditor'])
      for (const call of ['holdReview', 'returnReview', 'rejectEscalated'])
        expect(await refusalTo(name, call, { requestId, reason: 'fraud' })).toBe('staff.role-missing');
    expect(await refusalTo('ann', 'escalateReview', { requestId, reason: 'fraud' })).toBe('review.claim-needed');
  });
});
