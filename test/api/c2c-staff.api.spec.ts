import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { StaffC2cRow, StaffC2cView } from '../../contracts/c2c.contract.js';
import type { StaffSellerRow, StaffSellerView } from '../../contracts/c2c.seller.contract.js';
import type { Page } from '../../contracts/envelope.contract.js';
import type { StaffSearchHit, StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import type { MessagesView } from '../../contracts/message.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { PrivateImages } from '../../server/core/ports/private-images.js';
import { ImageService } from '../../server/features/personal/image.service.js';
import { C2cStaffService } from '../../server/features/c2c/c2c-staff.service.js';
import { readSellerSeeds } from '../../server/features/c2c/seller-seeds.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import { SELLER } from '../kit/c2c-steps.js';
import { drawing } from '../kit/image-bytes.js';
import type { Trader } from '../kit/trader.js';
import { listQuery } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

const clock = new FakeClock(WEDNESDAY_NOON);
let desk: C2cDesk;
let buyer: Trader;

beforeAll(async () => {
  desk = await startC2cDesk(clock);
  buyer = await desk.verified();
}, 120_000);
afterAll(() => desk.started.close());

/** The message, once it was written. */
async function messageTo(of: Trader, title: RegExp): Promise<MessagesView['items'][number]> {
  let found: MessagesView['items'][number] | undefined;
  await until(async () => {
    const { items } = await of.given('getMessages', { lang: 'en' });
    found = items.find((message) => title.test(message.title));
    return found !== undefined;
  });
  return found as MessagesView['items'][number];
}

describe('an order', () => {
  it('is found by its reference, as people write it, by whoever may open it', async () => {
    const of = await desk.verified();
    const { orderId, reference } = (await desk.create(of)).data;
    const find = async (name: string) =>
      (await desk.as<StaffSearchHit[]>(name, 'search', { q: reference.toLowerCase() })).body;
    expect(await find('sue')).toMatchObject([{ resource: 'c2c-orders', id: orderId }]);
    expect(await find('iris')).toEqual([]);
  });
});

describe('what is written on an order', () => {
  it('goes both ways with marks of reading, and the person is told once', async () => {
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    const talk = () => of.given('getC2cMessages', { orderId });
    await of.when('sendC2cMessage', { orderId, text: '' }).then('c2c.message-empty');
    await of.given('sendC2cMessage', { orderId, text: 'How long does it take?' });
    const open = { filter: { unread: true, userId: of.userId } };
    expect((await desk.read<StaffC2cRow[]>('sue', `c2c-orders?${listQuery(open)}`)).body).toMatchObject([
      { unread: 1 },
    ]);
    const { body } = await desk.read<StaffC2cView>('sue', `c2c-orders/${orderId}`);
    expect(body.messages).toMatchObject([{ from: 'person', text: 'How long does it take?', read: false }]);
    await desk.as('sue', 'readC2cMessages', { orderId });
    await desk.as('cora', 'sendC2cMessage', { orderId, text: 'A few minutes.' });
    await desk.as('sue', 'sendC2cMessage', { orderId, text: 'Please wait.' });
    expect(await talk()).toMatchObject({
      unread: 2,
      items: [{ read: true }, { from: 'support', text: 'A few minutes.', read: false }, { text: 'Please wait.' }],
    });
    await messageTo(of, /new message from support/);
    expect((await desk.order(of, orderId)).unread).toBe(2);
    await of.given('readC2cMessages', { orderId });
    expect(await talk()).toMatchObject({ unread: 0 });
    const { items } = await of.given('getMessages', { lang: 'en' });
    expect(items.filter(({ title }) => /new message from support/.test(title))).toHaveLength(1);
  });

  it('is read by nobody else: auditors see that there is something, other persons nothing at all', async () => {
    const { orderId } = (await desk.create(buyer)).data;
    await desk.match(orderId);
    await desk.submit(buyer, orderId);
    await buyer.given('sendC2cMessage', { orderId, text: 'A secret word' });
    const { body } = await desk.read<StaffC2cView>('auditor', `c2c-orders/${orderId}`);
    expect(body).toMatchObject({ payerName: '•••', messages: [{ text: '•••' }] });
    expect((await desk.as('auditor', 'sendC2cMessage', { orderId, text: 'x' })).status).toBe(403);
    const other = await desk.person();
    const answers = await Promise.all([
      other.get('getC2cOrder', { orderId }),
      other.get('getC2cMessages', { orderId }),
      other.post('sendC2cMessage', { orderId, text: 'x' }),
      other.post('readC2cMessages', { orderId }),
      other.post('appealC2c', { orderId, text: 'x' }),
      desk.submit(other, orderId),
    ]);
    expect(answers.map(({ refusal }) => refusal)).toEqual(answers.map(() => 'c2c.order-not-found'));
  });
});

describe('images on an order', () => {
  const staffHeaders = (name: string) => ({ authorization: `Bearer ${desk.tokens.get(name)}` });
  const opened = (name: string, id: string, orderId: string) =>
    fetch(`${desk.started.url}/staff/c2c-images/${id}?orderId=${orderId}`, { headers: staffHeaders(name) });

  it('are seen by its buyer and those who talk with them, each opening recorded, and by nobody else', async () => {
    const [of, other] = [await desk.verified(), await desk.verified()];
    const { orderId } = (await desk.create(of)).data;
    const elsewhere = (await desk.create(other)).data.orderId;
    const imageId = await desk.image(of, 'c2c-chat');
    await of.when('sendC2cMessage', { orderId, imageId: await desk.image(of) }).then('image.purpose-wrong');
    await other.when('sendC2cMessage', { orderId: elsewhere, imageId }).then('image.not-found');
    await of.given('sendC2cMessage', { orderId, imageId });
    await of.when('sendC2cMessage', { orderId, imageId }).then('image.already-used');
    await of.when('removeImage', { imageId }).then('image.already-used');
    await of.when('getC2cMessages', { orderId }).then({ items: [{ text: '', imageId }] });
    expect((await of.file('getImage', { imageId })).headers.get('content-type')).toBe('image/jpeg');
    await other.when('getImage', { imageId }).then('image.not-found');

    expect((await desk.read<StaffC2cView>('sue', `c2c-orders/${orderId}`)).body.messages).toMatchObject([{ imageId }]);
    const seen = await opened('sue', imageId, orderId);
    expect([seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      expect.stringContaining('no-store'),
    ]);
    await opened('cora', imageId, orderId);
    const filter = { realm: 'house', type: 'StaffViewedImage' };
    const { body: views } = await desk.audit<{ data: object }[]>(`events?${listQuery({ filter })}`);
    const seenOnce = { imageId, requestId: orderId, userId: of.userId };
    expect(views.map(({ data }) => data).filter((data) => 'imageId' in data && data.imageId === imageId)).toEqual(
      [1, 2].map(() => expect.objectContaining(seenOnce)),
    );
    expect((await opened('sue', imageId, elsewhere)).status).toBe(404);
    for (const name of ['auditor', 'rick']) expect((await opened(name, imageId, orderId)).status).toBe(403);
    const { body } = await desk.read<StaffC2cView>('auditor', `c2c-orders/${orderId}`);
    expect(body.messages).toMatchObject([{ imageId: null }]);
  });

  it('of staff stand under the person’s key: the person sees them, and no other order takes them', async () => {
    const [of, other] = [await desk.verified(), await desk.verified()];
    const { orderId } = (await desk.create(of)).data;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await drawing().jpeg().toBuffer())]), 'photo.jpg');
    const url = `${desk.started.url}/staff/uploadC2cImage?orderId=${orderId}`;
    const uploaded = await fetch(url, { method: 'POST', headers: staffHeaders('sue'), body: form });
    const { id: imageId } = (await uploaded.json()) as { id: string };
    await desk.as('sue', 'sendC2cMessage', { orderId, imageId });
    await of.when('getC2cMessages', { orderId }).then({ items: [{ from: 'support', imageId }] });
    expect((await of.file('getImage', { imageId })).headers.get('content-type')).toBe('image/jpeg');
    await other.when('getImage', { imageId }).then('image.not-found');
    const elsewhere = (await desk.create(other)).data.orderId;
    const refused = await desk.as('sue', 'sendC2cMessage', { orderId: elsewhere, imageId });
    expect(refused.body.data?.refusal).toBe('image.not-found');
  });

  it('that a process left unattached before it died are kept', async () => {
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    const imageId = await desk.image(of, 'c2c-chat');
    await of.given('sendC2cMessage', { orderId, imageId });
    const pool = desk.started.app.get<Pool>(Pool, { strict: false });
    await pool.query('UPDATE private_images SET request_id = NULL WHERE id = $1', [imageId]);
    await desk.started.app.get(ImageService, { strict: false }).keepSent();
    const images = desk.started.app.get<PrivateImages>(PrivateImages, { strict: false });
    expect(await images.readForStaff(imageId)).toMatchObject({ requestId: orderId });
  });
});

