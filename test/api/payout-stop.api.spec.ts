import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffUserRow } from '../../contracts/staff.contract.js';
import type { StaffWithdrawalRow, WithdrawalPauseView } from '../../contracts/withdrawal.staff.contract.js';
import type { PolicyView, StaffPolicyProposalRow } from '../../contracts/policy-change.contract.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { decided, ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

const HOUR_MS = 3_600_000;
const WHY = 'A payout looks wrong to us';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let saver: Awaited<ReturnType<ReturnType<typeof ofDesk>['saver']>>;

beforeAll(async () => {
  desk = await startWithdrawals();
  saver = await ofDesk(desk).saver();
  for (const name of ['content', 'admin', 'reviewer'])
    if (desk.tokens.has(name)) desk.tokens.set(name, await desk.again(name));
}, 120_000);
afterAll(() => desk.started.close());

const by = (name: string) => ({ token: desk.tokens.get(name) ?? '' });
const stop = (name: string, body: object = { publicReason: 'security', reason: WHY }) =>
  desk.post('stopPayouts', body, by(name));
const pause = async (name: string) =>
  (await desk.read<WithdrawalPauseView>('withdrawal-pause', desk.tokens.get(name))).body;
const rules = async () => (await saver.trader.get('getWithdrawalRules')).data;
const inForce = async (name: string): Promise<PolicyView> => {
  const answer = await fetch(`${desk.started.url}/web/getPolicy?name=${name}`);
  return ((await answer.json()) as { data: PolicyView }).data;
};

async function release(): Promise<void> {
  const { version } = await inForce('withdrawal.pause');
  const values = { paused: false, reason: 'none' };
  const request = { name: 'withdrawal.pause', baseVersion: version, values, reason: 'The payouts were checked' };
  const { body } = await desk.post<{ proposalId: string }>('proposePolicy', request, by('rita'));
  const wanted = { name: 'withdrawal.pause', proposalId: body.proposalId };
  expect(refusalOf((await desk.post('approvePolicy', wanted, by('rita'))).body)).toBe('policy.own-proposal');
  expect((await desk.post('approvePolicy', wanted, by('rob'))).status).toBe(200);
}

describe('the brake of payouts', () => {
  it('is pulled by one of risk at once, says why to users and staff, and is released by two', async () => {
    const { withdrawalId } = await saver.withdraw('700');
    await decided(desk, 'ann', withdrawalId);
    expect((await stop('rita')).status).toBe(200);
    await payOut(desk.started);
    expect((await saver.of(withdrawalId)).status).toBe('approved');
    expect(await rules()).toMatchObject({ paused: true, pauseReason: 'security' });
    expect(refusalOf((await saver.submit('700')).envelope)).toBe('withdrawal.paused');
    expect(await pause('ann')).toMatchObject({
      ...{ paused: true, publicReason: 'security', reason: WHY, held: 1 },
      ...{ proposedByName: 'rita', approvedByName: '' },
    });
    expect(refusalOf((await stop('rob')).body)).toBe('policy.nothing-changed');
    await release();
    expect(await rules()).toMatchObject({ paused: false, pauseReason: 'none' });
    await payOut(desk.started);
    await until(async () => (await saver.of(withdrawalId)).status !== 'approved');
  });

  it('is pulled by an administrator too, and by nobody else; it asks for a reason', async () => {
    for (const name of ['ann', 'support', 'auditor', 'content'])
      expect([name, refusalOf((await stop(name)).body)]).toEqual([name, 'staff.role-missing']);
    expect(refusalOf((await stop('admin', { publicReason: 'bank', reason: 'no' })).body)).toBe('policy.reason-short');
    expect((await stop('admin', { publicReason: 'none', reason: WHY })).status).toBe(400);
    expect((await stop('admin')).status).toBe(200);
    await release();
  });
});

describe('risk', () => {
  it('sees persons without their names, and what moved, and decides nothing of it', async () => {
    const users = await desk.read<StaffUserRow[]>(
      `users?${listQuery({ filter: { realm: 'real' } })}`,
      by('rita').token,
    );
    expect(users.body.map(({ id }) => id)).toContain(saver.trader.userId);
    expect(users.body.every(({ name }) => name.endsWith('•••'))).toBe(true);
    const withdrawals = await desk.read<StaffWithdrawalRow[]>('withdrawals', by('rita').token);
    expect(withdrawals.body.map(({ userId }) => userId)).toContain(saver.trader.userId);
    expect((await desk.read('deposits', by('rita').token)).status).toBe(200);
    expect((await desk.read<object[]>('reviews', by('rita').token)).body.length).toBeGreaterThan(0);
    const requestId = withdrawals.body[0]?.id;
    expect(refusalOf((await desk.post('claimReview', { requestId }, by('rita'))).body)).toBe('staff.role-missing');
    const frozen = await desk.post(`users/${saver.trader.userId}/freeze`, { reason: WHY }, by('rita'));
    expect(refusalOf(frozen.body)).toBe('staff.role-missing');
  });
});

describe('a change of a policy for later', () => {
  it('is in force from its instant on, after two people agreed, and not a moment earlier', async () => {
    const { version, values } = await inForce('payee.rules');
    const effectiveFrom = desk.clock.now() + 2 * HOUR_MS;
    const request = { name: 'payee.rules', baseVersion: version, values: { ...values, cardsMax: 3 }, reason: WHY };
    const { body } = await desk.post<{ proposalId: string }>(
      'proposePolicy',
      { ...request, effectiveFrom },
      by('rita'),
    );
    const agreed = await desk.post('approvePolicy', { name: 'payee.rules', proposalId: body.proposalId }, by('rob'));
    expect(agreed.status).toBe(200);
    const proposal = await desk.read<StaffPolicyProposalRow>(`policy-proposals/${body.proposalId}`, by('rita').token);
    expect(proposal.body).toMatchObject({ state: 'scheduled', effectiveFrom, decidedByName: 'rob' });
    expect((await inForce('payee.rules')).version).toBe(version);
    desk.clock.setTo(effectiveFrom + 1_000);
    await until(async () => (await inForce('payee.rules')).version === version + 1);
    expect((await inForce('payee.rules')).values['cardsMax']).toBe(3);
  }, 60_000);

  it('says whom it hits', async () => {
    const { body } = await desk.read<{ counts: object[] }>('policy-impact?name=withdrawal.rules', by('rita').token);
    expect(body.counts).toEqual([
      { what: 'usersReal', count: 1 },
      { what: 'withdrawalsOpen', count: expect.any(Number) },
    ]);
  });
});
