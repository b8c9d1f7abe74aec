import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReviewRow } from '../../contracts/review.contract.js';
import { startIdentityDesk, type IdentityDesk } from '../kit/identity-desk.js';
import type { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

let desk: IdentityDesk;
beforeAll(async () => {
  desk = await startIdentityDesk();
}, 120_000);
afterAll(() => desk.started.close());

const ira = () => desk.staffed.as('ira');
const rowOf = async (id: string): Promise<ReviewRow> => (await ira().given('reviews/:id', { id })).review;

async function askedForMore(person: Trader): Promise<string> {
  const requestId = await desk.sent(person);
  await ira().given('claimReview', { requestId });
  const reasons = ['held-unreadable', 'name-mismatch'];
  await ira().given('askForMore', { requestId, reasons, advice: 'no-glare', remark: 'Looks real' });
  return requestId;
}

describe('asking a person for more', () => {
  it('shows them what is wrong, takes their answer at the old place, and is decided on what came', async () => {
    const anna = await desk.person();
    const requestId = await askedForMore(anna);
    const { openedAt } = await rowOf(requestId);
    const waiting = await ira().given('reviews', { filter: { queue: 'identity', status: 'waiting' } });
    expect(waiting.map(({ id }) => id)).not.toContain(requestId);
    const asked = { id: requestId, status: 'asked', answer: 'awaited' };
    await ira()
      .when('reviews', { filter: { status: 'asked' } })
      .then([asked]);
    await ira().when('claimReview', { requestId }).then('review.asked');
    expect(await desk.level(anna)).toMatchObject({
      state: 'answer-needed',
      reasons: ['held-unreadable', 'name-mismatch'],
      advice: 'no-glare',
      note: null,
      attempts: 1,
    });
    const messages = async () => (await anna.given('getMessages')).items;
    await until(async () => (await messages()).length === 1);
    expect((await messages())[0]).toMatchObject({
      title: 'Primary verification: we need more information',
      link: '/sfyz',
    });
    expect((await messages())[0]?.body).toContain('The name you entered differs from the document');

    const last = await anna.given('getIdentityForm', { level: 'primary' });
    const held = await desk.image(anna, 'document-held');
    const answer = { ...last?.fields, ...last?.images, realName: 'Anna Maria Müller', held };
    expect(await desk.sent(anna, answer)).toBe(requestId);
    expect(await desk.level(anna)).toMatchObject({ state: 'under-review', attempts: 1, reasons: [], advice: null });
    expect(await rowOf(requestId)).toMatchObject({ status: 'waiting', answer: 'given', openedAt });
    const seen = await desk.details(requestId);
    expect(seen.fields).toContainEqual({ name: 'realName', value: 'Anna Maria Müller', personal: true });
    expect(seen.signals).toContainEqual({ name: 'answered', level: 'info', inputs: { times: 1, photos: 1 } });
    await ira().decides(requestId).then();
    expect((await desk.level(anna)).state).toBe('passed');
    const auditor = desk.staffed.as('auditor');
    const { items } = await auditor.given('users/:id/timeline', { id: anna.userId, kind: 'account' });
    const sentences = items.map(({ sentence }) => sentence).filter((sentence) => sentence.startsWith('identity-'));
    expect(sentences).toEqual(['identity-passed', 'identity-answered', 'identity-more-asked', 'identity-submitted']);
  });

  it('keeps the note for colleagues sealed and writes codes only into the history', async () => {
    const anna = await desk.person();
    const requestId = await askedForMore(anna);
    const [event] = await desk.eventsOf({ realm: 'real', stream: `review-${requestId}`, type: 'ReviewMoreRequested' });
    expect(JSON.stringify(event)).not.toContain('Looks real');
    expect(event?.data).toMatchObject({
      reasons: ['held-unreadable', 'name-mismatch'],
      advice: 'no-glare',
      policy: { name: 'review.rules', inputs: { answerDays: 7 } },
    });
  });

  it('lets the person take the request back instead, and gives the document free', async () => {
    const anna = await desk.person();
    const requestId = await askedForMore(anna);
    expect(await anna.given('withdrawIdentity', { level: 'primary' })).toBeNull();
    expect((await rowOf(requestId)).status).toBe('withdrawn');
    expect((await desk.level(anna)).state).toBe('none');
    expect(await desk.sent(anna)).not.toBe(requestId);
  });

  it('asks only for what a person can mend, and says so', async () => {
    const requestId = await desk.sent(await desk.person());
    await ira().given('claimReview', { requestId });
    await ira().given('reviews/:id', { id: requestId });
    const asking = (changes: object) => ira().when('askForMore', { requestId, ...changes });
    await asking({}).then('review.reason-needed');
    await asking({ reasons: ['suspected-altered'] }).then('review.reason-unknown');
    // A passport has no back.
    await asking({ reasons: ['back-unreadable'] }).then('review.reason-unknown');
    await asking({ reasons: ['front-unreadable'], advice: 'hurry' }).then('review.advice-unknown');
  });
});