it('what happens to an order stands in the person’s timeline, in words and with the way to it', async () => {
  const of = await desk.verified();
  const { orderId } = (await desk.create(of)).data;
  await desk.match(orderId);
  await of.given('sendC2cMessage', { orderId, text: 'A secret word' });
  await desk.as('sue', 'sendC2cMessage', { orderId, text: 'Thank you.' });
  await of.given('readC2cMessages', { orderId });
  await desk.submit(of, orderId);
  await desk.decide('cora', `${orderId}-r`, 'rejected', { reasons: ['wire-missing'] });
  await of.given('appealC2c', { orderId, text: 'It was sent.' });
  const path = `users/${of.userId}/timeline`;
  const { body } = await desk.read<Page<StaffTimelineItem>>('sue', `${path}?kind=order`);
  const steps = ['appealed', 'rejected', 'remitted', 'message-support', 'message-person', 'matched', 'placed'];
  expect(body.items.map(({ sentence }) => sentence)).toEqual(steps.map((step) => `c2c-${step}`));
  expect(new Set(body.items.map((item) => item.orderId))).toEqual(new Set([orderId]));
  expect(body.items.at(-1)?.values).toMatchObject({
    amount: '250',
    pay: '252.5',
    currency: 'USD',
    policy: 'c2c.rules',
  });
  expect(JSON.stringify(body)).not.toMatch(/secret|sealed/);
  const whole = await desk.read<Page<StaffTimelineItem>>('sue', path);
  expect(whole.body.items.map(({ sentence }) => sentence)).toContain('c2c-placed');
});

