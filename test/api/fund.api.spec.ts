import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { FundRequest } from '../../contracts/fund.contract.js';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { PLANS_MAX } from '../../shared/fund-plan.js';
import { payoutOf, unitsFor } from '../../shared/fund.js';
import { startOf } from '../../shared/utc-date.js';
import { amount, format, over, roundTo, times } from '../../shared/money.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { realPerson } from '../kit/factors.js';
import { investor, plan, purchase } from '../kit/fund-recipes.js';
import { publishPolicy } from '../kit/publish-policy.js';
import { expectRefusals } from '../kit/refused.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const { calendars } = readCatalogue();
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  desk = await startStaffed({ clock });
}, 120_000);
afterAll(() => desk.started.close());

const look = () => desk.started.app.get<Timers>(Timers, { strict: false }).look();
const market = () => desk.started.app.get<MarketService>(MarketService, { strict: false });

const requestOf = async (trader: Trader, requestId: string): Promise<FundRequest | undefined> =>
  (await trader.given('getFundRequests')).items.find((request) => request.requestId === requestId);

/** Epoch by epoch, and then what is due. */
async function pass(until: number): Promise<void> {
  while (clock.now() < until) {
    clock.setTo(Math.min(until, clock.now() + 4 * HOUR_MS));
    await market().keepUp();
  }
  await desk.started.app.get<Timers>(Timers, { strict: false }).runDue(clock.now());
}

/** To the next strike, until a request is over. */
async function settled(trader: Trader, requestId: string): Promise<FundRequest> {
  const strikesAt = (await requestOf(trader, requestId))?.strikesAt ?? 0;
  await pass(strikesAt + 2_000);
  await eventually(async () => {
    look();
    return (await requestOf(trader, requestId))?.endedAt !== null;
  }).toBe(true);
  return (await requestOf(trader, requestId)) as FundRequest;
}

const finance = async (trader: Trader, currency = 'USDT'): Promise<string> => {
  const { rows } = await trader.given('getAsset2');
  const row = rows.find((each) => each.space === 'finance' && each.currency === currency);
  return `${row?.available} ${row?.frozen}`;
};

describe('a fund as a visitor and a demo account see it', () => {
  it('shows fact sheet, holdings and the date of an order to everybody', async () => {
    const visitor = new Trader(desk.started);
    const low = await visitor.given('getFund', { level: 'low' });
    expect(low).toMatchObject({ asset: 'LOWFUND', forSale: true, nav: null, own: null, problems: [] });
    expect(low.facts).toMatchObject({ fee: '0.002', perThousand: '2', benchmark: 'AGG' });
    expect(low.facts.series.length).toBeGreaterThan(150);
    expect(amount(low.facts.worstFall?.share ?? '0') > 0n).toBe(true);
    expect(low.holdings.map(({ asset, target }) => `${asset} ${target}`)).toEqual([
      ...['SHY 0.35', 'AGG 0.3', 'TIP 0.1', 'GLD 0.1', 'SPY 0.15'],
    ]);
    const balanced = await visitor.given('getFund', { level: 'balanced' });
    expect(balanced).toMatchObject({ asset: 'BALFUND', facts: { fee: '0.005', benchmark: 'SPY' } });
    expect(low.firstCloseAt).toBeGreaterThan(clock.now());
  });

  it('opens for a demo account to read, and asks for a real one to buy', async () => {
    const demo = await Trader.demo(desk.started);
    expect((await demo.given('getFund', { level: 'low' })).own).toBeNull();
    expect((await demo.given('getFundRequests')).items).toEqual([]);
    await demo
      .when('buyFund', { level: 'low', amount: '100', agreed: '1' })
      .then('demo.real-only', 'Switch to a real account first.');
    await demo.when('redeemFund', { level: 'low', units: '1' }).then('demo.real-only');
  });
});

