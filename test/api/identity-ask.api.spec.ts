import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReviewRow } from '../../contracts/review.contract.js';
import type { StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import { startIdentityDesk, type IdentityDesk } from '../kit/identity-desk.js';
import type { Trader } from '../kit/trader.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let desk: IdentityDesk;
beforeAll(async () => {
  desk = await startIdentityDesk();
}, 120_000);
afterAll(() => desk.started.close());

const rowsOf = async (filter: object): Promise<ReviewRow[]> =>
  (await desk.staffed.read<ReviewRow[]>(`reviews?${listQuery({ filter })}`, desk.reviewer)).body;
const rowOf = async (id: string): Promise<ReviewRow> => {
  const { body } = await desk.staffed.read<{ review: ReviewRow }>(`reviews/${id}`, desk.reviewer);
  return body.review;
};

async function askedForMore(person: Trader): Promise<string> {
  const requestId = await desk.sent(person);
  await desk.claim(requestId);
  const question = {
    requestId,
    reasons: ['held-unreadable', 'name-mismatch'],
    advice: 'no-glare',
    remark: 'Looks real',
  };
  const { status } = await desk.act('askForMore', question);
  expect(status).toBe(200);
  return requestId;
}

describe('asking a person for more', () => {
  it('shows them what is wrong, takes their answer at the old place, and is decided on what came', async () => {
    const anna = await desk.person();
    const requestId = await askedForMore(anna);
    const { openedAt } = await rowOf(requestId);
    expect((await rowsOf({ queue: 'identity', status: 'waiting' })).map(({ id }) => id)).not.toContain(requestId);
    expect(await rowsOf({ status: 'asked' })).toMatchObject([{ id: requestId, status: 'asked', answer: 'awaited' }]);
    expect(await desk.claim(requestId)).toBe('review.asked');
    expect(await desk.level(anna)).toMatchObject({
      state: 'answer-needed',
      reasons: ['held-unreadable', 'name-mismatch'],
      advice: 'no-glare',
      note: null,
      attempts: 1,
    });
    const messages = async () => (await anna.get('getMessages')).data.items;
    await until(async () => (await messages()).length === 1);
    expect((await messages())[0]).toMatchObject({
      title: 'Primary verification: we need more information',
      link: '/sfyz',
    });
    expect((await messages())[0]?.body).toContain('The name you entered differs from the document');

    const last = (await anna.get('getIdentityForm', { level: 'primary' })).data;
    const held = await desk.image(anna, 'document-held');
    const answer = { ...last?.fields, ...last?.images, realName: 'Anna Maria Müller', held };
    expect(await desk.sent(anna, answer)).toBe(requestId);
    expect(await desk.level(anna)).toMatchObject({ state: 'under-review', attempts: 1, reasons: [], advice: null });
    expect(await rowOf(requestId)).toMatchObject({ status: 'waiting', answer: 'given', openedAt });
    const seen = await desk.details(requestId);
    expect(seen.fields).toContainEqual({ name: 'realName', value: 'Anna Maria Müller', personal: true });
    expect(seen.signals).toContainEqual({ name: 'answered', level: 'info', inputs: { times: 1, photos: 1 } });
    await desk.decide(requestId, 'approved');
    expect((await desk.level(anna)).state).toBe('passed');
    const path = `users/${anna.userId}/timeline?kind=account`;
    const { body } = await desk.staffed.audit<{ items: StaffTimelineItem[] }>(path);
    const sentences = body.items.map(({ sentence }) => sentence).filter((sentence) => sentence.startsWith('identity-'));
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
    expect((await anna.post('withdrawIdentity', { level: 'primary' })).data).toBeNull();
    expect((await rowOf(requestId)).status).toBe('withdrawn');
    expect((await desk.level(anna)).state).toBe('none');
    expect(await desk.sent(anna)).not.toBe(requestId);
  });

  it('asks only for what a person can mend, and says so', async () => {
    const requestId = await desk.sent(await desk.person());
    await desk.claim(requestId);
    await desk.staffed.read(`reviews/${requestId}`, desk.reviewer);
    const refusal = async (changes: object) =>
      refusalOf((await desk.act('askForMore', { requestId, ...changes })).body);
    expect(await refusal({})).toBe('review.reason-needed');
    expect(await refusal({ reasons: ['suspected-altered'] })).toBe('review.reason-unknown');
    // A passport has no back.
    expect(await refusal({ reasons: ['back-unreadable'] })).toBe('review.reason-unknown');
    expect(await refusal({ reasons: ['front-unreadable'], advice: 'hurry' })).toBe('review.advice-unknown');
  });
});
