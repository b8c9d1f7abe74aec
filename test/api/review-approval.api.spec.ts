import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { ReviewBatchView, ReviewVerdictView } from '../../contracts/review.contract.js';
import type { EventRow } from '../../contracts/staff-history.contract.js';
import { lookedThrough } from '../kit/look.js';
import { openPerson } from '../kit/person.js';
import { startReviewRoom } from '../kit/review-room.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

let room: Awaited<ReturnType<typeof startReviewRoom>>;

const outcome = (answer: { status: number; body: unknown }): unknown[] => [answer.status, refusalOf(answer.body)];
const eventsOf = async (filter: object): Promise<EventRow[]> =>
  (await room.audit<EventRow[]>(`events?${listQuery({ filter, sort: ['position', 'ASC'] })}`)).body;

beforeAll(async () => {
  room = await startReviewRoom();
  await room.member('ann', 'reviewer', ['identity', 'withdrawal']);
  await room.member('ben', 'reviewer', ['identity', 'withdrawal']);
}, 120_000);
afterAll(() => room.started.close());

describe('an approval', () => {
  it('is refused until its reviewer has read the details and opened every image, and tells the auditor what it rested on', async () => {
    const person = await openPerson(room.started);
    const noise = { create: { width: 900, height: 700, channels: 3, background: '#456', noise: NOISE } } as const;
    const { data } = await person.upload('document-front', await sharp(noise).jpeg().toBuffer());
    const id = await room.open('identity-paper', person.userId, [data.id]);
    const bare = (more: object = {}) =>
      room.act<ReviewVerdictView>('ann', 'decideReview', { requestId: id, verdict: 'approved', ...more });
    await room.act('ann', 'claimReview', { requestId: id });
    expect(outcome(await bare())).toEqual([409, 'review.not-opened']);
    await room.view('ann', id);
    expect(outcome(await bare())).toEqual([409, 'review.not-opened']);
    await lookedThrough(room.started.url, room.token('ann'), id);
    expect((await room.view('ann', id)).body.details?.images).toMatchObject([{ id: data.id, opened: true }]);
    expect((await bare({ remark: 'Looks right' })).status).toBe(200);
    const opened = await eventsOf({ realm: 'real', stream: `review-${id}`, type: 'ReviewImageOpened' });
    const { digest } = opened[0]?.data as { digest: string };
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const decision = { outcome: 'approved', name: 'ann', images: [{ imageId: data.id, digest }] };
    const resubmitted = { name: 'resubmitted', level: 'info', inputs: { times: 1 } };
    expect((await room.view('auditor', id)).body.decisions).toMatchObject([
      { ...decision, signals: [resubmitted], remark: '•••' },
    ]);
    expect((await room.view('ben', id)).body.decisions).toMatchObject([{ ...decision, remark: 'Looks right' }]);
  });
});

describe('a reviewer who approved a person’s identity', () => {
  it('does not approve what pays that person, alone or together, and may reject it', async () => {
    const identity = await room.open('identity-paper', 'real-one');
    await room.act('ann', 'claimReview', { requestId: identity });
    await lookedThrough(room.started.url, room.token('ann'), identity);
    await room.act('ann', 'decideReview', { requestId: identity, verdict: 'approved' });

    const take = async (name: string, userId: string): Promise<string> => {
      const id = await room.open('withdrawal-paper', userId);
      await room.act(name, 'claimReview', { requestId: id });
      await lookedThrough(room.started.url, room.token(name), id);
      return id;
    };
    const approve = (name: string, requestId: string) =>
      room.act<ReviewVerdictView>(name, 'decideReview', { requestId, verdict: 'approved' });
    const own = await take('ann', 'real-one');
    expect((await room.view('ann', own)).body.identifiedByYou).toBe(true);
    expect(outcome(await approve('ann', own))).toEqual([403, 'review.identified-by-you']);
    const together = await room.act<ReviewBatchView>('ann', 'approveReviews', { requestIds: [own] });
    expect(together.body.results).toMatchObject([{ outcome: null, refusal: 'review.identified-by-you' }]);
    const rejected = await room.act('ann', 'decideReview', {
      requestId: own,
      verdict: 'rejected',
      reasons: ['blurred'],
    });
    expect(rejected.status).toBe(200);
    expect((await approve('ben', await take('ben', 'real-one'))).body.outcome).toBe('approved');
    expect((await approve('ann', await take('ann', 'real-two'))).body.outcome).toBe('approved');
  });
});