describe('what is refused', () => {
  it('is said in words, with its field', async () => {
    const trader = await investor(desk.started);
    const form = await purchase(trader);
    const said: [object, string, string][] = [
      [{ amount: '0' }, 'asset.amount-zero', 'Enter an amount above 0.'],
      [{ amount: '9.99' }, 'fund.below-minimum', 'Enter at least 10 USDT.'],
      [{ amount: '50000.01' }, 'fund.above-maximum', 'Enter at most 50,000 USDT for one purchase.'],
      [{ agreed: undefined }, 'fund.agreement-needed', 'Read the rules and tick the box.'],
      [{ agreed: '9' }, 'fund.terms-changed', 'The rules changed to version 1. Read them and tick the box again.'],
      [
        { amount: '1500' },
        'fund.cap-exceeded',
        'Your risk class allows 1,000 USDT open at a time. 0 USDT are open. Enter less or answer the risk questionnaire.',
      ],
    ];
    for (const [changes, refusal, sentence] of said)
      await trader.when('buyFund', { ...form, ...changes }).then(refusal, sentence);
    const { navDate } = await trader.given('getFund', { level: 'low' });
    await trader
      .when('buyFund', { ...form, navDate: '2026-01-01' })
      .then(
        'fund.date-changed',
        `Orders now get the value of ${navDate}, not 2026-01-01. Check the date and order again.`,
      );
    const poor = await investor(desk.started, '50');
    await poor.when('buyFund', { ...form, amount: '60' }).then('asset.insufficient');
    await trader
      .when('redeemFund', { level: 'low', units: '0' })
      .then('fund.units-zero', 'Enter how many units to redeem.');
    await trader
      .when('redeemFund', { level: 'low', units: '1.2345678' })
      .then('fund.units-decimals', 'Units have at most 6 decimals. Shorten the number.');
    await trader
      .when('redeemFund', { level: 'low', units: '1' })
      .then('fund.units-short', 'You can redeem 0 units. Enter less.');
    await trader
      .when('cancelFundRequest', { level: 'low', requestId: 'fnd-none' })
      .then('fund.request-not-found', 'We don’t know this order. Refresh the list.');
    const { trader: locked } = await realPerson(desk.started);
    const { problems } = await locked.given('getFund', { level: 'low' });
    expect(problems.map(({ refusal }) => refusal)).toEqual(['security.trade-password-missing']);
  });
});

describe('a purchase and a redemption', () => {
  it('get values that their owner can compute again', async () => {
    const trader = await investor(desk.started);
    const other = await investor(desk.started);
    const { request } = await trader.given('buyFund', await purchase(trader, '500'));
    expect(request).toMatchObject({ status: 'pending', side: 'purchase', amount: '500' });
    expect(await finance(trader)).toBe('1500 500');
    await other
      .when('cancelFundRequest', { level: 'low', requestId: request.requestId })
      .then('fund.request-not-found');
    const bought = await settled(trader, request.requestId);
    expect(bought).toMatchObject({ status: 'success', nav: '1', units: '500' });
    expect(await finance(trader)).toBe('1500 0');
    expect(await finance(trader, 'LOWFUND')).toBe('0 500');
    await trader
      .when('cancelFundRequest', { level: 'low', requestId: request.requestId })
      .then('fund.request-over', 'This order has ended. Refresh the list.');
    await eventually(async () => (await trader.given('getMessages')).items[0]?.title ?? '').toBe('Fund units bought');

    const second = await other.given('buyFund', await purchase(other, '123.45'));
    const form = { level: 'low', units: '500', requestToken: 'once-redeemed' } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => trader.given('redeemFund', form)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const back = await trader.given('redeemFund', form);
    expect(JSON.stringify(back)).toBe(JSON.stringify(answers[0]));
    await trader
      .when('redeemFund', { level: 'low', units: '1' })
      .then('fund.redeeming-already', 'All your units already wait for redemption. Wait for the result.');
    const redeemed = await settled(trader, back.request.requestId);
    const fund = await trader.given('getFund', { level: 'low' });
    const nav = fund.nav;
    if (nav === null) throw new Error('no value was struck');
    // By the page's own figures: closes, cash, fee and units.
    const value = fund.holdings.reduce(
      (sum, { valued, price }) => sum + times(amount(valued), amount(price ?? '0'), 'down'),
      amount(nav.cash),
    );
    expect(format(value)).toBe(nav.gross);
    const net = amount(nav.gross) - amount(nav.fee);
    expect(format(roundTo(over(net, amount(nav.units), 'half-even'), 8, 'half-even'))).toBe(nav.nav);
    expect(redeemed).toMatchObject({ status: 'success', nav: nav.nav, paid: payoutOf('500', nav.nav) });
    expect(await finance(trader)).toBe(`${format(amount('1500') + amount(redeemed.paid ?? '0'))} 0`);
    const got = await settled(other, second.request.requestId);
    expect(got).toMatchObject({ status: 'success', units: unitsFor('123.45', nav.nav) });
    const own = (await other.given('getFund', { level: 'low' })).own;
    expect(own).toMatchObject({ units: got.units, free: got.units, cost: '123.45', open: '123.45' });
    // Units are worth their last value wherever balances are valued.
    const { rows } = await other.given('getAsset2');
    expect(rows.find(({ currency }) => currency === 'LOWFUND')).toMatchObject({ frozen: got.units });
  }, 60_000);

  it('can be cancelled before the first close, and no later', async () => {
    const trader = await investor(desk.started);
    const { request } = await trader.given('buyFund', await purchase(trader, '100', 'balanced'));
    await trader.given('cancelFundRequest', { level: 'balanced', requestId: request.requestId });
    expect(await finance(trader)).toBe('2000 0');
    const again = await trader.given('buyFund', await purchase(trader, '100', 'balanced'));
    clock.setTo(again.request.firstCloseAt);
    await trader
      .when('cancelFundRequest', { level: 'balanced', requestId: again.request.requestId })
      .then('fund.cancel-late', 'A close of this order is known, so it can’t be cancelled. Wait for its value.');
  });
});

