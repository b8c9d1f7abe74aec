import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStore } from '../../server/engine/history/event-store.js';
import { ImageService } from '../../server/features/personal/image.service.js';
import { startIdentityDesk, freshNumber, type Fields, type IdentityDesk } from '../kit/identity-desk.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

let desk: IdentityDesk;

beforeAll(async () => {
  desk = await startIdentityDesk();
}, 180_000);
afterAll(() => desk.started.close());

describe('a person who is not verified', () => {
  it('has three levels, two of them locked, and reads the rules that the forms follow', async () => {
    const anna = await desk.person();
    const { data } = await anna.get('getIdentity');
    expect(data.levels.map((each) => [each.level, each.state, each.locked])).toEqual([
      ['primary', 'none', null],
      ['advanced', 'none', 'primary-required'],
      ['address', 'none', 'primary-required'],
    ]);
    expect(data.rules).toMatchObject({ documentTypes: [1, 2, 3, 4, 5], typesWithBack: [1, 3, 4], ageMin: 18 });
    expect(await anna.given('getIdentityForm', { level: 'primary' })).toBeNull();
  });

  it('is no demo account: those are told to switch', async () => {
    const demo = await Trader.demo(desk.started);
    for (const call of ['getIdentity', 'getIdentityForm'] as const)
      await demo.when(call, { level: 'primary' }).then('demo.real-only');
    for (const call of ['submitPrimary', 'submitAdvanced', 'submitAddress'] as const)
      await demo.when(call).then('demo.real-only');
    await demo.when('withdrawIdentity', { level: 'primary' }).then('demo.real-only');
  });

  it('is told the first thing that is wrong, from top to bottom, with its field', async () => {
    const anna = await desk.person();
    const right = await desk.primaryOf(anna, { documentType: '1', documentNumber: 'L01X00T47' });
    right['back'] = await desk.image(anna, 'document-back');
    const order = ['country', 'documentType', 'realName', 'documentNumber', 'birthDate', 'front', 'back', 'held'];
    const codes: unknown[] = [];
    for (const [index, field] of order.entries()) {
      const filled = Object.fromEntries(order.slice(0, index).map((name) => [name, right[name] ?? '']));
      codes.push([(await anna.post('submitPrimary', filled)).refusal, field]);
    }
    expect(codes.map((each) => (each as string[])[0])).toEqual([
      'identity.country-empty',
      'identity.document-type-empty',
      'identity.name-empty',
      'identity.number-empty',
      'identity.birth-date-empty',
      'identity.front-missing',
      'identity.back-missing',
      'identity.held-missing',
    ]);
    await anna.when('submitPrimary', { ...right, birthDate: '2020-01-01' }).then({
      refusal: 'identity.too-young',
      params: { ageMin: 18, policy: 'identity.rules', version: 1 },
      field: 'birthDate',
    });
    for (const call of ['submitAdvanced', 'submitAddress'] as const)
      await anna.when(call).then('identity.primary-required');
    await anna.when('withdrawIdentity', { level: 'primary' }).then('identity.nothing-to-withdraw');
  });

  it('cannot send the images of others, images of something else, or none that exist', async () => {
    const [anna, eve] = [await desk.person(), await desk.person()];
    const form = await desk.primaryOf(anna);
    const refused = (changes: Fields, refusal: string, field: string) =>
      anna.when('submitPrimary', { ...form, ...changes }).then({ refusal, field });
    const foreign = await desk.image(eve, 'document-front');
    await refused({ front: foreign }, 'image.not-found', 'front');
    await refused({ front: 'image-none000' }, 'image.not-found', 'front');
    await refused({ held: form['front'] ?? '' }, 'image.purpose-wrong', 'held');
    await desk.sent(anna, form);
  });
});

