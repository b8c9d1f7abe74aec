import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;

beforeAll(async () => {
  desk = await startWithdrawals();
}, 120_000);
afterAll(() => desk.started.close());

it('shows beside a withdrawal what its person has, what came in, what went out, and who else is paid there', async () => {
  const [anna, eve] = [await ofDesk(desk).saver('5000'), await ofDesk(desk).saver('700')];
  const hers = await eve.withdraw('600');
  const first = await anna.withdraw('500');
  await desk.as('ann').decides(first.withdrawalId).then({ outcome: 'approved' });
  await payOut(desk.started);
  const { withdrawalId: id } = await anna.withdraw('800');
  await desk.as('ann').when('reviews/:id', { id }).then({ details: null });
  await desk.as('ann').given('claimReview', { requestId: id });
  const { details } = await desk.as('ann').given('reviews/:id', { id });
  expect(details?.money?.balances).toContainEqual(
    expect.objectContaining({ space: 'spot', asset: 'USDT', available: '3700', frozen: '1300' }),
  );
  expect(details?.money?.payouts).toMatchObject([
    { id: first.withdrawalId, amount: '500', currency: 'USDT', samePayee: true },
  ]);
  expect(details?.money?.sharing).toEqual([{ userId: eve.trader.userId, withdrawals: 1, saved: true }]);
  expect(details?.owned?.products.length).toBeGreaterThan(0);
  const runner = desk.started.app.get<ProjectionRunner>(ProjectionRunner, { strict: false });
  const behind = jest.spyOn(runner, 'upToDate').mockResolvedValue(false);
  const meanwhile = await desk.as('ann').given('reviews/:id', { id });
  behind.mockRestore();
  expect(meanwhile.details).toMatchObject({ owned: null, fields: expect.any(Array) as unknown });
  const { details: masked } = await desk.as('auditor').given('reviews/:id', { id: hers.withdrawalId });
  expect(masked?.money?.sharing.map(({ userId }) => userId)).toEqual([anna.trader.userId]);
  expect(JSON.stringify(masked)).not.toContain('0x5aAeb6');
});
