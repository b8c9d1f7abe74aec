import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Writers } from '../../server/engine/writer/writers.js';
import { Logins } from '../../server/core/ports/logins.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { ImageService } from '../../server/features/personal/image.service.js';
import { drawing } from '../kit/image-bytes.js';
import { messagesTo } from '../kit/people.js';
import { openPerson } from '../kit/person.js';
import type { Trader } from '../kit/trader.js';
import { startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let desk: Awaited<ReturnType<typeof startStaffed>>;
let jpeg: Buffer;
let documents = 0;

beforeAll(async () => {
  desk = await startStaffed();
  await desk.member('rita', 'reviewer', ['identity', 'credit']);
  // Who identifies people does not accept their proofs.
  await desk.member('carl', 'reviewer', ['credit']);
  jpeg = await drawing().jpeg().toBuffer();
}, 120_000);
afterAll(() => desk.started.close());

async function image(person: Trader, purpose = 'credit-proof'): Promise<string> {
  const { data, refusal } = await person.upload(purpose, jpeg);
  expect(refusal).toBe('');
  return data.id;
}

/** A person whose real name is verified. */
async function verified(): Promise<Trader> {
  const person = await openPerson(desk.started);
  const ids = await Promise.all(
    ['document-front', 'document-back', 'document-held'].map((each) => image(person, each)),
  );
  const [front = '', back = '', held = ''] = ids;
  const { requestId } = await person.given('submitPrimary', {
    ...{ country: 'DE', documentType: '1', realName: 'Ann Example', documentNumber: `L01X00T${(documents += 1)}7` },
    ...{ birthDate: '1990-04-01', front, back, held },
  });
  await desk.as('rita').decides(requestId).then();
  await until(async () => (await credit(person)).score === 550);
  return person;
}

const credit = (person: Trader, lang = 'en') => person.given('getCredit', { lang });
const submit = (person: Trader, form: Record<string, string>) => person.when('submitCreditProof', form);
const income = async (person: Trader) => (await credit(person)).proofs.find(({ proof }) => proof === 'income');

describe('the credit score', () => {
  it('starts at the published value, with the published points of everything that could move it', async () => {
    const view = await credit(await openPerson(desk.started));
    expect(view).toMatchObject({ score: 500, start: 500, floor: 0, ceiling: 1000, assessedAt: null, changes: [] });
    expect(view.points).toMatchObject({ primary: 50, advanced: 100, address: 50, proofIncome: 40, loanOverdue: -60 });
    expect(view.proofs.map(({ proof, status }) => [proof, status])).toEqual([
      ...[
        ['credit', 'none'],
        ['housing', 'none'],
        ['income', 'none'],
        ['bank', 'none'],
      ],
    ]);
    expect(view.primaryPassed).toBe(false);
  });

  it('rises once when a level of identity has passed, and names the rule', async () => {
    const view = await credit(await verified());
    expect(view.changes).toMatchObject([{ cause: 'primary', points: 50, from: 500, to: 550, version: 1 }]);
    expect(view).toMatchObject({ score: 550, primaryPassed: true, assessedAt: view.changes[0]?.at });
  });

  it('counts a cause once, however many reactions send it', async () => {
    const person = await openPerson(desk.started);
    const commands = desk.started.app.get<Writers>(Writers, { strict: false });
    const rules = { start: 500, floor: 0, ceiling: 1000, loanRepaid: 30 };
    const data = {
      userId: person.userId,
      cause: 'loanRepaid',
      ref: 'loan-1',
      policy: { name: 'credit.rules', version: 1, values: rules },
    };
    const send = () =>
      commands.execute('real', { type: 'CountCreditCause', data, at: Date.now(), actor: 'system:test' });
    await Promise.all(Array.from({ length: 50 }, send));
    expect(await credit(person)).toMatchObject({ score: 530, changes: [{ from: 500, to: 530 }] });
  });
});

describe('a credit proof', () => {
  it('keeps its images although the process died before they were kept', async () => {
    const person = await verified();
    const sent = await submit(person, { proof: 'housing', images: await image(person) }).then();
    const { pool } = desk.started.app.get<EventStore>(EventStore, { strict: false });
    const ofProof = `user_id = $1 AND purpose = 'credit-proof'`;
    await pool.query(`UPDATE private_images SET request_id = NULL WHERE ${ofProof}`, [person.userId]);
    const keptWith = async () => {
      const sql = `SELECT request_id AS id FROM private_images WHERE ${ofProof}`;
      return (await pool.query<{ id: string | null }>(sql, [person.userId])).rows.map(({ id }) => id);
    };
    expect(await keptWith()).toEqual([null]);
    const images = desk.started.app.get(ImageService, { strict: false });
    await until(async () => (await images.keepSent(), (await keptWith())[0] !== null));
    expect(await keptWith()).toEqual([sent.requestId]);
  });

  it('is rejected with reasons in the language of the reader, sent again with the same images, accepted, and then counts', async () => {
    const person = await verified();
    const logins = desk.started.app.get<Logins>(Logins, { strict: false });
    await logins.bindContact(person.userId, { kind: 'email', to: 'ann@example.com' });
    const images = await image(person);
    const sent = await submit(person, { proof: 'income', images }).then();
    expect((await income(person))?.status).toBe('waiting');
    await submit(person, { proof: 'income', images }).then('credit.proof-under-review');

    const grounds = { reasons: ['too-old', 'incomplete'], note: 'From March, please.' };
    await desk.as('carl').decides(sent.requestId, 'rejected', grounds).then();
    expect(await income(person)).toMatchObject({
      status: 'rejected',
      reasons: ['The document is too old', 'A page or part of the document is missing'],
      note: 'From March, please.',
      images: [images],
    });
    const inGerman = (await credit(person, 'de')).proofs.find(({ proof }) => proof === 'income');
    expect(inGerman?.reasons[0]).toBe('Das Dokument ist zu alt');
    const messages = async (lang: string) => (await person.given('getMessages', { lang })).items;
    await until(async () => (await messages('en')).length === 2);
    const [message] = await messages('en');
    expect(message).toMatchObject({
      title: 'Credit proof: rejected',
      note: 'From March, please.',
      link: '/xinyongfen',
    });
    expect(message?.body).toContain('The document is too old; A page or part of the document is missing');
    expect((await messages('de'))[0]?.body).toContain('Das Dokument ist zu alt; ');

    const again = await submit(person, { proof: 'income', images: `${images},${await image(person)}` }).then();
    await desk.as('carl').decides(again.requestId).then();
    const view = await credit(person);
    expect(view).toMatchObject({ score: 590, changes: [{ cause: 'proofIncome', points: 40, from: 550, to: 590 }, {}] });
    await submit(person, { proof: 'income', images }).then('credit.proof-accepted');
    const { items } = await desk.as('auditor').given('users/:id/timeline', { id: person.userId, kind: 'account' });
    expect(items.map(({ sentence }) => sentence)).toEqual([
      ...['credit-score-changed', 'credit-proof-accepted', 'credit-proof-submitted', 'credit-proof-rejected'],
      ...['credit-proof-submitted', 'credit-score-changed', 'identity-passed', 'identity-submitted', 'real-opened'],
    ]);
    // An older one may tell of the verified name; a letter goes out once its reaction gets to it.
    const newest = async () =>
      (await messagesTo(desk.started, 'ann@example.com')).slice(0, 2).map(({ template }) => template);
    await until(async () => (await newest()).join() === 'request-approved,request-rejected');
    expect(await newest()).toEqual(['request-approved', 'request-rejected']);
  });

  it('is not accepted by who identified the person, who may reject it', async () => {
    const person = await verified();
    const data = await submit(person, { proof: 'bank', images: await image(person) }).then();
    const rita = desk.as('rita');
    await rita.decides(data.requestId).then('403 review.identified-by-you');
    expect((await credit(person)).score).toBe(550);
    await rita.decides(data.requestId, 'rejected', { reasons: ['too-old'] }).then();
  });

  it('is shown to the reviewer with the verified name and how often it came', async () => {
    const person = await verified();
    const images = await image(person);
    const data = await submit(person, { proof: 'bank', images }).then();
    await desk.as('rita').given('claimReview', { requestId: data.requestId });
    const { details } = await desk.as('rita').given('reviews/:id', { id: data.requestId });
    expect(details).toEqual({
      fields: [
        { name: 'creditProof', value: 'bank', personal: false },
        { name: 'realName', value: 'Ann Example', personal: true },
      ],
      images: [{ id: images, purpose: 'credit-proof', opened: false }],
      signals: [],
      checks: [],
      owned: expect.objectContaining({ netUsdt: '0', debts: [] }) as unknown,
    });
  });

  it('is refused before the real name is verified, without an image, and with images that are not for it', async () => {
    const stranger = await openPerson(desk.started);
    const sent = (person: Trader, images: string) => submit(person, { proof: 'housing', images });
    await sent(stranger, await image(stranger)).then('credit.identity-required');
    const person = await verified();
    await sent(person, '').then('credit.image-required');
    await sent(person, 'image-nosuchimage').then('image.not-found');
    await sent(person, await image(stranger)).then('image.not-found');
    await sent(person, await image(person, 'address-proof')).then('image.purpose-wrong');
    const used = await image(person);
    await submit(person, { proof: 'credit', images: used }).then();
    await sent(person, used).then('image.already-used');
    await submit(person, { proof: 'house', images: used }).then('request.field-invalid');
    const six = Array.from({ length: 6 }, (_, index) => `image-abcdef${index}`).join(',');
    await submit(person, { proof: 'housing', images: six }).then('request.field-invalid');
    expect((await credit(person)).proofs.filter(({ status }) => status === 'waiting')).toHaveLength(1);
  });

  it('is sent once by fifty parallel repeats, which all get one answer', async () => {
    const person = await verified();
    const form = { proof: 'bank', images: await image(person), requestToken: 'proof-once' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(person, form).send()));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.requestId}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const waiting = (await credit(person)).proofs.filter(({ status }) => status === 'waiting');
    expect(waiting.map(({ requestId }) => requestId)).toEqual([answers[0]?.data.requestId]);
  });
});