describe('a primary request', () => {
  it('waits for staff, shows its number masked, and is rejected, corrected and passed', async () => {
    const anna = await desk.person();
    const form = await desk.primaryOf(anna, { documentNumber: 'C01-X00 T47' });
    const first = await desk.sent(anna, form);
    expect(await desk.level(anna)).toMatchObject({
      state: 'under-review',
      attempts: 1,
      requestId: first,
      sent: { realName: 'Anna Müller', documentNumber: 'C0•••••47' },
    });
    await anna.when('submitPrimary', form).then('identity.under-review');
    const seen = await desk.details(first);
    expect(seen.fields).toContainEqual({ name: 'documentNumber', value: 'C01X00T47', personal: true });
    expect(seen.images.map(({ purpose }) => purpose)).toEqual(['document-front', 'document-held']);
    await desk.decide(first, 'rejected', ['held-unreadable', 'name-mismatch'], 'The second name is missing.');
    expect(await desk.level(anna)).toMatchObject({
      state: 'rejected',
      reasons: ['held-unreadable', 'name-mismatch'],
      note: 'The second name is missing.',
    });
    const last = await anna.given('getIdentityForm', { level: 'primary' });
    expect(last?.fields).toMatchObject({ realName: 'Anna Müller', documentNumber: 'C01X00T47' });
    const again = {
      ...last?.fields,
      ...last?.images,
      realName: 'Anna Maria Müller',
      held: await desk.image(anna, 'document-held'),
    };
    const second = await desk.sent(anna, again);
    const signals = (await desk.details(second)).signals;
    expect(signals).toContainEqual({ name: 'resubmitted', level: 'info', inputs: { times: 1 } });
    expect(signals).toContainEqual({ name: 'images-sent-again', level: 'warning', inputs: { count: 1 } });
    await desk.decide(second, 'approved');
    expect(await desk.level(anna)).toMatchObject({ state: 'passed', attempts: 2 });
    await anna.when('submitPrimary', again).then('identity.already-verified');
    await anna.when('withdrawIdentity', { level: 'primary' }).then('identity.already-verified');
    expect(await anna.given('getIdentityForm', { level: 'primary' })).toBeNull();
  });

  it.each([
    ['before they were kept', 0],
    ['before they were kept and stood still for days', 72 * 3_600_000],
  ])('keeps its photos although the process died %s', async (_, stillMs) => {
    const anna = await desk.person();
    const form = await desk.primaryOf(anna);
    await desk.sent(anna, form);
    const { pool } = desk.started.app.get<EventStore>(EventStore, { strict: false });
    const waiting = async (): Promise<number> => {
      const sql = 'SELECT id FROM private_images WHERE user_id = $1 AND request_id IS NULL';
      return (await pool.query(sql, [anna.userId])).rows.length;
    };
    await pool.query('UPDATE private_images SET request_id = NULL WHERE user_id = $1', [anna.userId]);
    expect(await waiting()).toBe(2);
    const images = desk.started.app.get(ImageService, { strict: false });
    await until(async () => (await images.keepSent({ now: Date.now() + stillMs }), (await waiting()) === 0));
    expect(await waiting()).toBe(0);
    await anna.when('removeImage', { imageId: form['front'] ?? '' }).then('image.already-used');
  });

  it('shows the reviewer its photos, also those that were sent before', async () => {
    const anna = await desk.person();
    const form = await desk.primaryOf(anna);
    await desk.decide(await desk.sent(anna, form), 'rejected', ['name-mismatch']);
    const second = await desk.sent(anna, form);
    const { images } = await desk.details(second);
    for (const { id } of images) {
      const response = await fetch(`${desk.started.url}/staff/images/${id}?requestId=${second}`, {
        headers: { authorization: `Bearer ${desk.reviewer}` },
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  it('is taken back by its owner, leaves the queue, and can be sent anew', async () => {
    const anna = await desk.person();
    const form = await desk.primaryOf(anna);
    const requestId = await desk.sent(anna, form);
    expect(await anna.given('withdrawIdentity', { level: 'primary' })).toBeNull();
    await desk.claim(requestId).then('review.decided');
    expect(await desk.level(anna)).toMatchObject({ state: 'none', attempts: 1 });
    expect((await anna.given('getIdentityForm', { level: 'primary' }))?.fields).toMatchObject({
      realName: 'Anna Müller',
    });
    await desk.sent(anna, form);
  });

  it('shows one document for one account, whatever its spelling, until it is rejected', async () => {
    const [anna, eve] = [await desk.person(), await desk.person()];
    const documentNumber = freshNumber();
    const first = await desk.sent(anna, await desk.primaryOf(anna, { documentNumber }));
    const copied = await desk.primaryOf(eve, { documentNumber: documentNumber.toLowerCase().replace('x', ' x-') });
    await eve.when('submitPrimary', copied).then({
      refusal: 'identity.document-used',
      field: 'documentNumber',
    });
    await desk.decide(first, 'rejected', ['number-mismatch']);
    const second = await desk.sent(eve, copied);
    const { signals } = await desk.details(second);
    expect(signals).toContainEqual({ name: 'document-used-before', level: 'warning', inputs: { accounts: 1 } });
    await desk.decide(second, 'approved');
    const late = await desk.primaryOf(anna, { documentNumber });
    await anna.when('submitPrimary', late).then('identity.document-used');
  });

  it('of two people with one document at once is won by one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => desk.person()));
    const documentNumber = freshNumber();
    const forms = await Promise.all(people.map((each) => desk.primaryOf(each, { documentNumber })));
    const answers = await Promise.all(people.map((each, n) => each.post('submitPrimary', forms[n] ?? {})));
    expect(answers.map(({ refusal }) => refusal || 'taken').sort()).toEqual([
      ...Array<string>(5).fill('identity.document-used'),
      'taken',
    ]);
  });

  it('sent 50 times at once under one token has one effect and one answer', async () => {
    const anna = await desk.person();
    const form = { ...(await desk.primaryOf(anna)), requestToken: 'once-and-only' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => anna.post('submitPrimary', form)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.data.requestId).toMatch(/^identity-/);
    expect(await desk.eventsOf({ realm: 'real', stream: `identity-${anna.userId}` })).toHaveLength(1);
  });

  it('sent 50 times at once under different tokens is one request', async () => {
    const anna = await desk.person();
    const form = await desk.primaryOf(anna);
    const answers = await Promise.all(Array.from({ length: 50 }, () => anna.post('submitPrimary', form)));
    const refusals = answers.map(({ refusal }) => refusal || 'taken');
    expect(refusals.filter((each) => each === 'taken')).toHaveLength(1);
    expect(new Set(refusals)).toEqual(new Set(['taken', 'identity.under-review']));
  });

  it('writes nothing personal in clear into its events', async () => {
    const anna = await desk.person();
    const requestId = await desk.sent(
      anna,
      await desk.primaryOf(anna, { realName: 'Canary Kanarienvogel', documentNumber: 'CANARY778' }),
    );
    await desk.decide(requestId, 'rejected', ['other'], 'The canary sings.');
    const { pool } = desk.started.app.get<EventStore>(EventStore, { strict: false });
    const { rows } = await pool.query<{ data: string }>(`SELECT data FROM events WHERE realm = 'real'`);
    const history = rows
      .map(({ data }) => data)
      .join('\n')
      .toLowerCase();
    expect(history).toContain(requestId);
    for (const secret of ['canary', 'kanarienvogel', '1990-04-01']) expect(history).not.toContain(secret);
  });
});
