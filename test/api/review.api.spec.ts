import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import { openPerson } from '../kit/person.js';
import { startReviewRoom } from '../kit/review-room.js';

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

let room: Awaited<ReturnType<typeof startReviewRoom>>;

const claim = (name: string, requestId: string) => room.as(name).when('claimReview', { requestId });
/** What a reviewer does who has claimed it. */
const approve = (name: string, requestId: string, more: object = {}) => room.as(name).approves(requestId, more);
const reject = (name: string, requestId: string, more: object = { reasons: ['blurred'] }) =>
  room.as(name).when('decideReview', { requestId, verdict: 'rejected', ...more });
const view = (name: string, id: string) => room.as(name).when('reviews/:id', { id });
const listed = async (name: string, filter: object): Promise<string[]> =>
  (await room.as(name).given('reviews', { filter })).map(({ id }) => id);
const eventsOf = (filter: object) => room.as('auditor').given('events', { filter, sort: ['position', 'ASC'] });
const memberId = async (name: string): Promise<string> => {
  const members = await room.as('admin').given('members', { range: [0, 99] });
  return members.find((row) => row.name === name)?.id ?? '';
};

beforeAll(async () => {
  room = await startReviewRoom();
  await room.member('ann', 'reviewer', ['identity', 'credit']);
  await room.member('ben', 'reviewer', ['identity', 'credit']);
  await room.member('cat', 'reviewer', ['credit']);
}, 120_000);
afterAll(() => room.started.close());

describe('the queue', () => {
  it('shows the oldest first, to each reviewer the queues that he was given, and narrows by kind and status', async () => {
    const [first, second, third] = [await room.open(), await room.open('credit-paper'), await room.open()];
    expect(await listed('ann', { open: true })).toEqual([first, second, third]);
    expect(await listed('cat', { open: true })).toEqual([second]);
    expect(await listed('ann', { kind: 'identity-paper', status: 'waiting' })).toEqual([first, third]);
    await claim('ann', first).then();
    const mine = { claimedBy: await memberId('ann') };
    await room
      .as('ann')
      .when('reviews', { filter: mine })
      .then([{ id: first, status: 'claimed' }]);
    expect(await listed('auditor', { status: 'waiting' })).toEqual([second, third]);
    await view('cat', first).then('404 staff.not-found');
    await claim('cat', third).then('404 review.not-found');
  });

  it('is counted on the dashboard of those who work in it', async () => {
    const queueOf = async (name: string) =>
      (await room.as(name).given('queues')).filter((queue) => queue.name.startsWith('review-'));
    expect((await queueOf('ann')).map(({ name, count }) => [name, count])).toEqual([
      ['review-identity', 1],
      ['review-credit', 1],
    ]);
    expect((await queueOf('cat')).map(({ name }) => name)).toEqual(['review-credit']);
    expect(await queueOf('support')).toEqual([]);
    expect(await queueOf('admin')).toEqual([]);
  });
});

describe('the contents of a request', () => {
  it('open for whoever holds it, after the reading is recorded', async () => {
    const id = await room.open('identity-paper', 'real-somebody', ['image-none']);
    await view('ann', id).then({ details: null });
    await claim('ann', id).then();
    const { details } = await view('ann', id).then();
    expect(details?.fields).toContainEqual({ name: 'documentNumber', value: 'X1234567', personal: true });
    expect(details?.images).toHaveLength(1);
    await view('ben', id).then({ details: null });
    const read = await eventsOf({ realm: 'house', type: 'StaffReadReview' });
    expect(read.map(({ data }) => (data as { requestId: string }).requestId)).toEqual([id]);
  });

  it('show auditors what is not personal and no image, and support and risk how it stands', async () => {
    const id = await room.open();
    const { details: audited } = await view('auditor', id).then({ details: { images: [] } });
    expect(audited?.fields).toEqual([
      { name: 'documentNumber', value: '•••', personal: true },
      { name: 'documentType', value: '1', personal: false },
    ]);
    for (const name of ['support', 'risk']) await view(name, id).then({ review: { status: 'waiting' }, details: null });
    for (const name of ['admin', 'content']) await view(name, id).then('403 staff.role-missing');
  });

  it('lead to nothing for who may not decide', async () => {
    const id = await room.open();
    for (const name of ['auditor', 'support', 'admin', 'risk', 'content']) {
      await claim(name, id).then('403 staff.role-missing');
      await approve(name, id).then('403 staff.role-missing');
    }
  });
});

