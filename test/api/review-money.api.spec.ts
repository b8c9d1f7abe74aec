import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReviewView } from '../../contracts/review.contract.js';
import { decided, ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;

beforeAll(async () => {
  desk = await startWithdrawals();
}, 120_000);
afterAll(() => desk.started.close());

const token = (name: string): string => desk.tokens.get(name) ?? '';
const view = async (name: string, id: string): Promise<ReviewView> =>
  (await desk.read<ReviewView>(`reviews/${id}`, token(name))).body;

it('shows beside a withdrawal what its person has, what came in, what went out, and who else is paid there', async () => {
  const [anna, eve] = [await ofDesk(desk).saver('5000'), await ofDesk(desk).saver('700')];
  const hers = await eve.withdraw('600');
  const first = await anna.withdraw('500');
  await decided(desk, 'ann', first.withdrawalId);
  await payOut(desk.started);
  const second = await anna.withdraw('800');
  const requestId = second.withdrawalId;
  expect((await view('ann', requestId)).details).toBeNull();
  await desk.post('claimReview', { requestId }, { token: token('ann') });
  const { details } = await view('ann', requestId);
  expect(details?.money?.balances).toContainEqual(
    expect.objectContaining({ space: 'spot', asset: 'USDT', available: '3700', frozen: '1300' }),
  );
  expect(details?.money?.payouts).toMatchObject([
    { id: first.withdrawalId, amount: '500', currency: 'USDT', samePayee: true },
  ]);
  expect(details?.money?.sharing).toEqual([{ userId: eve.trader.userId, withdrawals: 1, saved: true }]);
  const masked = (await view('auditor', hers.withdrawalId)).details;
  expect(masked?.money?.sharing.map(({ userId }) => userId)).toEqual([anna.trader.userId]);
  expect(JSON.stringify(masked)).not.toContain('0x5aAeb6');
});
