import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { UploadedImageView } from '../../contracts/personal.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { PrivateImages } from '../../server/core/ports/private-images.js';
import { isRefusal } from '../../server/core/refusal.js';
import { ImageService } from '../../server/features/personal/image.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openPerson } from '../kit/person.js';
import type { Trader } from '../kit/trader.js';

const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let alice: Trader;
let images: PrivateImages;

beforeAll(async () => {
  started = await startApp({ clock });
  alice = await openPerson(started, clock.now());
  images = started.app.get<PrivateImages>(PrivateImages, { strict: false });
}, 120_000);

afterAll(async () => {
  await started.close();
});

/** A picture with edges, 1200 x 800, as a camera held sideways writes it. */
async function photograph(seed = 1): Promise<Buffer> {
  const pixels = Buffer.alloc(1200 * 800 * 3, 0);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (Math.floor(at / (37 * seed)) % 2) * 200 + 20;
  const raw = { raw: { width: 1200, height: 800, channels: 3 } } as const;
  const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } };
  return sharp(pixels, raw).withExif(exif).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
}

async function uploaded(person: Trader, purpose = 'document-front', seed = 1): Promise<UploadedImageView> {
  const { status, data } = await person.upload(purpose, await photograph(seed));
  expect(status).toBe(200);
  return data;
}

async function download(person: Trader, id: string) {
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await fetch(`${started.url}/web/getImage?imageId=${id}`, { headers });
  return { status: answer.status, headers: answer.headers, jpeg: Buffer.from(await answer.arrayBuffer()) };
}

describe('a private image', () => {
  it('is drawn anew, upright and without metadata, and comes back as a file only', async () => {
    const original = await photograph();
    expect(original.includes('SecretCamera')).toBe(true);
    const view = await uploaded(alice);
    expect(view).toMatchObject({ purpose: 'document-front', width: 800, height: 1200, hints: [] });
    const answer = await download(alice, view.id);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${view.id}.jpg"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const { jpeg } = answer;
    expect(jpeg.length).toBe(view.bytes);
    expect(jpeg.includes('SecretCamera')).toBe(false);
    const { exif, icc, xmp, orientation, width, height } = await sharp(jpeg).metadata();
    expect([exif, icc, xmp, orientation, width, height]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      800,
      1200,
    ]);
  });

  it('belongs to one person: for others it does not exist', async () => {
    const bob = await openPerson(started, clock.now());
    const { id } = await uploaded(alice, 'document-back', 2);
    await bob.when('getImage', { imageId: id }).then('image.not-found');
    await bob.when('removeImage', { imageId: id }).then('image.not-found');
    expect((await images.problem(bob.userId, { [id]: 'document-back' }))?.refusal).toBe('image.not-found');
  });

  it('is stored once however often the same upload is repeated, and another under its token is refused', async () => {
    const bytes = await photograph(3);
    const tries = Array.from({ length: 4 }, () => alice.upload('asset-proof', bytes, { requestToken: 'upload-once' }));
    const ids = (await Promise.all(tries)).map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(1);
    const other = await alice.upload('asset-proof', await photograph(4), { requestToken: 'upload-once' });
    expect([other.status, other.refusal]).toEqual([409, 'request.token-reused']);
    const elsewhere = await alice.upload('address-proof', bytes, { requestToken: 'upload-once' });
    expect([elsewhere.status, elsewhere.refusal]).toEqual([409, 'request.token-reused']);
  });

  it('goes with one form, for what it was uploaded for, and can be removed until then', async () => {
    const { id } = await uploaded(alice, 'address-proof', 5);
    expect((await images.problem(alice.userId, { [id]: 'credit-proof' }))?.refusal).toBe('image.purpose-wrong');
    expect(await images.problem(alice.userId, { [id]: 'address-proof' })).toBeUndefined();
    await images.attach(alice.userId, [id], 'request-1');
    await images.attach(alice.userId, [id], 'request-1');
    await images.attach(alice.userId, [id], 'request-2');
    expect((await images.problem(alice.userId, { [id]: 'address-proof' }))?.refusal).toBe('image.already-used');
    await alice.when('removeImage', { imageId: id }).then('image.already-used');
    const seen = await images.readForStaff(id);
    if (isRefusal(seen)) throw new Error(seen.refusal);
    expect(seen).toMatchObject({ userId: alice.userId, purpose: 'address-proof', requestId: 'request-1' });
    const { id: unwanted } = await uploaded(alice, 'address-proof', 6);
    expect((await alice.post('removeImage', { imageId: unwanted })).status).toBe(200);
    await alice.when('getImage', { imageId: unwanted }).then('image.not-found');
  });

  it('is not taken away between the look at a form and its event, so no event names an image that is gone', async () => {
    const { id } = await uploaded(alice, 'address-proof', 10);
    const { userId } = alice;
    expect(await images.problem(userId, { [id]: 'address-proof' })).toBeUndefined();
    await alice.when('removeImage', { imageId: id }).then('image.already-used');
    const desk = started.app.get<ImageService>(ImageService, { strict: false });
    const { id: other } = await uploaded(alice, 'address-proof', 11);
    const [removed, problem] = await Promise.all([
      desk.remove(userId, other),
      desk.problem(userId, { [other]: 'address-proof' }),
    ]);
    expect([removed, problem?.refusal]).toEqual([null, 'image.not-found']);
  });

  it('goes after a day when no form was sent with it', async () => {
    const { id: kept } = await uploaded(alice, 'credit-proof', 7);
    await images.attach(alice.userId, [kept], 'request-3');
    const { id: forgotten } = await uploaded(alice, 'credit-proof', 8);
    const desk = started.app.get<ImageService>(ImageService, { strict: false });
    clock.advance(23 * 3_600_000);
    await desk.sweep();
    expect((await download(alice, forgotten)).status).toBe(200);
    clock.advance(2 * 3_600_000);
    await desk.sweep();
    expect((await download(alice, forgotten)).status).toBe(404);
    expect((await download(alice, kept)).status).toBe(200);
  });

  it('is one of forty at most that wait for a form', async () => {
    const carol = await openPerson(started, clock.now());
    const bytes = await photograph(9);
    for (let n = 0; n < 40; n += 1) expect((await carol.upload('remittance', bytes)).status).toBe(200);
    const { status, refusal, params } = await carol.upload('remittance', bytes);
    const limit = { limit: 40, policy: 'identity.rules', version: 1 };
    expect([status, refusal, params]).toEqual([429, 'image.too-many', limit]);
  });

  it('says what a reviewer may have trouble with, and takes it all the same', async () => {
    const canvas = (value: number, width: number) =>
      sharp({ create: { width, height: width, channels: 3, background: { r: value, g: value, b: value } } });
    const hints = async (bytes: Buffer): Promise<unknown> => {
      const { data, refusal } = await alice.upload('deposit-proof', bytes);
      return refusal === '' ? data.hints : refusal;
    };
    expect(await hints(await canvas(10, 800).png().toBuffer())).toEqual(['dark', 'blurred']);
    expect(await hints(await canvas(250, 800).jpeg().toBuffer())).toEqual(['bright', 'blurred']);
    expect(await hints(await canvas(128, 600).jpeg().toBuffer())).toEqual(['blurred', 'small']);
    const blurred = await sharp(await photograph(3))
      .blur(12)
      .toBuffer();
    expect(await hints(blurred)).toEqual(['blurred']);
  });
});
