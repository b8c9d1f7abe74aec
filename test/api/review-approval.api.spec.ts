import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { lookedThrough } from '../kit/look.js';
import { openPerson } from '../kit/person.js';
import { startReviewRoom } from '../kit/review-room.js';

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

let room: Awaited<ReturnType<typeof startReviewRoom>>;

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
    const ann = room.as('ann');
    const bare = (more: object = {}) => ann.when('decideReview', { requestId: id, verdict: 'approved', ...more });
    await ann.given('claimReview', { requestId: id });
    await bare().then('409 review.not-opened');
    await ann.given('reviews/:id', { id });
    await bare().then('409 review.not-opened');
    await lookedThrough(room.started.url, ann.token, id);
    await ann.when('reviews/:id', { id }).then({ details: { images: [{ id: data.id, opened: true }] } });
    await bare({ remark: 'Looks right' }).then();
    const filter = { realm: 'real', stream: `review-${id}`, type: 'ReviewImageOpened' };
    const [opened] = await room.as('auditor').given('events', { filter, sort: ['position', 'ASC'] });
    const { digest } = opened?.data as { digest: string };
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const decision = { outcome: 'approved', name: 'ann', images: [{ imageId: data.id, digest }] };
    const resubmitted = { name: 'resubmitted', level: 'info', inputs: { times: 1 } };
    const seen = { ...decision, signals: [resubmitted], remark: '•••' };
    await room
      .as('auditor')
      .when('reviews/:id', { id })
      .then({ decisions: [seen] });
    const read = { ...decision, remark: 'Looks right' };
    await room
      .as('ben')
      .when('reviews/:id', { id })
      .then({ decisions: [read] });
  });
});

describe('a reviewer who approved a person’s identity', () => {
  it('does not approve what pays that person, alone or together, and may reject it', async () => {
    const [ann, ben] = [room.as('ann'), room.as('ben')];
    await ann.decides(await room.open('identity-paper', 'real-one')).then();
    const own = await room.open('withdrawal-paper', 'real-one');
    await ann.decides(own).then('403 review.identified-by-you');
    await ann.when('reviews/:id', { id: own }).then({ identifiedByYou: true });
    const together = { outcome: null, refusal: 'review.identified-by-you' };
    await ann.when('approveReviews', { requestIds: [own] }).then({ results: [together] });
    await ann.decides(own, 'rejected', { reasons: ['blurred'] }).then();
    await ben.decides(await room.open('withdrawal-paper', 'real-one')).then({ outcome: 'approved' });
    await ann.decides(await room.open('withdrawal-paper', 'real-two')).then({ outcome: 'approved' });
  });
});