describe('a private image', () => {
  const image = (name: string, id: string, requestId: string) => room.as(name).file('images/:id', { id, requestId });
  const viewed = async () => (await eventsOf({ realm: 'house', type: 'StaffViewedImage' })).map(({ data }) => data);

  it('is opened by whoever holds its request and by nobody else, and each opening is recorded', async () => {
    const person = await openPerson(room.started);
    const noise = { create: { width: 900, height: 700, channels: 3, background: '#456', noise: NOISE } } as const;
    const { data } = await person.upload('document-front', await sharp(noise).jpeg().toBuffer());
    const mine = await room.open('identity-paper', person.userId, [data.id]);
    const other = await room.open('identity-paper', person.userId);
    await claim('ann', other).then();
    expect((await image('ann', data.id, mine)).status).toBe(409);
    expect((await image('ann', data.id, other)).status).toBe(404);
    await claim('ann', mine).then();
    for (const name of ['ben', 'auditor', 'support', 'admin', 'risk', 'content'])
      expect([name, (await image(name, data.id, mine)).status]).toEqual([name, name === 'ben' ? 409 : 403]);
    expect(await viewed()).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      const response = await image('ann', data.id, mine);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(response.headers.get('cache-control')).toContain('no-store');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(900);
    }
    expect(await viewed()).toMatchObject(Array(2).fill({ imageId: data.id, requestId: mine, userId: person.userId }));
    await approve('ann', mine).then();
    expect((await image('ann', data.id, mine)).status).toBe(409);
  });
});

describe('a claim', () => {
  it('of 50 at once is won by one', async () => {
    const id = await room.open();
    const one = (_: unknown, n: number) => claim(n % 2 === 0 ? 'ann' : 'ben', id).send();
    const answers = await Promise.all(Array.from({ length: 50 }, one));
    const holders = await eventsOf({ realm: 'real', stream: `review-${id}`, type: 'ReviewClaimed' });
    expect(holders).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter(({ refusal }) => refusal === 'review.claimed-by-other')).toHaveLength(25);
  });

  it('that is given back lets the next one in', async () => {
    const id = await room.open();
    await claim('ann', id).then();
    await room.as('ben').when('releaseReview', { requestId: id }).then('409 review.claimed-by-other');
    await room.as('ann').when('releaseReview', { requestId: id }).then();
    await claim('ben', id).then();
  });

  it('of a request of one’s own is refused', async () => {
    const staffId = await memberId('ben');
    await room
      .as('admin')
      .when('changeMemberOwnUsers', { staffId, userIds: ['real-ben'] })
      .then();
    room.tokens.set('ben', await room.again('ben'));
    const id = await room.open('identity-paper', 'real-ben');
    await claim('ben', id).then('403 review.own');
    await claim('ann', id).then();
  });
});

