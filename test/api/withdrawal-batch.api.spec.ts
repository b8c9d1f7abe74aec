import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenedReviewView, ReviewBatchView, ReviewRow } from '../../contracts/review.contract.js';
import type { StaffQueueView } from '../../contracts/staff-lists.contract.js';
import { listQuery } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { ofDesk, publish, QUIET, startWithdrawals } from '../kit/withdrawals.js';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let tools: ReturnType<typeof ofDesk>;

beforeAll(async () => {
  desk = await startWithdrawals();
  tools = ofDesk(desk);
}, 120_000);
afterAll(() => desk.started.close());

describe('the list of requests', () => {
  it('says what each is worth, from where and how risky it is, sorted and narrowed by it', async () => {
    const person = await tools.saver();
    const [small, large] = [await person.withdraw('500'), await person.withdraw('20000')];
    const list = async (filter: object, sort: readonly [string, string]): Promise<ReviewRow[]> => {
      const query = listQuery({ filter: { userId: person.userId, ...filter }, sort: [...sort], range: [0, 99] });
      return (await desk.read<ReviewRow[]>(`reviews?${query}`, tools.token('ben').token)).body;
    };
    // The rules check each request at once, before its first reading.
    await until(async () => (await list({ warned: true }, ['openedAt', 'ASC'])).length === 2);
    const before = await list({}, ['valueUsdt', 'DESC']);
    expect(before).toMatchObject([
      { id: large.withdrawalId, amount: '20000', asset: 'USDT', valueUsdt: '20000', fourEyes: true },
      { id: small.withdrawalId, amount: '500', fourEyes: false },
    ]);
    for (const { warnings, warned } of before) {
      expect(warned).toHaveLength(warnings ?? 0);
      expect(warned).toContainEqual(expect.objectContaining({ name: 'account-age', level: 'warning' }));
    }
    const { body: queues } = await desk.read<StaffQueueView[]>('queues', tools.token('ben').token);
    expect(queues.find(({ name }) => name === 'review-withdrawal')).toMatchObject({ count: 2, valueUsdt: '20500' });
    await desk.post('claimReview', { requestId: small.withdrawalId }, tools.token('ben'));
    const ids = async (filter: object) => (await list(filter, ['openedAt', 'ASC'])).map(({ id }) => id);
    expect(await ids({ warned: false })).toEqual([]);
    expect(await ids({ mine: true })).toEqual([small.withdrawalId]);
    expect(await ids({ fourEyes: true })).toEqual([large.withdrawalId]);
    expect(await ids({ valueFrom: 10000 })).toEqual([large.withdrawalId]);
  });
});

describe('a batch of approvals', () => {
  const batch = (name: string, requestIds: readonly string[]) =>
    desk.post<ReviewBatchView>('approveReviews', { requestIds }, tools.token(name));
  const open = async (name: string, requestId: string) => {
    await desk.post('claimReview', { requestId }, tools.token(name));
    return desk.read(`reviews/${requestId}`, tools.token(name).token);
  };

  it('refuses what its reviewer has not opened or what carries a warning, and decides each other as it would alone', async () => {
    const person = await tools.saver();
    // A new account is a warning by itself.
    const warned = (await (await tools.saver()).withdraw('400')).withdrawalId;
    await open('ann', warned);
    expect((await batch('ann', [warned])).body.results).toMatchObject([{ refusal: 'review.decide-alone' }]);
    await publish(desk, 'review.signals', QUIET);
    const [small, large] = [await person.withdraw('500'), await person.withdraw('20000')];
    const ids = [small.withdrawalId, large.withdrawalId];
    await open('ann', ids[0] ?? '');
    await desk.post('claimReview', { requestId: ids[1] }, tools.token('ann'));
    const unopened = await batch('ann', ids.slice(1));
    expect(unopened.body.results).toMatchObject([{ outcome: null, refusal: 'review.not-opened' }]);
    expect(await tools.status(person, ids[1] ?? '')).toEqual(['review', 'waiting']);
    await open('ann', ids[1] ?? '');
    const held = await desk.read<OpenedReviewView[]>('opened-reviews', tools.token('ann').token);
    expect(held.body.map(({ review }) => review.id)).toEqual(expect.arrayContaining(ids));
    expect(held.body.map(({ review, alone }) => [review.id, review.amount, alone])).toEqual(
      expect.arrayContaining([
        [warned, '400', true],
        [ids[0], '500', false],
      ]),
    );
    const done = await batch('ann', ids);
    expect(done.body.results).toEqual([
      { requestId: ids[0], outcome: 'approved', refusal: null },
      { requestId: ids[1], outcome: 'seconded', refusal: null },
    ]);
    // The second pair of eyes is never the first, in a batch neither.
    const again = await batch('ann', ids);
    expect(again.body.results.map(({ refusal }) => refusal)).toEqual(['review.decided', 'review.approved-by-you']);
    expect(again.body.results.every(({ message }) => message?.endsWith('.'))).toBe(true);
    await open('ben', ids[1] ?? '');
    expect((await batch('ben', ids.slice(1))).body.results[0]?.outcome).toBe('approved');
  });
});