describe('the sellers of a new installation', () => {
  const seed = () =>
    desk.started.app.get<C2cStaffService>(C2cStaffService, { strict: false }).seedSellers(readSellerSeeds('seeds'));
  const listed = async () =>
    (await desk.read<StaffSellerRow[]>('rick', `sellers?${listQuery({ range: [0, 99] })}`)).body.filter(({ id }) =>
      id.startsWith('seller-seed-'),
    );

  it('are there once, take orders in their currency, and stay as staff leave them', async () => {
    expect([await seed(), await seed()]).toEqual([4, 0]);
    await until(async () => (await listed()).length > 0);
    expect((await listed()).map(({ currency, enabled }) => [currency, enabled])).toEqual(
      ['EUR', 'GBP', 'JPY', 'USD'].map((currency) => [currency, true]),
    );
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    const choice = 'seller-seed-usd';
    expect(await desk.decide('cora', `${orderId}-m1`, 'approved', { choice })).toBe('approved');
    expect((await desk.order(of, orderId)).seller?.accountName).toMatch(/^Simulated/);
    const changed = { ...SELLER, sellerId: choice, baseVersion: 1, label: 'Kept by staff' };
    expect((await desk.as('rick', 'changeSeller', changed)).body).toMatchObject({ version: 2 });
    await desk.as('rick', 'switchSeller', { sellerId: choice, enabled: false });
    expect(await seed()).toBe(0);
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id: choice, label: 'Kept by staff', enabled: false, version: 2 }),
    );
  });
});

describe('a seller’s account', () => {
  it('is kept by risk alone, versioned, and an order keeps the version that it was matched with', async () => {
    expect((await desk.as('sue', 'addSeller', SELLER)).status).toBe(403);
    const made = await desk.as<{ sellerId: string }>('rick', 'addSeller', { ...SELLER, label: 'Second', max: '300' });
    const { sellerId } = made.body;
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    expect(await desk.decide('cora', `${orderId}-m1`, 'approved', { choice: sellerId })).toBe('approved');
    const changed = { ...SELLER, sellerId, baseVersion: 1, label: 'Second', accountNumber: 'DE02120300000000202051' };
    expect((await desk.as('rick', 'changeSeller', changed)).body).toMatchObject({ version: 2, enabled: true });
    expect((await desk.as('rick', 'changeSeller', changed)).body.data?.refusal).toBe('seller.changed');
    expect((await desk.order(of, orderId)).seller?.accountNumber).toBe(SELLER.accountNumber);
    const { body } = await desk.read<StaffSellerView>('rick', `sellers/${sellerId}`);
    expect(body).toMatchObject({ version: 2, today: '250', account: { accountNumber: 'DE02120300000000202051' } });
    const empty = await desk.as('rick', 'addSeller', { ...SELLER, swift: '' });
    expect(empty.body.data?.refusal).toBe('seller.field-empty');
  });

  it('that was switched off in between takes nobody', async () => {
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    const { sellerId } = desk.seller;
    await desk.as('rick', 'switchSeller', { sellerId, enabled: false });
    expect(await desk.match(orderId)).toBe('seller.disabled');
    await desk.as('rick', 'switchSeller', { sellerId, enabled: true });
    expect(await desk.match(orderId)).toBe('approved');
  });
});
