import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import type { MessagesView } from '../../contracts/message.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { PrivateImages } from '../../server/core/ports/private-images.js';
import { ImageService } from '../../server/features/personal/image.service.js';
import { openPerson } from '../kit/person.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A Wednesday, 20:00 in Hong Kong. */
const EVENING = Date.parse('2026-11-25T12:00:00Z');
const clock = new FakeClock(EVENING);
const QUESTION = { topic: 'deposit', text: 'Where is my deposit?' };
let desk: Awaited<ReturnType<typeof startStaffed>>;
let photo: Buffer;

beforeAll(async () => {
  desk = await startStaffed({ clock });
  await desk.member('sue', 'support');
  await desk.member('sam', 'support');
  await desk.member('rita', 'reviewer', ['deposit']);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const blank = sharp({ create: { width: 900, height: 700, channels: 3, background: '#345', noise } });
  photo = await blank
    .withExif({ IFD0: { Make: 'SecretCamera' } })
    .jpeg()
    .toBuffer();
}, 120_000);
afterAll(() => desk.started.close());

const person = (): Promise<Trader> => openPerson(desk.started, clock.now());
const image = async (of: Trader): Promise<string> => (await of.upload('support', photo)).data.id;

async function asked(of: Trader, form: Record<string, string> = QUESTION): Promise<string> {
  return (await of.given('openSupport', form)).conversationId;
}

async function messageTo(of: Trader, title: RegExp): Promise<MessagesView['items'][number]> {
  let found: MessagesView['items'][number] | undefined;
  await until(async () => {
    const { items } = await of.given('getMessages', { lang: 'en' });
    found = items.find((message) => title.test(message.title));
    return found !== undefined;
  });
  return found as MessagesView['items'][number];
}

describe('a conversation', () => {
  it('goes from a question to an answer, closing and rating', async () => {
    const ann = await person();
    const conversationId = await asked(ann);
    const { current } = await ann.given('getSupport');
    expect(current).toMatchObject({ conversationId, topic: 'deposit', status: 'waiting', unread: 0, rating: null });
    clock.advance(MINUTE_MS);
    await desk.as('sue').given('sendSupportMessage', { conversationId, text: 'We credit it at noon.' });
    const told = await messageTo(ann, /answer from support/);
    expect(told.link).toBe(`/service?id=${conversationId}`);
    await ann.when('getSupportConversation', { conversationId }).then({
      status: 'answered',
      unread: 1,
      messages: [
        { from: 'person', text: QUESTION.text, imageId: null, read: false },
        { from: 'support', text: 'We credit it at noon.', read: false },
      ],
    });
    await ann.given('readSupportMessages', { conversationId });
    await ann.when('rateSupport', { conversationId, rating: '5' }).then('support.not-closed');
    await ann.given('closeSupport', { conversationId });
    await ann.when('sendSupportMessage', { conversationId, text: 'x' }).then('support.closed');
    expect((await ann.given('getSupport')).current).toMatchObject({ conversationId, status: 'closed' });
    await ann.when('rateSupport', { conversationId, rating: '6' }).then('request.field-invalid');
    await ann.given('rateSupport', { conversationId, rating: '4', comment: 'Quick.' });
    await ann.when('rateSupport', { conversationId, rating: '1' }).then('support.rated-before');
    expect((await ann.given('getSupport')).current).toBeNull();
    await ann.when('getSupportConversation', { conversationId }).then({ rating: 4, comment: 'Quick.', unread: 0 });
    const { items } = await ann.given('getSupportConversations');
    expect(items).toMatchObject([{ conversationId, closedBy: 'person', rating: 4 }]);
    await desk.as('sue').when('support/:id', { id: conversationId }).then({ rating: 4, comment: 'Quick.' });
  });

  it('is one at a time, also when twenty are opened at once', async () => {
    const ann = await person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ann.post('openSupport', QUESTION)));
    const refusals = answers.map(({ refusal }) => refusal);
    expect(refusals.filter((refusal) => refusal === '')).toHaveLength(1);
    expect(new Set(refusals)).toEqual(new Set(['', 'support.open-already']));
  });

  it('notifies once for a stretch of answers, and when staff close it', async () => {
    const ann = await person();
    const conversationId = await asked(ann);
    for (const text of ['One.', 'Two.']) await desk.as('sue').given('sendSupportMessage', { conversationId, text });
    await desk.as('sue').given('closeSupport', { conversationId });
    await messageTo(ann, /Support closed your conversation/);
    const { items } = await ann.given('getMessages', { lang: 'en' });
    expect(items.filter(({ title }) => /answer from support/.test(title))).toHaveLength(1);
  });

  it('is taken away as plain text in the language of the reader', async () => {
    const ann = await person();
    const conversationId = await asked(ann, { ...QUESTION, imageId: await image(ann) });
    const answer = await ann.file('exportSupportTranscript', { conversationId, lang: 'de' });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain(`glassbook-${conversationId}.txt`);
    const text = await answer.text();
    expect(text).toContain('Gespräch mit dem Support: Einzahlungen');
    expect(text).toMatch(/\[2026-11-25T12:\d\d:00\.000Z\] Sie\nWhere is my deposit\?\n\[Bild image-/);
  });
});

