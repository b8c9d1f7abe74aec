import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { Subscription } from '../../contracts/subscription.contract.js';
import { dateAfter, dateOf, startOf } from '../../shared/utc-date.js';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { StaffMember } from '../kit/staff-member.js';
import { Trader } from '../kit/trader.js';

const MINUTE_MS = 60_000;
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: C2cDesk;

beforeAll(async () => {
  desk = await startC2cDesk(clock);
  await desk.member('rita', 'risk');
  await desk.member('ann', 'reviewer', ['subscription']);
}, 120_000);
afterAll(() => desk.started.close());

const part = <Part>(type: { prototype: Part }): Part => desk.started.app.get<Part>(type as never, { strict: false });
const pool = () => part<Pool>(Pool);
const REASON = 'As the board decided.';

/** A member of the staff in a session of now. */
async function staff(name: string): Promise<StaffMember> {
  await desk.again(name);
  return as(name);
}
const as = (name: string) => new StaffMember(desk.started.url, desk.tokens.get(name));

/** To an instant, with all epochs promised and all that is due done. */
async function leap(at: number): Promise<void> {
  clock.setTo(at);
  await part(MarketService).keepUp();
  part(Timers).look();
}

/** On the beats by hand, so that none is missed around the opening. */
async function goTo(at: number): Promise<void> {
  while (clock.now() < at) {
    clock.setTo(Math.min(at, clock.now() + MINUTE_MS));
    await part(TradingService).open.beat.beat();
  }
  part(Timers).look();
}

let documents = 5600;

/** A verified person who may trade, with USDT in the finance account. */
async function saver(usdt: string): Promise<Trader> {
  const { trader } = await tradingPerson(desk.started);
  const [front, held] = [await desk.image(trader, 'document-front'), await desk.image(trader, 'document-held')];
  const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
  const form = { ...texts, documentNumber: `C01R${(documents += 1)}`, front, held };
  const { requestId } = await trader.given('submitPrimary', form);
  await (await staff('iris')).decides(requestId).then();
  await fund(desk.started, trader.userId, 'USDT', usdt);
  await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: usdt });
  return trader;
}

const terms = (changes: object = {}) => {
  const today = dateOf(clock.now());
  const dates = { closesOn: dateAfter(today, 2), listsOn: dateAfter(today, 3) };
  const sold = { coin: 'NOVA', name: 'Nova', issuePrice: '0.5', volume: 100, minimum: 10, lockupDays: 2 };
  return { ...sold, ...dates, reason: REASON, ...changes };
};

/** Proposed by one and approved by another. */
async function issue(changes: object = {}): Promise<void> {
  const form = terms(changes);
  await (await staff('rick')).given('proposeNewCoin', form);
  await (await staff('rita')).given('approveNewCoin', { issueId: form.coin });
}

const coinOf = async (reader: Trader, coin: string) =>
  (await reader.given('getNewCoins')).coins.find((one) => one.coin === coin);
const order = (coins: string, issueId = 'NOVA') => ({ issueId, coins, agreed: '1' });
const mine = async (trader: Trader): Promise<Subscription | undefined> =>
  (await trader.given('getSubscriptions')).items[0];
const statusOf = async (trader: Trader) => (await mine(trader))?.status;

async function finance(trader: Trader, currency: string): Promise<string> {
  const { rows } = await trader.given('getAsset2');
  const row = rows.find((each) => each.space === 'finance' && each.currency === currency);
  return row === undefined ? 'none' : `${row.available} ${row.frozen}`;
}