describe('a decision', () => {
  it('appends the review’s event and the noun’s together', async () => {
    const id = await room.open();
    await claim('ann', id).then();
    await approve('ann', id).then({ requestId: id, outcome: 'approved' });
    const [approved] = await eventsOf({ realm: 'real', stream: `review-${id}`, type: 'ReviewApproved' });
    const [decided] = await eventsOf({ realm: 'real', stream: `paper-${id}` });
    expect(decided?.position).toBe((approved?.position ?? 0) + 1);
    expect(decided?.actor).toBe(`staff:${await memberId('ann')}`);
  });

  it('of 50 at once has one effect; a repeat with its token gets the first answer', async () => {
    const id = await room.open();
    await claim('ann', id).then();
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve('ann', id).send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal === 'review.decided')).toHaveLength(49);
    expect(await eventsOf({ realm: 'real', stream: `paper-${id}` })).toHaveLength(1);

    const other = await room.open();
    await claim('ann', other).then();
    const repeated = approve('ann', other, { requestToken: `repeat-${other}` });
    const repeats = await Promise.all(Array.from({ length: 50 }, () => repeated.send()));
    expect(new Set(repeats.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect(repeats[0]?.status).toBe(200);
    expect(await eventsOf({ realm: 'real', stream: `paper-${other}` })).toHaveLength(1);
  });

  it('is refused without a claim, without a reason, and with one that the kind does not know', async () => {
    const id = await room.open();
    await approve('ann', id).then('409 review.claim-needed');
    await claim('ann', id).then();
    await reject('ann', id, {}).then('422 review.reason-needed');
    await reject('ann', id, { reasons: ['ugly'] }).then('422 review.reason-unknown');
    await approve('ben', id).then('409 review.claimed-by-other');
    await approve('ann', 'q-none').then('404 review.not-found');
  });

  it('on a stale page says what was decided meanwhile', async () => {
    const id = await room.open();
    await claim('ann', id).then();
    await reject('ann', id).then();
    // Within the last minute.
    const params = { outcome: 'rejected', at: expect.closeTo(Date.now(), -5) };
    await approve('ann', id).then({ refusal: '409 review.decided', params });
  });

  it('keeps the words of the reviewer sealed, and shows auditors nothing of them', async () => {
    const id = await room.open();
    await claim('ann', id).then();
    await reject('ann', id, { reasons: ['blurred', 'expired'], note: 'The lower edge is cut off.' }).then();
    const [rejected] = await eventsOf({ realm: 'real', stream: `review-${id}`, type: 'ReviewRejected' });
    expect(rejected?.data).toMatchObject({ reasons: ['blurred', 'expired'], sealedNote: '•••' });
    const stored = await room.started.app
      .get<Pool>(Pool, {
        strict: false,
      })
      .query<{ data: string }>('SELECT data::text FROM events WHERE stream = $1', [`review-${id}`]);
    expect(stored.rows.map(({ data }) => data).join()).not.toContain('lower edge');
    expect(stored.rows.map(({ data }) => data).join()).toContain('v1.');
  });

  it('by two people needs two different ones', async () => {
    // A person whom neither of them identified: a credit request brings the person credit.
    const id = await room.open('credit-paper', 'real-somebody-else');
    await claim('ann', id).then();
    await approve('ann', id).then({ requestId: id, outcome: 'seconded' });
    expect(await eventsOf({ realm: 'real', stream: `paper-${id}` })).toEqual([]);
    await claim('ann', id).then('403 review.approved-by-you');
    await approve('ann', id).then('403 review.approved-by-you');
    await claim('cat', id).then();
    await approve('cat', id).then({ requestId: id, outcome: 'approved' });
    expect(await eventsOf({ realm: 'real', stream: `paper-${id}` })).toHaveLength(1);
  });

  it('never comes after the queue was taken away, however it races', async () => {
    const staffId = await memberId('ben');
    for (let round = 0; round < 5; round += 1) {
      const id = await room.open();
      await claim('ben', id).then();
      const [decided, changed] = await Promise.all([
        approve('ben', id).send(),
        room.as('admin').post('changeMemberQueues', { staffId, queues: ['credit'] }),
      ]);
      expect(changed.status).toBe(200);
      const [effect] = await eventsOf({ realm: 'real', stream: `paper-${id}` });
      expect(effect !== undefined).toBe(decided.status === 200);
      const later = await room.open();
      // The old session is over; a new one has no such queue.
      await claim('ben', later).then('401 staff.session-missing');
      room.tokens.set('ben', await room.again('ben'));
      await claim('ben', later).then('404 review.not-found');
      await room.as('admin').given('changeMemberQueues', { staffId, queues: ['identity', 'credit'] });
      room.tokens.set('ben', await room.again('ben'));
    }
  }, 60_000);
});

describe('statistics', () => {
  it('count what was decided by day, kind, reviewer and reason', async () => {
    const body = await room.as('auditor').given('review-statistics', { days: 7 });
    expect(body.days).toHaveLength(7);
    const today = body.days.at(-1);
    const byKind = new Map(body.kinds.map((row) => [row.kind, row]));
    expect(byKind.get('credit-paper')).toMatchObject({ approved: 1, rejected: 0 });
    expect(today?.approved).toBe(body.kinds.reduce((sum, row) => sum + row.approved, 0));
    expect(today?.rejected).toBe(2);
    expect(today?.medianMs).toBeGreaterThan(0);
    expect(body.reasons.find(({ reason }) => reason === 'blurred')?.count).toBe(2);
    // Everything that cat may see was approved.
    const own = { kinds: [{ kind: 'credit-paper', approved: 1, rejected: 0 }], reasons: [] };
    await room.as('cat').when('review-statistics').then(own);
  });

  it('count both who approved a request that needs two, and the request once', async () => {
    const { reviewers, days } = await room.as('cat').given('review-statistics');
    const approved = reviewers.map(({ name, approved: count }) => [name, count]);
    expect(approved).toEqual([
      ['ann', 1],
      ['cat', 1],
    ]);
    expect(days.reduce((sum, day) => sum + day.approved, 0)).toBe(1);
  });
});
