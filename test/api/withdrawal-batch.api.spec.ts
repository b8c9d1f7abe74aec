import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
    const list = (filter: object, sort = ['openedAt', 'ASC']) =>
      desk.as('ben').when('reviews', { filter: { userId: person.userId, ...filter }, sort, range: [0, 99] });
    // The rules check each request at once, before its first reading.
    await until(async () => (await list({ warned: true }).then()).length === 2);
    const before = await list({}, ['valueUsdt', 'DESC']).then([
      { id: large.withdrawalId, amount: '20000', asset: 'USDT', valueUsdt: '20000', fourEyes: true },
      { id: small.withdrawalId, amount: '500', fourEyes: false },
    ]);
    for (const { warnings, warned } of before) {
      expect(warned).toHaveLength(warnings ?? 0);
      expect(warned).toContainEqual(expect.objectContaining({ name: 'account-age', level: 'warning' }));
    }
    const queues = await desk.as('ben').given('queues');
    expect(queues.find(({ name }) => name === 'review-withdrawal')).toMatchObject({ count: 2, valueUsdt: '20500' });
    await desk.as('ben').given('claimReview', { requestId: small.withdrawalId });
    await list({ warned: false }).then([]);
    await list({ mine: true }).then([{ id: small.withdrawalId }]);
    await list({ fourEyes: true }).then([{ id: large.withdrawalId }]);
    await list({ valueFrom: 10000 }).then([{ id: large.withdrawalId }]);
  });
});

describe('a batch of approvals', () => {
  const batch = (name: string, requestIds: readonly string[]) => desk.as(name).when('approveReviews', { requestIds });
  const open = async (name: string, requestId: string) => {
    await desk.as(name).given('claimReview', { requestId });
    await desk.as(name).given('reviews/:id', { id: requestId });
  };

  it('refuses what its reviewer has not opened or what carries a warning, and decides each other as it would alone', async () => {
    const person = await tools.saver();
    // A new account is a warning by itself.
    const warned = (await (await tools.saver()).withdraw('400')).withdrawalId;
    await open('ann', warned);
    await batch('ann', [warned]).then({ results: [{ refusal: 'review.decide-alone' }] });
    await publish(desk, 'review.signals', QUIET);
    const [small, large] = [await person.withdraw('500'), await person.withdraw('20000')];
    const ids = [small.withdrawalId, large.withdrawalId] as const;
    await open('ann', ids[0]);
    await desk.as('ann').given('claimReview', { requestId: ids[1] });
    await batch('ann', ids.slice(1)).then({ results: [{ outcome: null, refusal: 'review.not-opened' }] });
    await person.sees(ids[1]).then({ status: 'review', label: 'waiting' });
    await open('ann', ids[1]);
    const held = await desk.as('ann').given('opened-reviews');
    expect(held.map(({ review }) => review.id)).toEqual(expect.arrayContaining([...ids]));
    expect(held.map(({ review, alone }) => [review.id, review.amount, alone])).toEqual(
      expect.arrayContaining([
        [warned, '400', true],
        [ids[0], '500', false],
      ]),
    );
    const { results: done } = await batch('ann', ids).then();
    expect(done).toEqual([
      { requestId: ids[0], outcome: 'approved', refusal: null },
      { requestId: ids[1], outcome: 'seconded', refusal: null },
    ]);
    // The second pair of eyes is never the first, in a batch neither.
    const message = expect.stringMatching(/\.$/);
    await batch('ann', ids).then({
      results: [
        { refusal: 'review.decided', message },
        { refusal: 'review.approved-by-you', message },
      ],
    });
    await open('ben', ids[1]);
    await batch('ben', ids.slice(1)).then({ results: [{ outcome: 'approved' }] });
  });
});
