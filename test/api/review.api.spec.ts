import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import type { ReviewClaimView, ReviewStatisticsView, ReviewVerdictView } from '../../contracts/review.contract.js';
import type { StaffMemberRow, StaffQueueView } from '../../contracts/staff-lists.contract.js';
import type { EventRow } from '../../contracts/staff-history.contract.js';
import { openPerson } from '../kit/person.js';
import { startReviewRoom } from '../kit/review-room.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';
import { lookedThrough } from '../kit/look.js';

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

let room: Awaited<ReturnType<typeof startReviewRoom>>;

const outcome = (answer: { status: number; body: unknown }): unknown[] => [
  answer.status,
  answer.status === 200 ? answer.body : refusalOf(answer.body),
];
const claim = (name: string, requestId: string) => room.act<ReviewClaimView>(name, 'claimReview', { requestId });
const approve = async (name: string, requestId: string, more: object = {}) => {
  const looked = await lookedThrough(room.started.url, room.token(name), requestId);
  return room.act<ReviewVerdictView>(name, 'decideReview', { requestId, verdict: 'approved', ...looked, ...more });
};
const reject = (name: string, requestId: string, more: object = { reasons: ['blurred'] }) =>
  room.act<ReviewVerdictView>(name, 'decideReview', { requestId, verdict: 'rejected', ...more });
const eventsOf = async (filter: object): Promise<EventRow[]> =>
  (await room.audit<EventRow[]>(`events?${listQuery({ filter, sort: ['position', 'ASC'] })}`)).body;
const memberId = async (name: string): Promise<string> => {
  const { body } = await room.read<StaffMemberRow[]>('members?range=[0,99]', room.token('admin'));
  return body.find((row) => row.name === name)?.id ?? '';
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
    expect((await room.list('ann', { open: true })).map(({ id }) => id)).toEqual([first, second, third]);
    expect((await room.list('cat', { open: true })).map(({ id }) => id)).toEqual([second]);
    expect((await room.list('ann', { kind: 'identity-paper', status: 'waiting' })).map(({ id }) => id)).toEqual([
      first,
      third,
    ]);
    await claim('ann', first);
    const mine = await room.list('ann', { claimedBy: await memberId('ann') });
    expect(mine.map(({ id, status }) => [id, status])).toEqual([[first, 'claimed']]);
    expect((await room.list('auditor', { status: 'waiting' })).map(({ id }) => id)).toEqual([second, third]);
    expect(outcome(await room.view('cat', first))).toEqual([404, 'staff.not-found']);
    expect(outcome(await claim('cat', third))).toEqual([404, 'review.not-found']);
  });

  it('is counted on the dashboard of those who work in it', async () => {
    const queueOf = async (name: string) =>
      (await room.read<StaffQueueView[]>('queues', room.token(name))).body.filter((queue) =>
        queue.name.startsWith('review-'),
      );
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
    expect((await room.view('ann', id)).body.details).toBeNull();
    await claim('ann', id);
    const { body } = await room.view('ann', id);
    expect(body.details?.fields).toContainEqual({ name: 'documentNumber', value: 'X1234567', personal: true });
    expect(body.details?.images).toHaveLength(1);
    expect((await room.view('ben', id)).body.details).toBeNull();
    const read = await eventsOf({ realm: 'house', type: 'StaffReadReview' });
    expect(read.map(({ data }) => (data as { requestId: string }).requestId)).toEqual([id]);
  });

  it('show auditors what is not personal and no image, and support and risk how it stands', async () => {
    const id = await room.open();
    const audited = (await room.view('auditor', id)).body.details;
    expect(audited?.fields).toEqual([
      { name: 'documentNumber', value: '•••', personal: true },
      { name: 'documentType', value: '1', personal: false },
    ]);
    expect(audited?.images).toEqual([]);
    for (const name of ['support', 'risk']) {
      const { review, details } = (await room.view(name, id)).body;
      expect([name, review.status, details]).toEqual([name, 'waiting', null]);
    }
    for (const name of ['admin', 'content'])
      expect(outcome(await room.view(name, id))).toEqual([403, 'staff.role-missing']);
  });

  it('lead to nothing for who may not decide', async () => {
    const id = await room.open();
    for (const name of ['auditor', 'support', 'admin', 'risk', 'content']) {
      expect(outcome(await claim(name, id))).toEqual([403, 'staff.role-missing']);
      expect(outcome(await approve(name, id))).toEqual([403, 'staff.role-missing']);
    }
  });
});

