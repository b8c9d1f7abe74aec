import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type {
  IdentityFormView,
  IdentityLevel,
  IdentityLevelView,
  IdentitySubmittedView,
  IdentityView,
} from '../../contracts/identity.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import type { PersonalHolding, PersonalHoldings } from '../../server/core/person.js';
import { EVENT_STORE, PERSONAL_HOLDINGS, VERIFICATION_LEVELS } from '../../server/core/tokens.js';
import type { VerificationLevels } from '../../server/core/verification.js';
import type { EventStore } from '../../server/event-store/event-store.js';
import { IdentityService } from '../../server/features/identity/identity.service.js';
import { openPerson, type Person } from '../kit/person.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

type Fields = Record<string, string>;

let staffed: Awaited<ReturnType<typeof startStaffed>>;
let photo: Buffer;
let reviewer: string;
let number = 1000;

beforeAll(async () => {
  staffed = await startStaffed();
  reviewer = await staffed.member('ira', 'reviewer', ['identity']);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const blank = { create: { width: 900, height: 700, channels: 3, background: '#345', noise } } as const;
  photo = await sharp(blank).jpeg().toBuffer();
}, 180_000);
afterAll(() => staffed.started.close(), 30_000);

const freshNumber = (): string => `C01X${(number += 1)}`;
const person = (): Promise<Person> => openPerson(staffed.started);

async function image(of: Person, purpose: string): Promise<string> {
  const { data } = await of.upload<{ id: string }>(purpose, photo);
  expect(data.refusal).toBeUndefined();
  return data.id;
}

/** A primary form in order, with its images uploaded. */
async function primaryOf(of: Person, changes: Fields = {}): Promise<Fields> {
  const [front, held] = [await image(of, 'document-front'), await image(of, 'document-held')];
  const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
  return { ...texts, documentNumber: freshNumber(), front, held, ...changes };
}

const address = { country: 'DE', line1: 'Hauptstraße 12', city: 'Köln', postalCode: '50667', billKind: 'utility' };
const advanced = {
  occupation: 'technology',
  monthlyIncome: 'i3000',
  wealthSource: 'salary',
  expectedAmount: 'a1000',
  assetProof: 'bankDeposit',
};

async function sent(of: Person, fields?: Fields): Promise<string> {
  const { data } = await of.post<IdentitySubmittedView>('submitPrimary', fields ?? (await primaryOf(of)));
  expect(data.refusal).toBeUndefined();
  return data.requestId;
}

const desk = <Body>(call: string, body: object) => staffed.post<Body>(call, body, { token: reviewer });

async function decide(requestId: string, verdict: 'approved' | 'rejected', reasons: string[] = [], note = '') {
  expect((await desk('claimReview', { requestId })).status).toBe(200);
  const decided = await desk('decideReview', { requestId, verdict, reasons, note });
  expect(decided.status).toBe(200);
}

async function passed(of: Person): Promise<void> {
  await decide(await sent(of), 'approved');
}

async function level(of: Person, wanted: IdentityLevel = 'primary'): Promise<IdentityLevelView> {
  const { data } = await of.get<IdentityView>('getIdentity');
  return data.levels.find((each) => each.level === wanted) as IdentityLevelView;
}

async function details(requestId: string): Promise<NonNullable<ReviewView['details']>> {
  await desk('claimReview', { requestId });
  const { body } = await staffed.ask<ReviewView>(`reviews/${requestId}`, reviewer);
  return body.details as NonNullable<ReviewView['details']>;
}

async function eventsOf(filter: object): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const query = listQuery({ filter, sort: ['position', 'ASC'] });
  return (await staffed.audit<{ type: string; data: Record<string, unknown> }[]>(`events?${query}`)).body;
}