describe('what staff see of funds', () => {
  it('lists orders, and values with their inputs', async () => {
    desk.tokens.set('auditor', await desk.again('auditor'));
    const orders = await desk.audit<{ status: string }[]>('fund-requests');
    expect(orders.body.map(({ status }) => status)).toEqual(expect.arrayContaining(['success', 'cancelled']));
    const navs = await desk.audit<{ closes: string; level: string }[]>('fund-navs');
    const low = navs.body.find(({ level }) => level === 'low');
    expect((JSON.parse(low?.closes ?? '[]') as { asset: string }[]).map(({ asset }) => asset)).toEqual([
      ...['SHY', 'AGG', 'TIP', 'GLD', 'SPY'],
    ]);
  });
});

describe('the audit of the market', () => {
  it('gets the closes that values name, and the dates of rebalancing, from revealed seeds again', async () => {
    const symbols = ['SHY', 'AGG', 'TIP', 'GLD', 'SPY', 'QQQ', 'EFA', 'BTC', 'ETH'].map((asset) => `${asset}USDT`);
    const pool = desk.started.app.get<Pool>(Pool, { strict: false });
    const audit = await auditMarket({ pool, epoch: 'all', symbols, calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    expect(audit.differences).toEqual([]);
    // At least the closes of one value.
    expect(audit.checked.funds).toBeGreaterThanOrEqual(5);
  }, 60_000);
});

describe('a recurring purchase', () => {
  it('is set, buys on its date, is listed with what became of it, and ends', async () => {
    const trader = await investor(desk.started);
    const form = await plan(trader, '150');
    const tooLong = { ...form, firstDate: '2030-01-02' };
    const { from, until } = await trader.given('getFundPlans');
    await trader
      .when('setFundPlan', tooLong)
      .then(
        'fund.plan-date',
        `Choose a date from ${from} to ${until}. Weekly: Monday to Friday. Monthly: the 1st to the 28th.`,
      );
    await trader.when('setFundPlan', { ...form, amount: '1' }).then('fund.below-minimum');
    for (const firstDate of ['2028-04-31', `${form.firstDate}(${'x'.repeat(3000)}`])
      await trader.when('setFundPlan', { ...form, firstDate }).then('request.field-invalid');
    const set = (await trader.given('setFundPlan', form)).plan;
    expect(set).toMatchObject({ period: 'weekly', nextDate: form.firstDate, last: null });
    expect(await finance(trader)).toBe('2000 0');
    await pass(startOf(form.firstDate) + 2 * HOUR_MS);
    await eventually(async () => (await trader.given('getFundPlans')).plans[0]?.last).toEqual({
      date: form.firstDate,
      outcome: 'bought',
    });
    expect(await finance(trader)).toBe('1850 150');
    const [order] = (await trader.given('getFundRequests')).items;
    expect(order).toMatchObject({ side: 'purchase', status: 'pending', amount: '150' });
    await trader.given('endFundPlan', { planId: set.planId });
    expect((await trader.given('getFundPlans')).plans).toEqual([]);
    await trader
      .when('endFundPlan', { planId: set.planId })
      .then('fund.plan-not-found', 'This recurring purchase has ended. Refresh the list.');
  });

  it('is left out without money, and its owner reads why', async () => {
    const trader = await investor(desk.started, '20');
    const form = await plan(trader, '60');
    await trader.given('setFundPlan', form);
    await pass(startOf(form.firstDate) + 2 * HOUR_MS);
    await eventually(async () => (await trader.given('getFundPlans')).plans[0]).toMatchObject({
      skips: 1,
      last: { date: form.firstDate, outcome: 'money' },
    });
    await eventually(async () => (await trader.given('getMessages')).items.map(({ title }) => title)).toContain(
      'Recurring purchase skipped',
    );
  });
});

describe('an order or a plan under other rules', () => {
  it('is of a fund that is not for sale, or one more than may wait or run', async () => {
    for (const name of ['ann', 'bob']) await desk.member(name, 'risk');
    await publishPolicy(desk, 'fund.rules', { balancedForSale: false, waitingMax: 1 });
    const trader = await investor(desk.started);
    await trader.given('buyFund', await purchase(trader, '50'));
    const planned = await plan(trader);
    for (let count = 0; count < PLANS_MAX; count += 1) await trader.given('setFundPlan', planned);
    await expectRefusals(trader, [
      [
        'buyFund',
        await purchase(trader, '50', 'balanced'),
        'fund.not-for-sale',
        'level',
        'This fund isn’t for sale now. Choose the other one.',
      ],
      [
        'buyFund',
        await purchase(trader, '50'),
        'fund.too-many-waiting',
        undefined,
        '1 of your orders in this fund are waiting already. Cancel one or wait for the next value.',
      ],
      [
        'setFundPlan',
        planned,
        'fund.too-many-plans',
        undefined,
        `${PLANS_MAX} recurring purchases run already. End one first.`,
      ],
    ]);
  });
});