describe('a private image', () => {
  const image = (name: string, id: string, requestId: string) =>
    fetch(`${room.started.url}/staff/images/${id}?requestId=${requestId}`, {
      headers: { authorization: `Bearer ${room.token(name)}` },
    });
  const viewed = async () => (await eventsOf({ realm: 'house', type: 'StaffViewedImage' })).map(({ data }) => data);

  it('is opened by whoever holds its request and by nobody else, and each opening is recorded', async () => {
    const person = await openPerson(room.started);
    const noise = { create: { width: 900, height: 700, channels: 3, background: '#456', noise: NOISE } } as const;
    const { data } = await person.upload('document-front', await sharp(noise).jpeg().toBuffer());
    const mine = await room.open('identity-paper', person.userId, [data.id]);
    const other = await room.open('identity-paper', person.userId);
    await claim('ann', other);
    expect((await image('ann', data.id, mine)).status).toBe(409);
    expect((await image('ann', data.id, other)).status).toBe(404);
    await claim('ann', mine);
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
    await approve('ann', mine);
    expect((await image('ann', data.id, mine)).status).toBe(409);
  });
});

describe('a claim', () => {
  it('of 50 at once is won by one', async () => {
    const id = await room.open();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => claim(n % 2 === 0 ? 'ann' : 'ben', id)));
    const holders = await eventsOf({ realm: 'real', stream: `review-${id}`, type: 'ReviewClaimed' });
    expect(holders).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter((answer) => outcome(answer)[1] === 'review.claimed-by-other')).toHaveLength(25);
  });

  it('that is given back lets the next one in', async () => {
    const id = await room.open();
    await claim('ann', id);
    expect(outcome(await room.act('ben', 'releaseReview', { requestId: id }))).toEqual([
      409,
      'review.claimed-by-other',
    ]);
    expect((await room.act('ann', 'releaseReview', { requestId: id })).status).toBe(200);
    expect((await claim('ben', id)).status).toBe(200);
  });

  it('of a request of one’s own is refused', async () => {
    const staffId = await memberId('ben');
    const named = { staffId, userIds: ['real-ben'] };
    expect((await room.act('admin', 'changeMemberOwnUsers', named)).status).toBe(200);
    room.tokens.set('ben', await room.again('ben'));
    const id = await room.open('identity-paper', 'real-ben');
    expect(outcome(await claim('ben', id))).toEqual([403, 'review.own']);
    expect((await claim('ann', id)).status).toBe(200);
  });
});