describe('a person who is not verified', () => {
  it('has three levels, two of them locked, and reads the rules that the forms follow', async () => {
    const anna = await person();
    const { data } = await anna.get<IdentityView>('getIdentity');
    expect(data.levels.map((each) => [each.level, each.state, each.locked])).toEqual([
      ['primary', 'none', null],
      ['advanced', 'none', 'primary-required'],
      ['address', 'none', 'primary-required'],
    ]);
    expect(data.rules).toMatchObject({ documentTypes: [1, 2, 3, 4, 5], typesWithBack: [1, 3, 4], ageMin: 18 });
    expect((await anna.get<IdentityFormView | null>('getIdentityForm', { level: 'primary' })).data).toBeNull();
  });

  it('is no demo account: those are told to switch', async () => {
    const demo = await Trader.demo(staffed.started);
    for (const call of ['getIdentity', 'getIdentityForm'])
      expect((await demo.get(call, { level: 'primary' })).refusal).toBe('demo.real-only');
    for (const call of ['submitPrimary', 'submitAdvanced', 'submitAddress'])
      expect((await demo.post(call)).refusal).toBe('demo.real-only');
    expect((await demo.post('withdrawIdentity', { level: 'primary' })).refusal).toBe('demo.real-only');
  });

  it('is told the first thing that is wrong, from top to bottom, with its field', async () => {
    const anna = await person();
    const right = await primaryOf(anna, { documentType: '1', documentNumber: 'L01X00T47' });
    right['back'] = await image(anna, 'document-back');
    const order = ['country', 'documentType', 'realName', 'documentNumber', 'birthDate', 'front', 'back', 'held'];
    const codes: unknown[] = [];
    for (const [index, field] of order.entries()) {
      const filled = Object.fromEntries(order.slice(0, index).map((name) => [name, right[name] ?? '']));
      const { data } = await anna.post('submitPrimary', filled);
      codes.push([data.refusal, field]);
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
    expect((await anna.post('submitPrimary', { ...right, birthDate: '2020-01-01' })).data).toMatchObject({
      refusal: 'identity.too-young',
      params: { ageMin: 18, policy: 'identity.rules', version: 1 },
      field: 'birthDate',
    });
    for (const call of ['submitAdvanced', 'submitAddress'])
      expect((await anna.post(call)).data.refusal).toBe('identity.primary-required');
    expect((await anna.post('withdrawIdentity', { level: 'primary' })).data.refusal).toBe(
      'identity.nothing-to-withdraw',
    );
  });

  it('cannot send the images of others, images of something else, or none that exist', async () => {
    const [anna, eve] = [await person(), await person()];
    const form = await primaryOf(anna);
    const refusalFor = async (changes: Fields) => (await anna.post('submitPrimary', { ...form, ...changes })).data;
    const foreign = await image(eve, 'document-front');
    expect(await refusalFor({ front: foreign })).toMatchObject({ refusal: 'image.not-found', field: 'front' });
    expect(await refusalFor({ front: 'image-none000' })).toMatchObject({ refusal: 'image.not-found', field: 'front' });
    expect(await refusalFor({ held: form['front'] ?? '' })).toMatchObject({
      refusal: 'image.purpose-wrong',
      field: 'held',
    });
    await sent(anna, form);
  });
});

describe('a primary request', () => {
  it('waits for staff, shows its number masked, and is rejected, corrected and passed', async () => {
    const anna = await person();
    const form = await primaryOf(anna, { documentNumber: 'C01-X00 T47' });
    const first = await sent(anna, form);
    expect(await level(anna)).toMatchObject({
      state: 'under-review',
      attempts: 1,
      requestId: first,
      sent: { realName: 'Anna Müller', documentNumber: 'C0•••••47' },
    });
    expect((await anna.post('submitPrimary', form)).data.refusal).toBe('identity.under-review');
    const seen = await details(first);
    expect(seen.fields).toContainEqual({ name: 'documentNumber', value: 'C01X00T47', personal: true });
    expect(seen.images.map(({ purpose }) => purpose)).toEqual(['document-front', 'document-held']);
    await decide(first, 'rejected', ['held-unreadable', 'name-mismatch'], 'The second name is missing.');
    expect(await level(anna)).toMatchObject({
      state: 'rejected',
      reasons: ['held-unreadable', 'name-mismatch'],
      note: 'The second name is missing.',
    });
    const last = (await anna.get<IdentityFormView>('getIdentityForm', { level: 'primary' })).data;
    expect(last.fields).toMatchObject({ realName: 'Anna Müller', documentNumber: 'C01X00T47' });
    const again = {
      ...last.fields,
      ...last.images,
      realName: 'Anna Maria Müller',
      held: await image(anna, 'document-held'),
    };
    const second = await sent(anna, again);
    const signs = (await details(second)).signs;
    expect(signs).toContainEqual({ name: 'resubmitted', level: 'info', inputs: { times: 1 } });
    expect(signs).toContainEqual({ name: 'images-sent-again', level: 'warning', inputs: { count: 1 } });
    await decide(second, 'approved');
    expect(await level(anna)).toMatchObject({ state: 'passed', attempts: 2 });
    expect((await anna.post('submitPrimary', again)).data.refusal).toBe('identity.already-verified');
    expect((await anna.post('withdrawIdentity', { level: 'primary' })).data.refusal).toBe('identity.already-verified');
    expect((await anna.get('getIdentityForm', { level: 'primary' })).data).toBeNull();
  });

  it('keeps its photos although the process died before they were kept', async () => {
    const anna = await person();
    const form = await primaryOf(anna);
    await sent(anna, form);
    const { pool } = staffed.started.app.get<EventStore>(EVENT_STORE, { strict: false });
    const waiting = async (): Promise<number> => {
      const sql = 'SELECT id FROM private_images WHERE user_id = $1 AND request_id IS NULL';
      return (await pool.query(sql, [anna.userId])).rows.length;
    };
    await pool.query('UPDATE private_images SET request_id = NULL WHERE user_id = $1', [anna.userId]);
    expect(await waiting()).toBe(2);
    const identity = staffed.started.app.get(IdentityService, { strict: false });
    await until(async () => (await identity.keepImages(), (await waiting()) === 0));
    expect(await waiting()).toBe(0);
    expect((await anna.post('removeImage', { imageId: form['front'] ?? '' })).data.refusal).toBe('image.already-used');
  });

  it('shows the reviewer its photos, also those that were sent before', async () => {
    const anna = await person();
    const form = await primaryOf(anna);
    await decide(await sent(anna, form), 'rejected', ['name-mismatch']);
    const second = await sent(anna, form);
    const { images } = await details(second);
    for (const { id } of images) {
      const asked = await fetch(`${staffed.started.url}/staff/images/${id}?requestId=${second}`, {
        headers: { authorization: `Bearer ${reviewer}` },
      });
      expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  it('is taken back by its owner, leaves the queue, and can be sent anew', async () => {
    const anna = await person();
    const form = await primaryOf(anna);
    const requestId = await sent(anna, form);
    expect((await anna.post('withdrawIdentity', { level: 'primary' })).data).toBeNull();
    expect((await desk<{ data: { refusal: string } }>('claimReview', { requestId })).body.data.refusal).toBe(
      'review.decided',
    );
    expect(await level(anna)).toMatchObject({ state: 'none', attempts: 1 });
    expect((await anna.get<IdentityFormView>('getIdentityForm', { level: 'primary' })).data.fields).toMatchObject({
      realName: 'Anna Müller',
    });
    await sent(anna, form);
  });

  it('shows one document for one account, whatever its spelling, until it is rejected', async () => {
    const [anna, eve] = [await person(), await person()];
    const shown = freshNumber();
    const first = await sent(anna, await primaryOf(anna, { documentNumber: shown }));
    const copied = await primaryOf(eve, { documentNumber: shown.toLowerCase().replace('x', ' x-') });
    expect((await eve.post('submitPrimary', copied)).data).toMatchObject({
      refusal: 'identity.document-used',
      field: 'documentNumber',
    });
    await decide(first, 'rejected', ['number-mismatch']);
    const second = await sent(eve, copied);
    const { signs } = await details(second);
    expect(signs).toContainEqual({ name: 'document-used-before', level: 'warning', inputs: { accounts: 1 } });
    await decide(second, 'approved');
    const late = await primaryOf(anna, { documentNumber: shown });
    expect((await anna.post('submitPrimary', late)).data.refusal).toBe('identity.document-used');
  });

  it('of two people with one document at once is won by one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, person));
    const documentNumber = freshNumber();
    const forms = await Promise.all(people.map((each) => primaryOf(each, { documentNumber })));
    const answers = await Promise.all(people.map((each, n) => each.post('submitPrimary', forms[n] ?? {})));
    expect(answers.map(({ data }) => data.refusal ?? 'taken').sort()).toEqual([
      ...Array<string>(5).fill('identity.document-used'),
      'taken',
    ]);
  });

  it('sent 50 times at once under one token has one effect and one answer', async () => {
    const anna = await person();
    const form = { ...(await primaryOf(anna)), requestToken: 'once-and-only' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => anna.post<IdentitySubmittedView>('submitPrimary', form)),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.data.requestId).toMatch(/^identity-/);
    expect(await eventsOf({ realm: 'real', stream: `identity-${anna.userId}` })).toHaveLength(1);
  });

  it('sent 50 times at once under different tokens is one request', async () => {
    const anna = await person();
    const form = await primaryOf(anna);
    const answers = await Promise.all(Array.from({ length: 50 }, () => anna.post('submitPrimary', form)));
    const said = answers.map(({ data }) => data.refusal ?? 'taken');
    expect(said.filter((each) => each === 'taken')).toHaveLength(1);
    expect(new Set(said)).toEqual(new Set(['taken', 'identity.under-review']));
  });

  it('writes nothing personal in clear into its events', async () => {
    const anna = await person();
    const requestId = await sent(
      anna,
      await primaryOf(anna, { realName: 'Canary Kanarienvogel', documentNumber: 'CANARY778' }),
    );
    await decide(requestId, 'rejected', ['other'], 'The canary sings.');
    const { pool } = staffed.started.app.get<EventStore>(EVENT_STORE, { strict: false });
    const { rows } = await pool.query<{ data: string }>(`SELECT data FROM events WHERE realm = 'real'`);
    const history = rows
      .map(({ data }) => data)
      .join('\n')
      .toLowerCase();
    expect(history).toContain(requestId);
    for (const secret of ['canary', 'kanarienvogel', '1990-04-01']) expect(history).not.toContain(secret);
  });
});

describe('the further levels', () => {
  it('open when primary has passed, and go through review on their own', async () => {
    const anna = await person();
    await passed(anna);
    const levels = staffed.started.app.get<VerificationLevels>(VERIFICATION_LEVELS, { strict: false });
    expect(await levels.of(anna.userId)).toEqual({ primary: true, advanced: false, address: false });
    expect((await anna.post('submitAdvanced', { ...advanced, occupation: '' })).data).toMatchObject({
      refusal: 'identity.answer-empty',
      field: 'occupation',
    });
    expect((await anna.post('submitAdvanced', advanced)).data.refusal).toBe('identity.proof-missing');
    expect((await anna.post('submitAddress', address)).data.refusal).toBe('identity.proof-missing');
    const proof = await image(anna, 'asset-proof');
    const bill = await image(anna, 'address-proof');
    expect((await anna.post('submitAddress', { ...address, proof })).data.refusal).toBe('image.purpose-wrong');
    const first = (await anna.post<IdentitySubmittedView>('submitAdvanced', { ...advanced, proof })).data;
    const second = (await anna.post<IdentitySubmittedView>('submitAddress', { ...address, proof: bill })).data;
    const seen = await details(second.requestId);
    expect(seen.fields).toContainEqual({ name: 'realName', value: 'Anna Müller', personal: true });
    expect(seen.images).toEqual([{ id: bill, purpose: 'address-proof' }]);
    await decide(first.requestId, 'approved');
    await decide(second.requestId, 'rejected', ['bill-too-old']);
    expect(await level(anna, 'advanced')).toMatchObject({ state: 'passed', sent: { occupation: 'technology' } });
    expect(await level(anna, 'address')).toMatchObject({ state: 'rejected', reasons: ['bill-too-old'] });
    expect(await levels.of(anna.userId)).toEqual({ primary: true, advanced: true, address: false });
    expect((await anna.post('submitAdvanced', { ...advanced, proof })).data.refusal).toBe('identity.already-verified');
  });
});

describe('erasing a person', () => {
  const holding = () =>
    staffed.started.app
      .get<PersonalHoldings>(PERSONAL_HOLDINGS, { strict: false })
      .all()
      .find(({ name }) => name === 'identity') as PersonalHolding;

  it('takes his requests out of the queue, frees his document and lets nothing be sent again', async () => {
    const [anna, eve] = [await person(), await person()];
    const shown = freshNumber();
    await decide(await sent(anna, await primaryOf(anna, { documentNumber: shown })), 'approved');
    const proof = await image(anna, 'address-proof');
    const open = (await anna.post<IdentitySubmittedView>('submitAddress', { ...address, proof })).data.requestId;
    await holding().shred?.(anna.userId);
    await holding().shred?.(anna.userId);
    expect((await desk<{ data: { refusal: string } }>('claimReview', { requestId: open })).body.data.refusal).toBe(
      'review.decided',
    );
    expect((await anna.post('submitPrimary', await primaryOf(anna))).data.refusal).toBe('account.not-found');
    await sent(eve, await primaryOf(eve, { documentNumber: shown }));
    const events = await eventsOf({ realm: 'real', stream: `identity-${anna.userId}` });
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['IdentityWithdrawn', 'IdentityErased']);
  });

  it('gives him before all that he ever sent', async () => {
    const anna = await person();
    const requestId = await sent(anna);
    expect(await holding().export?.(anna.userId)).toMatchObject([
      { level: 'primary', requestId, attempt: 1, fields: { realName: 'Anna Müller', birthDate: '1990-04-01' } },
    ]);
  });
});

describe('the nationality', () => {
  it('of the registration cannot be changed by a document', async () => {
    const anna = await openPerson(staffed.started, Date.now(), 'JP');
    expect((await anna.get<IdentityView>('getIdentity')).data.country).toBe('JP');
    expect((await anna.post('submitPrimary', await primaryOf(anna))).data).toMatchObject({
      refusal: 'identity.country-fixed',
      params: { registered: 'JP' },
      field: 'country',
    });
    await sent(anna, await primaryOf(anna, { country: 'JP' }));
  });
});