describe('refusals say what happened and what to do', () => {
  it.each([
    ['support.message-empty', { topic: 'other', text: ' ' }, 'Write a message or add an image.'],
    ['request.field-invalid', { topic: 'weather', text: 'Rain?' }, undefined],
    ['request.field-invalid', { topic: 'other', text: 'x'.repeat(2001) }, undefined],
  ])('%s', async (code, form, sentence) => {
    const ann = await person();
    await ann.when('openSupport', { ...form, lang: 'en' }).then(code, ...(sentence === undefined ? [] : [sentence]));
  });

  it('for a second conversation, one that is closed, and one of nobody', async () => {
    const ann = await person();
    const conversationId = await asked(ann);
    const second = { ...QUESTION, lang: 'en' };
    const sentence = 'You already have an open conversation. Write in it or close it first.';
    await ann.when('openSupport', second).then('support.open-already', sentence);
    await ann.given('closeSupport', { conversationId });
    const closed = 'This conversation is closed. Start a new one.';
    await ann.when('closeSupport', { conversationId, lang: 'en' }).then('support.closed', closed);
    const none = 'We can’t find this conversation. Refresh the page.';
    await ann.when('closeSupport', { conversationId: 'support-0', lang: 'en' }).then('support.not-found', none);
    const open = { conversationId: await asked(ann), rating: '3', lang: 'en' };
    const early = 'You can rate a conversation after it is closed. Close it first.';
    await ann.when('rateSupport', open).then('support.not-closed', early);
    const again = 'You already rated this conversation. Thank you.';
    await ann.given('rateSupport', { conversationId, rating: '3' });
    await ann.when('rateSupport', { conversationId, rating: '3', lang: 'en' }).then('support.rated-before', again);
  });

  it('for a person who writes too fast, and one who opens too often', async () => {
    const ann = await person();
    const conversationId = await asked(ann);
    const writes = Array.from({ length: 12 }, () => ann.post('sendSupportMessage', { conversationId, text: 'Hello?' }));
    const answers = await Promise.all(writes);
    expect(answers.filter(({ refusal }) => refusal === '')).toHaveLength(9);
    const fast = 'You can send 10 messages a minute. Wait a moment and try again.';
    const form = { conversationId, text: 'x', lang: 'en' };
    await ann.when('sendSupportMessage', form).then('support.too-fast', fast);
    clock.advance(MINUTE_MS);
    await ann.given('sendSupportMessage', { conversationId, text: 'Now?' });
    await ann.given('closeSupport', { conversationId });
    for (let count = 1; count < 5; count += 1) {
      const next = await asked(ann);
      await ann.given('closeSupport', { conversationId: next });
    }
    const full = 'You opened 5 conversations in 24 hours, the maximum. Try again later.';
    await ann.when('openSupport', { ...QUESTION, lang: 'en' }).then('support.day-full', full);
  });

  it('in the language of the person', async () => {
    const ann = await person();
    await ann
      .when('openSupport', { topic: 'other', lang: 'jp' })
      .then('support.message-empty', 'メッセージを入力するか、画像を添付してください。');
    await ann
      .when('closeSupport', { conversationId: 'support-0', lang: 'ty' })
      .then('support.not-found', 'ไม่พบการสนทนานี้ โหลดหน้าใหม่');
  });
});