describe('a decision', () => {
  it('appends the review’s event and the noun’s together', async () => {
    const id = await room.open();
    await claim('ann', id);
    expect(outcome(await approve('ann', id))).toEqual([200, { requestId: id, outcome: 'approved' }]);
    const [approved] = await eventsOf({ realm: 'real', stream: `review-${id}`, type: 'ReviewApproved' });
    const [decided] = await eventsOf({ realm: 'real', stream: `paper-${id}` });
    expect(decided?.position).toBe((approved?.position ?? 0) + 1);
    expect(decided?.actor).toBe(`staff:${await memberId('ann')}`);
  });

  it('of 50 at once has one effect; a repeat with its token gets the first answer', async () => {
    const id = await room.open();
    await claim('ann', id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve('ann', id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => outcome(answer)[1] === 'review.decided')).toHaveLength(49);
    expect(await eventsOf({ realm: 'real', stream: `paper-${id}` })).toHaveLength(1);

    const other = await room.open();
    await claim('ann', other);
    const repeats = await Promise.all(
      Array.from({ length: 50 }, () => approve('ann', other, { requestToken: `repeat-${other}` })),
    );
    expect(new Set(repeats.map((answer) => JSON.stringify(outcome(answer)))).size).toBe(1);
    expect(repeats[0]?.status).toBe(200);
    expect(await eventsOf({ realm: 'real', stream: `paper-${other}` })).toHaveLength(1);
  });

  it('is refused without a claim, without a reason, and with one that the kind does not know', async () => {
    const id = await room.open();
    expect(outcome(await approve('ann', id))).toEqual([409, 'review.claim-needed']);
    await claim('ann', id);
    expect(outcome(await reject('ann', id, {}))).toEqual([422, 'review.reason-needed']);
    expect(outcome(await reject('ann', id, { reasons: ['ugly'] }))).toEqual([422, 'review.reason-unknown']);
    expect(outcome(await approve('ben', id))).toEqual([409, 'review.claimed-by-other']);
    expect(outcome(await approve('ann', 'q-none'))).toEqual([404, 'review.not-found']);
  });

  it('on a stale page says what was decided meanwhile', async () => {
    const id = await room.open();
    await claim('ann', id);
    await reject('ann', id);
    const answer = await approve('ann', id);
    expect(outcome(answer)).toEqual([409, 'review.decided']);
    const { params } = (answer.body as unknown as { data: { params: { outcome: string; at: number } } }).data;
    expect(params.outcome).toBe('rejected');
    expect(Date.now() - params.at).toBeLessThan(60_000);
  });

  it('keeps the words of the reviewer sealed, and shows auditors nothing of them', async () => {
    const id = await room.open();
    await claim('ann', id);
    await reject('ann', id, { reasons: ['blurred', 'expired'], note: 'The lower edge is cut off.' });
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
    await claim('ann', id);
    expect(outcome(await approve('ann', id))).toEqual([200, { requestId: id, outcome: 'seconded' }]);
    expect(await eventsOf({ realm: 'real', stream: `paper-${id}` })).toEqual([]);
    expect(outcome(await claim('ann', id))).toEqual([403, 'review.approved-by-you']);
    expect(outcome(await approve('ann', id))).toEqual([403, 'review.approved-by-you']);
    await claim('cat', id);
    expect(outcome(await approve('cat', id))).toEqual([200, { requestId: id, outcome: 'approved' }]);
    expect(await eventsOf({ realm: 'real', stream: `paper-${id}` })).toHaveLength(1);
  });

  it('never comes after the queue was taken away, however it races', async () => {
    const staffId = await memberId('ben');
    for (let round = 0; round < 5; round += 1) {
      const id = await room.open();
      await claim('ben', id);
      const [decided, changed] = await Promise.all([
        approve('ben', id),
        room.act('admin', 'changeMemberQueues', { staffId, queues: ['credit'] }),
      ]);
      expect(changed.status).toBe(200);
      const [effect] = await eventsOf({ realm: 'real', stream: `paper-${id}` });
      expect(effect !== undefined).toBe(decided.status === 200);
      const later = await room.open();
      // The old session is over; a new one has no such queue.
      expect((await claim('ben', later)).status).toBe(401);
      room.tokens.set('ben', await room.again('ben'));
      expect(outcome(await claim('ben', later))).toEqual([404, 'review.not-found']);
      await room.act('admin', 'changeMemberQueues', { staffId, queues: ['identity', 'credit'] });
      room.tokens.set('ben', await room.again('ben'));
    }
  }, 60_000);
});

describe('statistics', () => {
  it('count what was decided by day, kind, reviewer and reason', async () => {
    const { body } = await room.read<ReviewStatisticsView>('review-statistics?days=7', room.token('auditor'));
    expect(body.days).toHaveLength(7);
    const today = body.days.at(-1);
    const byKind = new Map(body.kinds.map((row) => [row.kind, row]));
    expect(byKind.get('credit-paper')).toMatchObject({ approved: 1, rejected: 0 });
    expect(today?.approved).toBe(body.kinds.reduce((sum, row) => sum + row.approved, 0));
    expect(today?.rejected).toBe(2);
    expect(today?.medianMs).toBeGreaterThan(0);
    expect(body.reasons.find(({ reason }) => reason === 'blurred')?.count).toBe(2);
    const own = await room.read<ReviewStatisticsView>('review-statistics', room.token('cat'));
    expect(own.body.kinds.map(({ kind }) => kind)).toEqual(['credit-paper']);
    // Everything that cat may see was approved.
    expect(own.body).toMatchObject({ kinds: [{ approved: 1, rejected: 0 }], reasons: [] });
  });

  it('count both who approved a request that needs two, and the request once', async () => {
    const { body } = await room.read<ReviewStatisticsView>('review-statistics', room.token('cat'));
    const approved = body.reviewers.map(({ name, approved: count }) => [name, count]);
    expect(approved).toEqual([
      ['ann', 1],
      ['cat', 1],
    ]);
    expect(body.days.reduce((sum, day) => sum + day.approved, 0)).toBe(1);
  });
});
