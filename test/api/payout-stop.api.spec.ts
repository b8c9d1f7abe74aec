import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PolicyView } from '../../contracts/policy-change.contract.js';
import { until } from '../kit/until.js';
import { ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

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

const stop = (name: string, body: object = { publicReason: 'security', reason: WHY }) =>
  desk.as(name).when('stopPayouts', body);
const inForce = (name: string): Promise<PolicyView> => saver.trader.given('getPolicy', { name });

async function release(): Promise<void> {
  const { version } = await inForce('withdrawal.pause');
  const values = { paused: false, reason: 'none' };
  const request = { name: 'withdrawal.pause', baseVersion: version, values, reason: 'The payouts were checked' };
  const { proposalId } = await desk.as('rita').given('proposePolicy', request);
  const wanted = { name: 'withdrawal.pause', proposalId };
  await desk.as('rita').when('approvePolicy', wanted).then('policy.own-proposal');
  await desk.as('rob').when('approvePolicy', wanted).then();
}

describe('the brake of payouts', () => {
  it('is pulled by one of risk at once, says why to users and staff, and is released by two', async () => {
    const { withdrawalId } = await saver.withdraw('700');
    const rules = saver.trader.when('getWithdrawalRules');
    // Before the approval: payouts are looked for all the time.
    await stop('rita').then();
    await desk.as('ann').decides(withdrawalId).then();
    await payOut(desk.started);
    await saver.sees(withdrawalId).then({ status: 'approved' });
    await rules.then({ paused: true, pauseReason: 'security' });
    await saver.submit('700').then('withdrawal.paused');
    await desk
      .as('ann')
      .when('withdrawal-pause')
      .then({
        ...{ paused: true, publicReason: 'security', reason: WHY, held: 1 },
        ...{ proposedByName: 'rita', approvedByName: '' },
      });
    await stop('rob').then('policy.nothing-changed');
    await release();
    await rules.then({ paused: false, pauseReason: 'none' });
    await payOut(desk.started);
    await until(async () => (await saver.of(withdrawalId)).status !== 'approved');
  });

  it('is pulled by an administrator too, and by nobody else; it asks for a reason', async () => {
    for (const name of ['ann', 'support', 'auditor', 'content']) await stop(name).then('staff.role-missing');
    await stop('admin', { publicReason: 'bank', reason: 'no' }).then('policy.reason-short');
    await stop('admin', { publicReason: 'none', reason: WHY }).then('400 request.field-invalid');
    await stop('admin').then();
    await release();
  });
});

describe('risk', () => {
  it('sees persons without their names, and what moved, and decides nothing of it', async () => {
    const rita = desk.as('rita');
    const users = await rita.given('users', { filter: { realm: 'real' } });
    expect(users.map(({ id }) => id)).toContain(saver.trader.userId);
    expect(users.every(({ name }) => name.endsWith('•••'))).toBe(true);
    const withdrawals = await rita.given('withdrawals');
    expect(withdrawals.map(({ userId }) => userId)).toContain(saver.trader.userId);
    await rita.when('deposits').then();
    expect((await rita.given('reviews')).length).toBeGreaterThan(0);
    await rita.when('claimReview', { requestId: withdrawals[0]?.id }).then('staff.role-missing');
    await rita.when('users/:id/freeze', { id: saver.trader.userId, reason: WHY }).then('staff.role-missing');
  });
});

describe('a change of a policy for later', () => {
  it('is in force from its instant on, after two people agreed, and not a moment earlier', async () => {
    const { version, values } = await inForce('payee.rules');
    const effectiveFrom = desk.clock.now() + 2 * HOUR_MS;
    const request = { name: 'payee.rules', baseVersion: version, values: { ...values, cardsMax: 3 }, reason: WHY };
    const { proposalId } = await desk.as('rita').given('proposePolicy', { ...request, effectiveFrom });
    await desk.as('rob').when('approvePolicy', { name: 'payee.rules', proposalId }).then();
    const scheduled = { state: 'scheduled', effectiveFrom, decidedByName: 'rob' };
    await desk.as('rita').when('policy-proposals/:id', { id: proposalId }).then(scheduled);
    expect((await inForce('payee.rules')).version).toBe(version);
    desk.clock.setTo(effectiveFrom + 1_000);
    await until(async () => (await inForce('payee.rules')).version === version + 1);
    expect((await inForce('payee.rules')).values['cardsMax']).toBe(3);
  }, 60_000);

  it('says whom it hits', async () => {
    const { counts } = await desk.as('rita').given('policy-impact', { name: 'withdrawal.rules' });
    expect(counts).toEqual([
      { what: 'usersReal', count: 1 },
      { what: 'withdrawalsOpen', count: expect.any(Number) },
    ]);
  });
});