describe('an issue of a new coin', () => {
  it('is agreed to by two, with terms that fit', async () => {
    const rick = await staff('rick');
    const refused = (changes: object, refusal: string, words: string) =>
      rick.when('proposeNewCoin', terms(changes)).then(refusal, words);
    await refused({ coin: 'BTC' }, 'subscription.coin-taken', 'The code BTC is taken.');
    await refused({ issuePrice: '0.505' }, 'subscription.terms-wrong', 'at most two decimals');
    await refused({ issuePrice: '0.01' }, 'subscription.terms-wrong', 'opens at 0.01 or more');
    await refused({ coin: 'LOWFUND' }, 'subscription.coin-taken', '');
    await refused({ minimum: 101 }, 'subscription.terms-wrong', 'The minimum is at most the volume');
    await refused({ closesOn: dateOf(clock.now()) }, 'subscription.dates-wrong', 'Change the dates.');
    await refused({ listsOn: terms().closesOn }, 'subscription.dates-wrong', 'Change the dates.');
    await refused({ reason: 'so' }, 'subscription.reason-short', 'at least 10 characters');
    const visitor = new Trader(desk.started);
    expect((await visitor.given('getNewCoins')).coins).toEqual([]);
    await rick.given('proposeNewCoin', terms());
    await rick.when('proposeNewCoin', terms()).then('subscription.coin-taken');
    expect((await visitor.given('getNewCoins')).coins).toEqual([]);
    await rick
      .when('approveNewCoin', { issueId: 'NOVA' })
      .then('subscription.own-proposal', 'Somebody else must agree.');
    await (await staff('rita')).given('approveNewCoin', { issueId: 'NOVA' });
    await as('rita').when('approveNewCoin', { issueId: 'NOVA' }).then('subscription.wrong-stage');
    await as('rita').when('approveNewCoin', { issueId: 'NONE' }).then('subscription.issue-unknown');
    expect(await coinOf(visitor, 'NOVA')).toMatchObject({
      ...{ status: 'open', issuePrice: '0.5', volume: 100, remaining: 100, subscribed: 0, own: null, problems: [] },
      ...{ feeRate: '0.005', openMin: '0.5', openMax: '1.4', callMinutes: 30, lockupDays: 2, floatCoins: 10 },
      outcomes: { worst: '-0.503', best: '0.3916', mean: '-0.0557' },
    });
    // It is no instrument before its listing.
    expect((await visitor.given('getInstruments')).some(({ symbol }) => symbol === 'NOVAUSDT')).toBe(false);
  });

  it('is subscribed with the whole price and the fee on hold, once by each person', async () => {
    const demo = await Trader.demo(desk.started);
    await demo.when('subscribeNewCoin', order('50')).then('demo.real-only', 'Switch to a real account first.');
    expect((await demo.given('getSubscriptions')).items).toEqual([]);
    const trader = await saver('100');
    const refused = (form: Record<string, string>, refusal: string, words: string) =>
      trader.when('subscribeNewCoin', { ...order('50'), ...form }).then(refusal, words);
    await refused({ issueId: 'NONE' }, 'subscription.issue-unknown', 'We don’t know this issue.');
    await refused({ coins: '0' }, 'asset.amount-zero', '');
    await refused({ coins: '50.5' }, 'subscription.whole-coins', 'Enter a whole number of coins.');
    await refused({ coins: '19' }, 'subscription.below-minimum', 'Subscribe for at least 10 USDT.');
    await refused({ coins: '100001' }, 'subscription.above-maximum', 'Subscribe for at most 50,000 USDT.');
    await refused({ agreed: '2' }, 'subscription.agreement-needed', 'Read the rules and tick the box.');
    await refused({ coins: '3000' }, 'subscription.cap-exceeded', 'Your risk class allows 1,000 USDT');
    await refused({ coins: '200' }, 'asset.insufficient', '100.5');
    const { trader: unverified } = await tradingPerson(desk.started);
    await unverified
      .when('subscribeNewCoin', order('50'))
      .then('subscription.verification-needed', 'Subscribing needs primary verification.');
    // Two tabs send at once: one is taken.
    const both = await Promise.all([1, 2].map(() => trader.when('subscribeNewCoin', order('100')).send()));
    expect(both.map(({ refusal }) => refusal).toSorted()).toEqual(['', 'subscription.already']);
    await refused({}, 'subscription.already', 'You’ve already subscribed to NOVA.');
    expect(await finance(trader, 'USDT')).toBe('49.75 50.25');
    await eventually(() => statusOf(trader)).toBe('under-review');
    const subscription = await mine(trader);
    expect(subscription).toMatchObject({ coins: 100, margin: '50', fee: '0.25', onHold: '50.25', passed: null });
    const subscriptionId = subscription?.subscriptionId ?? '';
    expect(await trader.given('getSubscription', { subscriptionId })).toMatchObject({ estimate: 100, total: 100 });
    const other = await saver('10');
    await other
      .when('getSubscription', { subscriptionId })
      .then('subscription.not-found', 'We don’t know this subscription.');
    expect(await coinOf(trader, 'NOVA')).toMatchObject({ own: subscriptionId, subscribed: 100, subscribers: 1 });
  });

  it('is shared out at its listing, opens by an auction, and locks the coins up', async () => {
    const [big, small, out] = [await saver('200'), await saver('200'), await saver('200')];
    await big.given('subscribeNewCoin', order('200'));
    await small.given('subscribeNewCoin', order('100'));
    await out.given('subscribeNewCoin', order('60'));
    await eventually(() => statusOf(out)).toBe('under-review');
    const { subscriptionId } = (await mine(out)) as Subscription;
    const requestId = async () =>
      (
        await pool().query<{ id: string }>('SELECT request_id AS id FROM subscriptions WHERE subscription_id = $1', [
          subscriptionId,
        ])
      ).rows[0]?.id ?? '';
    await (await staff('ann')).decides(await requestId(), 'rejected', { reasons: ['several-accounts'] }).then();
    await eventually(() => statusOf(out)).toBe('not-passed');
    expect(await mine(out)).toMatchObject({ reasons: ['several-accounts'], refunded: '30.15', onHold: '0' });
    expect(await finance(out, 'USDT')).toBe('200 0');
    const { closesAt = 0, listsAt = 0, listsOn = '' } = (await coinOf(big, 'NOVA')) ?? {};
    await leap(closesAt);
    await (await saver('50')).when('subscribeNewCoin', order('50')).then('subscription.expired', 'Subscription ended');
    await leap(listsAt + 1000);
    await eventually(async () => (await coinOf(big, 'NOVA'))?.status).toBe('listed');
    const listed = await coinOf(big, 'NOVA');
    // 400 coins were subscribed for 100: a quarter each, with nothing left over.
    expect(listed?.allocation).toMatchObject({ volume: 100, total: 400, leftover: 0 });
    expect(listed?.tradesAt).toBe(startOf(listsOn) + 30 * MINUTE_MS);
    const view = async () => (await big.given('getInstruments')).find(({ symbol }) => symbol === 'NOVAUSDT');
    await eventually(async () => (await view())?.session.phase).toBe('call');
    expect(await statusOf(big)).toBe('under-review');
    await fund(desk.started, big.userId, 'USDT', '50');
    const limit = { symbol: 'NOVAUSDT', side: 'buy', type: 'limit', quantity: '20', price: '0.7' };
    const { orderId: placed } = await big.placed(limit);
    await goTo(listed?.tradesAt ?? 0);
    await goTo((listed?.tradesAt ?? 0) + 2_000);
    await eventually(async () => (await view())?.session.phase).toBe('open');
    await eventually(async () => (await big.order(placed, 'NOVAUSDT')).status).toBe('filled');
    await eventually(() => statusOf(big)).toBe('passed');
    expect(await mine(big)).toMatchObject({
      passed: 50,
      passedUsdt: '25',
      feePaid: '0.125',
      refunded: '75.375',
      coinsOnHold: 50,
    });
    expect(await finance(big, 'NOVA')).toBe('0 50');
    await big
      .when('transfer', { from: 'finance', to: 'spot', currency: 'NOVA', amount: '1' })
      .then('asset.insufficient');
    const info = await big.given('getSubscription', { subscriptionId: (await mine(big))?.subscriptionId ?? '' });
    expect(info).toMatchObject({ estimate: null, total: 400, volume: 100, remainder: '0' });
    await eventually(() => statusOf(small)).toBe('passed');
    await leap((listed?.unlocksAt ?? 0) + 1000);
    await eventually(() => finance(big, 'NOVA')).toBe('50 0');
    await big.given('transfer', { from: 'finance', to: 'spot', currency: 'NOVA', amount: '50' });
    await eventually(async () => (await big.given('getMessages')).items[0]?.title ?? '').toBe('NOVA unlocked');
    // The auction of the opening, its price and the seed of the ties again, from what was revealed.
    const { calendars } = readCatalogue();
    const asked = { pool: pool(), epoch: 'all' as const, symbols: ['NOVAUSDT'], calendars, now: clock.now() };
    const audit = await auditMarket(asked);
    if (typeof audit === 'string') throw new Error(audit);
    expect([audit.differences, audit.checked.newCoins, audit.checked.fills > 0]).toEqual([[], 1, true]);
  }, 90_000);

  it('is sold out for those whose share is less than a coin, once the ties are drawn', async () => {
    await issue({ coin: 'TINY', volume: 1, minimum: 1 });
    const [one, two] = [await saver('100'), await saver('100')];
    for (const trader of [one, two]) await trader.given('subscribeNewCoin', order('20', 'TINY'));
    await leap(((await coinOf(one, 'TINY'))?.listsAt ?? 0) + 1000);
    await eventually(async () => (await coinOf(one, 'TINY'))?.status).toBe('listed');
    await leap(((await coinOf(one, 'TINY'))?.tradesAt ?? 0) + 1000);
    const labels = async () => [await statusOf(one), await statusOf(two)].toSorted();
    await eventually(labels).toEqual(['passed', 'sold-out']);
    const loser = (await statusOf(one)) === 'sold-out' ? one : two;
    expect((await loser.given('getSubscriptions', { status: 'sold-out' })).items).toMatchObject([
      { coin: 'TINY', passed: 0, refunded: '10.05', onHold: '0', coinsOnHold: 0 },
    ]);
  }, 60_000);

  it('fails when too few coins are subscribed, or two cancel it, and refunds everybody', async () => {
    await issue({ coin: 'MISS', volume: 1000, minimum: 500 });
    await issue({ coin: 'GONE' });
    const trader = await saver('100');
    await trader.given('subscribeNewCoin', order('40', 'MISS'));
    const other = await saver('100');
    await other.given('subscribeNewCoin', order('40', 'GONE'));
    expect(await finance(other, 'USDT')).toBe('79.9 20.1');
    const end = { issueId: 'GONE', reason: REASON };
    await (await staff('rick')).given('cancelNewCoin', end);
    await as('rick').when('cancelNewCoin', end).then('subscription.own-proposal');
    expect((await coinOf(other, 'GONE'))?.status).toBe('open');
    const rita = await staff('rita');
    const timers = jest.spyOn(part(Timers), 'runDue').mockResolvedValue(0);
    await rita.given('cancelNewCoin', end);
    // The refund is due at once, and waits for the timers.
    await eventually(() => statusOf(other)).toBe('issue-failed');
    expect(await mine(other)).toMatchObject({ failure: 'cancelled', onHold: '20.1', refunded: null });
    const filtered = async (status: string) => (await other.given('getSubscriptions', { status })).items.length;
    expect([await filtered('issue-failed'), await filtered('under-review')]).toEqual([1, 0]);
    const listed = (status: string) => rita.when('subscriptions', { filter: { userId: other.userId, status } });
    await listed('issue-failed').then([{ coin: 'GONE', status: 'issue-failed' }]);
    await listed('under-review').then([]);
    timers.mockRestore();
    part(Timers).look();
    await eventually(() => statusOf(other)).toBe('refunded');
    expect(await mine(other)).toMatchObject({ failure: 'cancelled', refunded: '20.1' });
    expect(await finance(other, 'USDT')).toBe('100 0');
    await other.when('subscribeNewCoin', order('40', 'GONE')).then('subscription.wrong-stage', 'isn’t at this stage');
    await leap(((await coinOf(trader, 'MISS'))?.listsAt ?? 0) + 1000);
    await eventually(() => statusOf(trader)).toBe('refunded');
    expect(await mine(trader)).toMatchObject({ failure: 'minimum', refunded: '20.1' });
    expect((await trader.given('getInstruments')).some(({ symbol }) => symbol === 'MISSUSDT')).toBe(false);
  }, 60_000);
});
