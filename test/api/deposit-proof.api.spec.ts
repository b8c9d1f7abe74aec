import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, depositOf, depositsOf, spotBalance, startDepositDesk, submitDeposit } from '../kit/deposit-desk.js';
import { drawing } from '../kit/image-bytes.js';
import type { Trader } from '../kit/trader.js';
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
    await submitDeposit(who, { hash: '' }).then('deposit.hash-required');
    await submitDeposit(who, { hash: 'abc' }).then('deposit.hash-invalid');
    await submitDeposit(who, { hash: someHash('a'), amount: '0' }).then('deposit.amount-zero');
    await submitDeposit(who, { hash: someHash('a'), amount: '1.1234567' }).then('deposit.amount-over-precise');
    await submitDeposit(who, { hash: someHash('a'), currency: 'BTC' }).then('deposit.channel-closed');
    const image = (await who.upload('credit-proof', await drawing().jpeg().toBuffer())).data.id;
    await submitDeposit(who, { hash: someHash('a'), images: image }).then('image.purpose-wrong');
    await submitDeposit(who, { hash: someHash('a'), images: 'image-000000000000' }).then('image.not-found');
  });

  it('links what the network knows, credits what really arrived, and shows the difference', async () => {
    const who = await desk.person();
    const hash = await desk.arrived(await addressOf(who, 'TRC20', 'USDT'), 'USDT', '9.25');
    await submitDeposit(who, { hash, amount: '10' }).then({ status: 'credited' });
    expect((await depositsOf(who))[0]).toMatchObject({ amount: '9.25', declared: '10', difference: '-0.75' });
    await submitDeposit(who, { hash }).then('deposit.hash-used');
    expect(await spotBalance(who, 'USDT')).toBe('9.25');
  });

  it('of a transfer that belongs to somebody else is refused, however the hash is written', async () => {
    const [ann, bob] = [await desk.person(), await desk.person()];
    const hash = await desk.arrived(await addressOf(ann, 'ERC20', 'USDT'), 'USDT', '12');
    const bare = hash.replace(/^0x/, '').toUpperCase();
    for (const written of [hash, bare])
      await submitDeposit(bob, { network: 'ERC20', hash: written }).then('deposit.hash-used');
  });

  it('is not approved by who identified the person', async () => {
    await desk.member('ira', 'reviewer', ['identity', 'deposit']);
    const who = await desk.person();
    const photo = await drawing().jpeg().toBuffer();
    const image = async (purpose: string) => (await who.upload(purpose, photo)).data.id;
    const named = { country: 'DE', documentType: '2', realName: 'Anna Müller', documentNumber: 'C01X00T47' };
    const { requestId } = await who.given('submitPrimary', {
      ...{ ...named, birthDate: '1990-04-01' },
      ...{ front: await image('document-front'), held: await image('document-held') },
    });
    const ira = desk.as('ira');
    await ira.decides(requestId).then();
    const { depositId } = await submitDeposit(who, { hash: someHash('d') }).then();
    await ira.decides(depositId).then('403 review.identified-by-you');
    await ira.decides(depositId, 'rejected', { reasons: ['not-on-chain'] }).then();
  });

  it('that no network knows waits for staff, who cannot credit it, and is rejected with reasons in his language', async () => {
    const who = await desk.person();
    const jpeg = await drawing().jpeg().toBuffer();
    const image = (await who.upload('deposit-proof', jpeg)).data.id;
    const sent = await submitDeposit(who, {
      hash: someHash('b'),
      images: image,
      note: 'sent from my exchange',
    }).then({ status: 'review' });
    await submitDeposit(who, { hash: someHash('b') }).then('deposit.hash-used');
    await submitDeposit(await desk.person(), { hash: someHash('b') }).then('deposit.hash-used');

    const dora = desk.as('dora');
    await dora.decides(sent.depositId).then('409 deposit.not-on-chain');
    const { details } = await dora.given('reviews/:id', { id: sent.depositId });
    expect(details?.fields.find(({ name }) => name === 'personNote')?.value).toBe('sent from my exchange');
    expect(details?.images.map(({ id }) => id)).toEqual([image]);
    expect(details?.signals[0]).toMatchObject({ name: 'not-on-chain', inputs: { network: 'TRC20' } });
    const question = { requestId: sent.depositId, reasons: ['unreadable'] };
    await dora.when('askForMore', question).then('review.ask-unavailable');

    await dora.decides(sent.depositId, 'rejected', { reasons: ['not-on-chain'], note: 'Ask them.' }).then();
    const view = await who.when('getDeposit', { depositId: sent.depositId, lang: 'de' }).then({
      deposit: { label: 'failed', status: 'rejected', amount: null },
      ...{ note: 'sent from my exchange', reviewNote: 'Ask them.', images: [image] },
    });
    expect(view.reasons).toEqual(['Das Netzwerk zeigt keine Überweisung mit diesem Hash']);
    expect(view.events.map(({ type }) => type)).toEqual(['DepositProofSubmitted', 'DepositProofRejected']);
    // Rejected, so the real sender may still claim it.
    await submitDeposit(who, { hash: someHash('b') }).then({ status: 'review' });
  });

  it('stands in the timeline of whoever sent it, and not in that of another who claims the same transfer', async () => {
    const [ann, bob] = [await desk.person(), await desk.person()];
    const data = await submitDeposit(ann, { hash: someHash('c') }).then();
    await desk
      .as('dora')
      .decides(data.depositId, 'rejected', { reasons: ['not-on-chain'] })
      .then();
    await submitDeposit(bob, { hash: someHash('c') }).then({ status: 'review' });
    const timelineFor = async ({ userId: id }: Trader) =>
      (await desk.as('support').given('users/:id/timeline', { id, kind: 'money' })).items;
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
    const data = await submitDeposit(who, { network: 'ERC20', hash }).then({ status: 'review' });
    await desk.as('dora').decides(data.depositId).then('deposit.not-on-chain');
    const { details } = await desk.as('dora').given('reviews/:id', { id: data.depositId });
    expect(details?.signals[0]).toMatchObject({ name: 'on-other-network', inputs: { network: 'TRC20' } });
  });

  it('goes its own way when the network sees the transfer after all: the review is taken back', async () => {
    const who = await desk.person();
    const to = await addressOf(who, 'TRC20', 'USDT');
    const { hash } = await desk.time.pay({ network: 'TRC20', asset: 'USDT', to: to.address, amount: '8' });
    // Submitted before the network's change arrived: the network is read first, so this links at once.
    const data = await submitDeposit(who, { hash, amount: '8' }).then({ status: 'seen' });
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
    const data = await submitDeposit(who, { network: 'XRP', currency: 'XRP', amount: '120', hash }).then({
      status: 'review',
    });
    const approval = desk.as('dora').decides(data.depositId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => approval.send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await spotBalance(who, 'XRP')).toBe('120');
    expect(Number(await desk.house('house/unclaimed', 'XRP'))).toBe(before);
    expect((await depositOf(who, data.depositId)).deposit).toMatchObject({ label: 'success', amount: '120' });
  });

  it('waits beside at most as many others as the rules say', async () => {
    const who = await desk.person();
    const send = (hash: string) => submitDeposit(who, { hash: hash.repeat(32) });
    // From as many windows at once.
    const answers = await Promise.all(['1b', '2b', '3b', '4b', '5b', '6b', '7b'].map((hash) => send(hash).send()));
    const taken = answers.filter(({ data }) => data.status === 'review');
    expect(taken).toHaveLength(5);
    const params = { count: 5, limit: 5, policy: 'deposit.rules', version: 1 };
    await send('8b').then({ refusal: 'deposit.too-many-waiting', params });
    const first = taken[0]?.data.depositId ?? '';
    await desk
      .as('dora')
      .decides(first, 'rejected', { reasons: ['not-on-chain'] })
      .then();
    await send('8b').then({ status: 'review' });
    await send('9b').then('deposit.too-many-waiting');
  });
});