describe('images', () => {
  it('are re-encoded, private, and recorded each time staff open one', async () => {
    const [ann, bob] = [await person(), await person()];
    const imageId = await image(ann);
    const conversationId = await asked(ann, { topic: 'deposit', imageId });
    await ann.when('getSupportConversation', { conversationId }).then({ messages: [{ text: '', imageId }] });
    await bob.when('getImage', { imageId }).then('image.not-found');
    await ann.when('removeImage', { imageId }).then('image.already-used');
    await ann.when('sendSupportMessage', { conversationId, imageId }).then('image.already-used');
    const seen = await desk.as('sue').file('support-images/:id', { id: imageId, conversationId });
    expect(seen.headers.get('content-type')).toBe('image/jpeg');
    expect(seen.headers.get('cache-control')).toContain('no-store');
    const jpeg = Buffer.from(await seen.arrayBuffer());
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined();
    await desk.as('sue').file('support-images/:id', { id: imageId, conversationId });
    const filter = { realm: 'house', type: 'StaffViewedImage' };
    const { body: views } = await desk.audit<{ data: object }[]>(`events?${listQuery({ filter })}`);
    expect(views.map(({ data }) => data)).toEqual(
      [1, 2].map(() => expect.objectContaining({ imageId, requestId: conversationId, userId: ann.userId })),
    );
    const other = await asked(bob);
    const elsewhere = { id: imageId, conversationId: other };
    expect((await desk.as('sue').file('support-images/:id', elsewhere)).status).toBe(404);
    expect((await desk.as('auditor').file('support-images/:id', { id: imageId, conversationId })).status).toBe(403);
    expect((await desk.as('rita').file('support-images/:id', { id: imageId, conversationId })).status).toBe(403);
  });

  it('of staff stand under the person’s key: the person sees them, nobody else', async () => {
    const [ann, bob] = [await person(), await person()];
    const conversationId = await asked(ann);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    const headers = { authorization: `Bearer ${desk.tokens.get('sue')}` };
    const url = `${desk.started.url}/staff/uploadSupportImage?conversationId=${conversationId}`;
    const { id: imageId } = (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as {
      id: string;
    };
    await desk.as('sue').given('sendSupportMessage', { conversationId, imageId });
    await ann.when('getSupportConversation', { conversationId }).then({ messages: [{}, { from: 'support', imageId }] });
    expect((await ann.file('getImage', { imageId })).headers.get('content-type')).toBe('image/jpeg');
    await bob.when('getImage', { imageId }).then('image.not-found');
    const bobs = await asked(bob);
    await desk.as('sue').when('sendSupportMessage', { conversationId: bobs, imageId }).then('image.not-found');
  });

  it('that a process left unattached before it died are kept', async () => {
    const ann = await person();
    const imageId = await image(ann);
    const conversationId = await asked(ann, { topic: 'deposit', imageId });
    const images = desk.started.app.get<PrivateImages>(PrivateImages, { strict: false });
    const pool = desk.started.app.get<Pool>(Pool, { strict: false });
    await pool.query('UPDATE private_images SET request_id = NULL WHERE id = $1', [imageId]);
    await desk.started.app.get(ImageService, { strict: false }).keepSent();
    expect(await images.readForStaff(imageId)).toMatchObject({ requestId: conversationId });
  });
});

describe('demo accounts', () => {
  it('are helped by text, and told that images need a real account', async () => {
    const demo = await Trader.demo(desk.started);
    expect((await demo.given('getSupport')).images).toBe(false);
    const conversationId = await asked(demo);
    const sentence = 'Images need a real account. Send text only.';
    const form = { conversationId, imageId: 'image-000000000000', lang: 'en' };
    await demo.when('sendSupportMessage', form).then('support.image-real-only', sentence);
    await desk.as('sue').given('sendSupportMessage', { conversationId, text: 'Welcome.' });
    await demo.when('getSupportConversation', { conversationId }).then({ messages: [{}, { text: 'Welcome.' }] });
    await messageTo(demo, /answer from support/);
    await desk.as('sue').when('support/:id', { id: conversationId }).then({ realm: 'demo', status: 'answered' });
  });
});

describe('staff', () => {
  it('see those that wait first, and of them the oldest', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    const ids: string[] = [];
    for (const one of [first, second, third]) {
      ids.push(await asked(one));
      clock.advance(1000);
    }
    await desk.as('sue').given('sendSupportMessage', { conversationId: ids[0] as string, text: 'Yes.' });
    const rows = await desk.as('sue').given('support', { filter: {} });
    const order = rows.map(({ id }) => id).filter((id) => ids.includes(id));
    expect(order).toEqual([ids[1], ids[2], ids[0]]);
    const waiting = await desk.as('sue').given('support', { filter: { status: 'waiting', userId: second.userId } });
    expect(waiting).toMatchObject([{ id: ids[1], takenBy: '', unread: 1, since: clock.now() - 2000 }]);
    const queues = await desk.as('sue').given('queues');
    expect(queues.find(({ name }) => name === 'support-waiting')?.count).toBeGreaterThanOrEqual(2);
    const own = await desk.as('rita').given('queues');
    expect(own.map(({ name }) => name)).not.toContain('support-waiting');
  });

  it('take a conversation, keep colleagues out, and give it back', async () => {
    const ann = await person();
    const conversationId = await asked(ann);
    const form = { conversationId, text: 'Hello.', lang: 'en' };
    await desk.as('sue').given('takeSupport', { conversationId });
    const rows = await desk.as('sam').given('support', { filter: { userId: ann.userId } });
    expect(rows).toMatchObject([{ takenBy: 'sue' }]);
    const { lang: _, ...body } = form;
    await desk.as('sam').when('sendSupportMessage', body).then('support.taken');
    await desk.as('sam').when('closeSupport', { conversationId }).then('support.taken');
    await desk.as('sam').when('takeSupport', { conversationId }).then('support.taken');
    await desk.as('sam').given('releaseSupport', { conversationId });
    await desk.as('sam').when('releaseSupport', { conversationId }).then('support.not-taken');
    await desk.as('sam').given('sendSupportMessage', body);
    await desk.as('sam').given('closeSupport', { conversationId });
  });

  it('of other desks see nothing, and auditors no words', async () => {
    const ann = await person();
    const conversationId = await asked(ann, { topic: 'deposit', text: 'A secret word' });
    const { body } = await desk.audit<object>(`support/${conversationId}`);
    expect(body).toMatchObject({ messages: [{ text: '•••', imageId: null }] });
    for (const name of ['auditor', 'rita', 'admin'])
      await desk.as(name).when('sendSupportMessage', { conversationId, text: 'x' }).then('staff.role-missing');
    await desk.as('rita').when('support', { filter: {} }).then('staff.role-missing');
  });

  it('never answer themselves', async () => {
    const ann = await person();
    const conversationId = await asked(ann);
    await desk.administer('changeMemberOwnUsers', 'sam', { userIds: [ann.userId] });
    await desk.as('sam').when('sendSupportMessage', { conversationId, text: 'x' }).then('review.own');
    expect((await desk.as('sam').file('support-images/:id', { id: 'image-000000000000', conversationId })).status).toBe(
      403,
    );
  });

  it('find what happened in the person’s timeline, in words and without the conversation’s', async () => {
    const ann = await person();
    const conversationId = await asked(ann, { topic: 'security', text: 'A secret word' });
    await desk.as('sue').given('sendSupportMessage', { conversationId, text: 'Another secret' });
    await ann.given('closeSupport', { conversationId });
    await ann.given('rateSupport', { conversationId, rating: '2' });
    const { items } = await desk.as('sue').given('users/:id/timeline', { id: ann.userId, kind: 'account' });
    const steps = ['rated', 'closed-person', 'message-support', 'taken', 'message-person', 'opened'];
    const told = items.filter(({ sentence }) => sentence.startsWith('support-'));
    expect(told.map(({ sentence }) => sentence)).toEqual(steps.map((step) => `support-${step}`));
    expect(new Set(told.map(({ orderId }) => orderId))).toEqual(new Set([conversationId]));
    expect(JSON.stringify(items)).not.toMatch(/secret|sealed/);
  });
});

describe('staff hours', () => {
  it('are said as instants, also while staff are away', async () => {
    const ann = await person();
    const day = EVENING - 12 * HOUR_MS;
    const { hours, policy } = await ann.given('getSupport');
    expect(policy).toBe('support.rules');
    expect(hours).toMatchObject({ staffed: true, changesAt: day + 14 * HOUR_MS });
    expect(hours.windows).toHaveLength(7);
  });
});

it('help is found by any word of a question, and the best comes first', async () => {
  const ann = await person();
  const q = 'deposit network zzz';
  expect((await ann.given('searchHelp', { q, lang: 'en' })).length).toBe(0);
  const hits = await ann.given('searchHelp', { q, any: 'true', lang: 'en' });
  expect(hits.length).toBeGreaterThan(0);
  expect(hits[0]?.title.toLowerCase()).toContain('deposit');
});

it.each([
  ['loan late fee', 'how-loans-work'],
  ['fund units value struck', 'how-funds-work'],
])('help on %s is offered first', async (q, slug) => {
  const ann = await person();
  const hits = await ann.given('searchHelp', { q, any: 'true', lang: 'en' });
  expect(hits[0]?.slug).toBe(slug);
});
