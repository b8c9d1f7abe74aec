import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../../contracts/envelope.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import type { StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import { addressOf, depositOf, depositsOf, spotBalance, startDepositDesk, submitDeposit } from '../kit/deposit-desk.js';
import { drawing } from '../kit/image-bytes.js';
import { refusalOf } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let desk: Awaited<ReturnType<typeof startDepositDesk>>;

beforeAll(async () => {
  desk = await startDepositDesk();
}, 120_000);
afterAll(() => desk.started.close());

const someHash = (digit: string) => digit.repeat(64);

describe('a proof by hash', () => {
  it('is refused field by field', async () => {
    const who = await desk.person();
    const refused = async (form: Record<string, string>) => (await submitDeposit(who, form)).refusal;
    expect(await refused({ hash: '' })).toBe('deposit.hash-required');
    expect(await refused({ hash: 'abc' })).toBe('deposit.hash-invalid');
    expect(await refused({ hash: someHash('a'), amount: '0' })).toBe('deposit.amount-zero');
    expect(await refused({ hash: someHash('a'), amount: '1.1234567' })).toBe('deposit.amount-over-precise');
    expect(await refused({ hash: someHash('a'), currency: 'BTC' })).toBe('deposit.channel-closed');
    const image = (await who.upload('credit-proof', await drawing().jpeg().toBuffer())).data.id;
    expect(await refused({ hash: someHash('a'), images: image })).toBe('image.purpose-wrong');
    expect(await refused({ hash: someHash('a'), images: 'image-000000000000' })).toBe('image.not-found');
  });

  it('links what the network knows, credits what really arrived, and shows the difference', async () => {
    const who = await desk.person();
    const hash = await desk.arrived(await addressOf(who, 'TRC20', 'USDT'), 'USDT', '9.25');
    const { data } = await submitDeposit(who, { hash, amount: '10' });
    expect(data.status).toBe('credited');
    expect((await depositsOf(who))[0]).toMatchObject({ amount: '9.25', declared: '10', difference: '-0.75' });
    expect((await submitDeposit(who, { hash })).refusal).toBe('deposit.hash-used');
    expect(await spotBalance(who, 'USDT')).toBe('9.25');
  });

  it('of a transfer that belongs to somebody else is refused, however the hash is written', async () => {
    const [ann, bob] = [await desk.person(), await desk.person()];
    const hash = await desk.arrived(await addressOf(ann, 'ERC20', 'USDT'), 'USDT', '12');
    const bare = hash.replace(/^0x/, '').toUpperCase();
    for (const written of [hash, bare])
      expect((await submitDeposit(bob, { network: 'ERC20', hash: written })).refusal).toBe('deposit.hash-used');
  });

  it('is not approved by who identified the person', async () => {
    await desk.member('ira', 'reviewer', ['identity', 'deposit']);
    const who = await desk.person();
    const photo = await drawing().jpeg().toBuffer();
    const image = async (purpose: string) => (await who.upload(purpose, photo)).data.id;
    const named = { country: 'DE', documentType: '2', realName: 'Anna Müller', documentNumber: 'C01X00T47' };
    const { data } = await who.post('submitPrimary', {
      ...{ ...named, birthDate: '1990-04-01' },
      ...{ front: await image('document-front'), held: await image('document-held') },
    });
    expect((await desk.decide(data.requestId, 'approved', {}, 'ira')).status).toBe(200);
    const { depositId } = (await submitDeposit(who, { hash: someHash('d') })).data;
    const { status, body } = await desk.decide(depositId, 'approved', {}, 'ira');
    expect([status, body.data.refusal]).toEqual([403, 'review.identified-by-you']);
    expect((await desk.decide(depositId, 'rejected', { reasons: ['not-on-chain'] }, 'ira')).status).toBe(200);
  });

  it('that no network knows waits for staff, who cannot credit it, and is rejected with reasons in his language', async () => {
    const who = await desk.person();
    const jpeg = await drawing().jpeg().toBuffer();
    const image = (await who.upload('deposit-proof', jpeg)).data.id;
    const { data: sent } = await submitDeposit(who, {
      hash: someHash('b'),
      images: image,
      note: 'sent from my exchange',
    });
    expect(sent.status).toBe('review');
    expect((await submitDeposit(who, { hash: someHash('b') })).refusal).toBe('deposit.hash-used');
    expect((await submitDeposit(await desk.person(), { hash: someHash('b') })).refusal).toBe('deposit.hash-used');

    const approved = await desk.decide(sent.depositId, 'approved');
    expect([approved.status, approved.body.data.refusal]).toEqual([409, 'deposit.not-on-chain']);
    const token = desk.tokens.get('dora') ?? '';
    const { details } = (await desk.read<ReviewView>(`reviews/${sent.depositId}`, token)).body;
    expect(details?.fields.find(({ name }) => name === 'personNote')?.value).toBe('sent from my exchange');
    expect(details?.images.map(({ id }) => id)).toEqual([image]);
    expect(details?.signals[0]).toMatchObject({ name: 'not-on-chain', inputs: { network: 'TRC20' } });
    const question = { requestId: sent.depositId, reasons: ['unreadable'] };
    expect(refusalOf((await desk.post('askForMore', question, { token })).body)).toBe('review.ask-unavailable');

    expect(
      (await desk.decide(sent.depositId, 'rejected', { reasons: ['not-on-chain'], note: 'Ask them.' })).status,
    ).toBe(200);
    const view = await depositOf(who, sent.depositId, 'de');
    expect(view.deposit).toMatchObject({ label: 'failed', status: 'rejected', amount: null });
    expect(view).toMatchObject({ note: 'sent from my exchange', reviewNote: 'Ask them.', images: [image] });
    expect(view.reasons).toEqual(['Das Netzwerk zeigt keine Überweisung mit diesem Hash']);
    expect(view.events.map(({ type }) => type)).toEqual(['DepositProofSubmitted', 'DepositProofRejected']);
    // Rejected, so the real sender may still claim it.
    expect((await submitDeposit(who, { hash: someHash('b') })).data.status).toBe('review');
  });

  it('stands in the timeline of whoever sent it, and not in that of another who claims the same transfer', async () => {
    const [ann, bob] = [await desk.person(), await desk.person()];
    const { data } = await submitDeposit(ann, { hash: someHash('c') });
    await desk.decide(data.depositId, 'rejected', { reasons: ['not-on-chain'] });
    expect((await submitDeposit(bob, { hash: someHash('c') })).data.status).toBe('review');
    const timelineFor = async ({ userId }: { userId: string }) => {
      const path = `users/${userId}/timeline?kind=money`;
      return (await desk.read<Page<StaffTimelineItem>>(path, desk.tokens.get('support'))).body.items;
    };
    await until(async () => (await timelineFor(bob)).length > 0);
    expect((await timelineFor(bob)).map(({ sentence }) => sentence)).toEqual(['deposit-proof-submitted']);
    expect(await timelineFor(ann)).toMatchObject([
      {
        sentence: 'deposit-proof-rejected',
        values: { reasons: 'not-on-chain' },
        orderId: data.depositId,
        byName: 'dora',
      },
      { sentence: 'deposit-proof-submitted', values: { network: 'TRC20' }, byName: null },
    ]);
  });

  it('on the wrong network is shown to staff as such', async () => {
    const who = await desk.person();
    const hash = await desk.arrived(await addressOf(who, 'TRC20', 'USDT'), 'USDT', '3');
    const { data } = await submitDeposit(who, { network: 'ERC20', hash });
    expect(data.status).toBe('review');
    const approved = await desk.decide(data.depositId, 'approved');
    expect(approved.body.data.refusal).toBe('deposit.not-on-chain');
    const { details } = (await desk.read<ReviewView>(`reviews/${data.depositId}`, desk.tokens.get('dora'))).body;
    expect(details?.signals[0]).toMatchObject({ name: 'on-other-network', inputs: { network: 'TRC20' } });
  });

  it('goes its own way when the network sees the transfer after all: the review is taken back', async () => {
    const who = await desk.person();
    const to = await addressOf(who, 'TRC20', 'USDT');
    const { hash } = await desk.time.pay({ network: 'TRC20', asset: 'USDT', to: to.address, amount: '8' });
    // Submitted before the network's change arrived: the network is read first, so this links at once.
    const { data } = await submitDeposit(who, { hash, amount: '8' });
    expect(data.status).toBe('seen');
    await desk.time.untilFinal('TRC20', hash);
    await desk.look();
    expect((await depositOf(who, data.depositId)).deposit).toMatchObject({ label: 'success', difference: '0' });
  });

  it('of what arrived without the tag is attributed by staff, once', async () => {
    const who = await desk.person();
    const to = await addressOf(who, 'XRP', 'XRP');
    const before = Number(await desk.house('house/unclaimed', 'XRP'));
    const hash = await desk.arrived({ ...to, tag: null }, 'XRP', '120');
    expect(Number(await desk.house('house/unclaimed', 'XRP'))).toBe(before + 120);
    expect(await depositsOf(who)).toEqual([]);
    const { data } = await submitDeposit(who, { network: 'XRP', currency: 'XRP', amount: '120', hash });
    expect(data.status).toBe('review');
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.decide(data.depositId, 'approved')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await spotBalance(who, 'XRP')).toBe('120');
    expect(Number(await desk.house('house/unclaimed', 'XRP'))).toBe(before);
    expect((await depositOf(who, data.depositId)).deposit).toMatchObject({ label: 'success', amount: '120' });
  });

  it('waits beside at most as many others as the rules say', async () => {
    const who = await desk.person();
    const send = (hash: string) => submitDeposit(who, { hash: hash.repeat(32) });
    // From as many windows at once.
    const answers = await Promise.all(['1b', '2b', '3b', '4b', '5b', '6b', '7b'].map(send));
    const taken = answers.filter(({ data }) => data.status === 'review');
    expect(taken).toHaveLength(5);
    const { refusal, params } = await send('8b');
    expect([refusal, params]).toEqual([
      'deposit.too-many-waiting',
      { count: 5, limit: 5, policy: 'deposit.rules', version: 1 },
    ]);
    await desk.decide(taken[0]?.data.depositId ?? '', 'rejected', { reasons: ['not-on-chain'] });
    expect((await send('8b')).data.status).toBe('review');
    expect((await send('9b')).refusal).toBe('deposit.too-many-waiting');
  });
});
