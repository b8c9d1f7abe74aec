import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessagesView } from '../../contracts/message.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import { SELLER } from '../kit/c2c-steps.js';
import { Trader } from '../kit/trader.js';
import { listQuery } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { lookedThrough } from '../kit/look.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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

async function timerOf(orderId: string): Promise<void> {
  await until(async () => {
    const { body } = await desk.audit<{ id: string }[]>(`timers?${listQuery({ range: [0, 99] })}`);
    return body.some(({ id }) => id.includes(orderId));
  });
}

/** An order that has its voucher; a fresh person, because three open orders are the most. */
async function remitted(of: Trader) {
  const { data } = await desk.create(of);
  expect(await desk.match(data.orderId)).toBe('approved');
  expect((await desk.submit(of, data.orderId)).refusal).toBe('');
  return data;
}

describe('buying by wire', () => {
  it('shows price, rules and limits before anything is typed', async () => {
    const { data } = await buyer.get('getC2c');
    expect(data).toMatchObject({ asset: 'USDT', min: '100', max: '50000', spread: '0.01', validMinutes: 180 });
    expect(data).toMatchObject({ openMax: 3, primaryPassed: true, policy: 'c2c.rules', version: 1 });
    const now = { indexAt: clock.now(), opensAt: null };
    const most = { max: '50000', primaryMax: '50000', advancedMax: '100000' };
    expect(data).toMatchObject({ ...most, advancedPassed: false });
    const dollar = { currency: 'USD', decimals: 2, index: '1', margin: '0.01', price: '1.01', ...most };
    expect(data.quotes[0]).toEqual({ ...dollar, ...now });
    expect(data.quotes.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP', 'JPY']);
    for (const quote of data.quotes) expect(quote).toMatchObject({ margin: '0.01', max: '50000', ...now });
    expect(data.closed).toEqual([]);
  });

  it('goes from the pre-order to coins: matched, wired, proved, compared with the bank, credited', async () => {
    const { data } = await desk.create(buyer);
    expect(data.expiresAt).toBe(clock.now() + 3 * HOUR);
    expect(await desk.order(buyer, data.orderId)).toMatchObject({
      ...{ status: 'unmatched', label: 'unmatched', seller: null, amount: '250', payAmount: '252.5', price: '1.01' },
      ...{ index: '1', margin: '0.01', opensAt: null, policy: 'c2c.rules', version: 1, expiresAt: data.expiresAt },
    });
    const offered = await desk.details('cora', `${data.orderId}-m1`);
    expect(offered?.choices).toEqual({ name: 'seller', options: [{ id: desk.seller.sellerId, label: SELLER.label }] });
    expect(await desk.decide('cora', `${data.orderId}-m1`, 'approved')).toBe('seller.needed');
    expect(await desk.match(data.orderId)).toBe('approved');
    const matched = await desk.order(buyer, data.orderId);
    const { accountName, accountNumber, bankName, bankAddress, swift } = SELLER;
    expect(matched).toMatchObject({
      ...{ status: 'matched', seller: { accountName, accountNumber, bankName, bankAddress, swift } },
      contractNumber: expect.stringMatching(/^GB-\d{8}-GB[0-9A-Z]{12}$/),
    });
    expect((await messageTo(buyer, /found a seller/)).link).toBe(`/c2c_account?id=${data.orderId}`);
    expect((await desk.submit(buyer, data.orderId)).data.status).toBe('remitted');

    // The voucher alone credits nothing.
    const review = `${data.orderId}-r`;
    expect((await desk.details('cora', review))?.signals).toContainEqual(
      expect.objectContaining({ name: 'c2c-wire-short', inputs: { arrived: '0', wanted: '252.5', currency: 'USD' } }),
    );
    expect(await desk.decide('cora', review, 'approved')).toBe('c2c.wire-missing');
    await desk.wire(buyer, data, '252.49');
    await desk.wire(buyer, data, '5000', { toAccount: 'DE89370400440532013000' });
    expect(await desk.decide('cora', review, 'approved')).toBe('c2c.wire-missing');
    expect(await buyer.funds('USDT')).toBe('none');
    await desk.wire(buyer, data, '0.01');
    const seen = await desk.details('cora', review);
    await lookedThrough(desk.started.url, desk.tokens.get('cora') ?? '', review);
    expect(seen?.images).toMatchObject([{ purpose: 'remittance' }]);
    expect(seen?.signals.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['c2c-wire-full', 'c2c-wire-elsewhere', 'c2c-payer-differs', 'c2c-history']),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => desk.as('cora', 'decideReview', { requestId: review, verdict: 'approved' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await buyer.funds('USDT')).toBe('250 0');
    expect(await desk.order(buyer, data.orderId)).toMatchObject({ status: 'completed', label: 'completed' });
    await messageTo(buyer, /credited/);
  });

  it('takes a wire that is named after its order once, however often and from wherever it is sent', async () => {
    const of = await desk.verified();
    const { data } = await desk.create(of);
    const named = { endToEndId: data.orderId };
    const sent = await Promise.all([
      desk.wire(of, data, '252.5', { ...named, requestToken: 'first-tab' }),
      desk.wire(of, data, '252.5', { ...named, requestToken: 'second-tab' }),
    ]);
    const again = await desk.wire(of, data, '252.5', named);
    expect(new Set([...sent, again].map(({ data: wire }) => (wire as { wireId?: string }).wireId)).size).toBe(1);
    const wires = await of.given('getSentWires');
    expect(wires).toMatchObject([{ reference: data.reference, amount: '252.5' }]);
    // Another person may use the same name.
    const other = await desk.verified();
    await desk.wire(other, data, '10', named);
    await other.when('getSentWires').then([{ amount: '10' }]);
  });

  it('keeps payer, chat and appeal sealed: the history holds none of them', async () => {
    const { body } = await desk.audit<{ data: unknown }[]>(
      `events?${listQuery({ filter: { realm: 'real', type: 'C2cRemitted' } })}`,
    );
    expect(body.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('Sparkasse');
  });
});

describe('a pre-order', () => {
  it.each([
    ['c2c.currency-not-offered', { currency: 'CHF', amount: '' }],
    ['c2c.amount-empty', { amount: '' }],
    ['c2c.amount-invalid', { amount: '100.001' }],
    ['c2c.amount-below-minimum', { amount: '99' }],
    ['c2c.amount-needs-advanced', { amount: '50000.01' }],
    ['c2c.amount-above-maximum', { amount: '100000.01' }],
    ['c2c.price-moved', { price: '1' }],
  ])('is refused: %s', async (code, changes) => {
    const answer = await desk.create(buyer, changes);
    expect(answer.refusal).toBe(code);
  });

  it('in another currency is told which ones there are, in words and as data', async () => {
    const { envelope, params } = await desk.create(buyer, { currency: 'CHF' });
    const { quotes, closed } = await buyer.given('getC2c');
    const offered = `${params['currencies']}`;
    expect(offered.split(', ').sort()).toEqual([...quotes.map(({ currency }) => currency), ...closed].sort());
    expect(envelope.message).toContain(offered);
  });

  it('buys twice as much with the advanced level, and says so before', async () => {
    const { envelope, params } = await desk.create(buyer, { amount: '100000', lang: 'en' });
    expect(params).toMatchObject({ max: '50000', advancedMax: '100000', policy: 'c2c.rules' });
    expect(envelope.message).toBe('The maximum order is 50,000 USDT. Advanced verification raises it to 100,000 USDT.');
    const of = await desk.advanced();
    await of.when('getC2c').then({ max: '100000', primaryMax: '50000', advancedMax: '100000', advancedPassed: true });
    expect((await desk.create(of, { amount: '100000.01' })).refusal).toBe('c2c.amount-above-maximum');
    const { data } = await desk.create(of, { amount: '100000' });
    expect(await desk.order(of, data.orderId)).toMatchObject({
      amount: '100000',
      payAmount: '101000',
      status: 'unmatched',
    });
  });

  it('wants the primary level first, in the specification’s words', async () => {
    const form = { currency: 'CHF', amount: '', price: '1', lang: 'en' };
    const { envelope } = await (await desk.person()).post('createC2c', form);
    expect(envelope.message).toBe('Complete primary verification first.');
  });

  it('is for real accounts: a demo account is asked to switch', async () => {
    const demo = await Trader.demo(desk.started);
    for (const call of ['createC2c', 'submitC2c', 'appealC2c', 'sendC2cMessage', 'readC2cMessages'] as const)
      await demo.when(call).then('demo.real-only', 'Switch to a real account first.');
  });

  it('is at most three open ones, also when fifty come at once', async () => {
    const of = await desk.verified();
    const answers = await Promise.all(Array.from({ length: 50 }, () => desk.create(of)));
    const refusals = answers.map(({ refusal }) => refusal || 'placed');
    expect(refusals.filter((refusal) => refusal === 'placed')).toHaveLength(3);
    expect(new Set(refusals)).toEqual(new Set(['placed', 'c2c.too-many-open']));
  });
});

describe('the time of an order', () => {
  it('is three hours to the millisecond; support gives it new time within a day, and then it has expired for good', async () => {
    const of = await desk.verified();
    const [first, second] = [(await desk.create(of)).data, (await desk.create(of)).data];
    await timerOf(first.orderId);
    await timerOf(second.orderId);
    expect(await desk.match(first.orderId)).toBe('approved');
    await desk.pass(3 * HOUR - 1);
    expect(await desk.order(of, first.orderId)).toMatchObject({ label: 'matched' });
    await desk.pass(1);
    expect(await desk.order(of, first.orderId)).toMatchObject({ label: 'expired', expiresAt: null });
    // Browsers count down by it: every answer says the time of the clock that decides.
    const header = (await fetch(`${desk.started.url}/health/live`)).headers.get('date') ?? '';
    expect(Date.parse(header)).toBe(Math.floor(clock.now() / 1000) * 1000);
    expect((await desk.submit(of, first.orderId)).refusal).toBe('c2c.expired');
    // The matching of the other went out of its queue with it.
    expect(await desk.match(second.orderId)).toBe('review.decided');
    expect((await messageTo(of, /order expired/)).link).toMatch(/^.c2c_order.id=c2c-/);

    const reinstated = await desk.as('sue', 'reinstateC2c', { orderId: first.orderId });
    expect(reinstated.body).toEqual({ orderId: first.orderId, status: 'matched' });
    expect((await desk.as('sue', 'reinstateC2c', { orderId: first.orderId })).body.data?.refusal).toBe(
      'c2c.not-expired',
    );
    expect((await desk.as('cora', 'reinstateC2c', { orderId: second.orderId })).status).toBe(403);
    expect(await desk.order(of, first.orderId)).toMatchObject({ label: 'matched', expiresAt: clock.now() + 3 * HOUR });
    await messageTo(of, /reinstated/);
    expect((await desk.submit(of, first.orderId)).data.status).toBe('remitted');

    // An order with staff no longer expires; one without an appeal has expired for good.
    await desk.pass(24 * HOUR);
    expect(await desk.order(of, first.orderId)).toMatchObject({ status: 'remitted', label: 'matched' });
    await desk.again('sue');
    await desk.again('iris');
    await desk.again('cora');
    await desk.again('carl');
    await desk.again('auditor');
    await desk.again('rick');
    const late = await desk.as('sue', 'reinstateC2c', { orderId: second.orderId });
    expect(late.body.data?.refusal).toBe('c2c.expired-for-good');
  });

  it('and a voucher at the same instant leave exactly one of the two', async () => {
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    await timerOf(orderId);
    await desk.match(orderId);
    const voucher = await desk.image(of);
    clock.advance(3 * HOUR - 1);
    const sent = desk.submit(of, orderId, { voucher });
    const [{ refusal }] = await Promise.all([sent, desk.pass(1)]);
    const { status } = await desk.order(of, orderId);
    expect([refusal || 'remitted', status]).toEqual(
      status === 'expired' ? ['c2c.expired', 'expired'] : ['remitted', 'remitted'],
    );
  });
});

describe('a rejection', () => {
  it('is told with its reason, contested once, and looked at by somebody else', async () => {
    const of = await desk.verified();
    const { orderId, reference } = await remitted(of);
    expect(
      await desk.decide('cora', `${orderId}-r`, 'rejected', { reasons: ['wire-missing'], note: 'Nothing yet.' }),
    ).toBe('rejected');
    expect(await desk.order(of, orderId, 'de')).toMatchObject({
      ...{ label: 'rejected', note: 'Nothing yet.', appealUntil: clock.now() + 72 * HOUR },
      reasons: ['Wir haben keine Zahlung mit diesem Verwendungszweck erhalten'],
    });
    expect((await messageTo(of, /order rejected/)).body).toContain('We received no payment');
    await of.when('appealC2c', { orderId, text: ' ' }).then('c2c.appeal-empty');
    await of.when('appealC2c', { orderId, text: 'It was sent on Monday.' }).then();
    await of.when('appealC2c', { orderId, text: 'Again.' }).then('c2c.appealed-before');
    await desk.wire(of, { reference });
    expect(await desk.decide('cora', `${orderId}-a`, 'approved')).toBe('c2c.appeal-other-reviewer');
    await desk.as('cora', 'releaseReview', { requestId: `${orderId}-a` });
    const fields = (await desk.details('carl', `${orderId}-a`))?.fields;
    expect(fields).toContainEqual({ name: 'c2cAppeal', value: 'It was sent on Monday.', personal: true });
    expect(await desk.decide('carl', `${orderId}-a`, 'approved')).toBe('approved');
    expect(await desk.order(of, orderId)).toMatchObject({
      label: 'completed',
      reasons: ['We received no payment with this reference'],
    });
    expect(await of.funds('USDT')).toBe('250 0');
  });

  it('before a seller was found is final: a new order is the way on', async () => {
    const of = await desk.verified();
    const { orderId } = (await desk.create(of)).data;
    expect(await desk.decide('cora', `${orderId}-m1`, 'rejected', { reasons: ['no-seller'] })).toBe('rejected');
    expect(await desk.order(of, orderId)).toMatchObject({ label: 'rejected', appealUntil: null });
    await of.when('appealC2c', { orderId, text: 'Why?' }).then('c2c.nothing-to-appeal');
    expect((await desk.create(of)).refusal).toBe('');
  });
});

describe('own orders', () => {
  it('are listed with filters and taken away as CSV', async () => {
    const { items } = await buyer.given('getC2cOrders', { label: 'completed' });
    expect(items).toMatchObject([{ label: 'completed', payAmount: '252.5' }]);
    const reference = items[0]?.reference ?? '';
    const found = await buyer.get('getC2cOrders', { search: reference.slice(2, 9).toLowerCase() });
    expect(found.data.items).toHaveLength(1);
    expect((await buyer.given('getC2cOrders', { label: 'expired' })).items).toEqual([]);
    const headers = { authorization: `Bearer ${buyer.token}` };
    const csv = await (await fetch(`${desk.started.url}/web/exportC2cOrders`, { headers })).text();
    expect(csv.split('\r\n')[0]).toBe(
      'order,reference,created,changed,label,status,amount,asset,price,payAmount,currency',
    );
    expect(csv).toContain(reference);
  });
});
