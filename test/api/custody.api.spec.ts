import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { CustodyInfo, CustodyOrder } from '../../contracts/custody.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { interestOf } from '../../shared/custody.js';
import { dateAfter, dateOf, startOf } from '../../shared/utc-date.js';
import { amount, format } from '../../shared/money.js';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { boughtOrder, custodian, orderForm } from '../kit/custody-recipes.js';
import { eventually } from '../kit/eventually.js';
import { BOLD_ANSWERS, fund, realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { borrower } from '../kit/loan-recipes.js';
import { again, passDays as pass } from '../kit/passed.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { startStaffed } from '../kit/staff-client.js';
import type { StaffMember } from '../kit/staff-member.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  desk = await startStaffed({ clock });
  await desk.member('ann', 'reviewer', ['custody']);
}, 120_000);
afterAll(() => desk.started.close());

const pool = () => desk.started.app.get<Pool>(Pool, { strict: false });
const passDays = (days: number) => pass(desk.started, clock, days);
const look = () => desk.started.app.get<Timers>(Timers, { strict: false }).look();

/** To 05:00 UTC of the next date: its rate is revealed at 04:00. */
async function nextDate(trader: Trader, orderId: string): Promise<CustodyInfo> {
  const before = (await trader.given('getProfitInfo', { orderId })).order?.rates.length ?? 0;
  clock.setTo(startOf(dateAfter(dateOf(clock.now()), 1)) + 5 * HOUR_MS);
  await eventually(async () => {
    look();
    const { order } = await trader.given('getProfitInfo', { orderId });
    return order?.endedAt !== null || order.rates.length > before;
  }).toBe(true);
  return trader.given('getProfitInfo', { orderId });
}

const listed = async (trader: Trader, orderId: string): Promise<CustodyOrder | undefined> =>
  (await trader.given('getCustodyOrders')).items.find((order) => order.orderId === orderId);

/** A member of the staff in a session of now: days pass between their decisions. */
async function member(name: string): Promise<StaffMember> {
  desk.tokens.set(name, await desk.again(name));
  return desk.as(name);
}

const finance = async (trader: Trader): Promise<string> => {
  const { rows } = await trader.given('getAsset2');
  const row = rows.find(({ space, currency }) => space === 'finance' && currency === 'USDT');
  return `${row?.available} ${row?.frozen}`;
};

async function reviewOf(orderId: string): Promise<string> {
  const sql = 'SELECT request_id AS id FROM custody_orders WHERE order_id = $1';
  const id = async () => (await pool().query<{ id: string }>(sql, [orderId])).rows[0]?.id ?? '';
  await eventually(id).toMatch(/^red-/);
  return id();
}

describe('custody as a visitor and a demo account see it', () => {
  it('shows products, rates, penalties and the treasury to everybody', async () => {
    const visitor = new Trader(desk.started);
    const { products, own, treasury } = await visitor.given('getProfitList');
    expect(own).toBeNull();
    expect(treasury).toEqual({ free: '5000000', held: '0', granted: '5000000' });
    expect(products.map(({ productId, worstCase, quotaLeft }) => [productId, worstCase, quotaLeft])).toEqual([
      ['flat', '5', null],
      ['daily', '2.8', null],
    ]);
    expect(products[0]).toMatchObject({ rateMin: '0.003', rateMax: '0.005', rateStep: '0.0001', cycleDays: 7 });
    await visitor.when('getProfitInfo', { productId: 'gold' }).then('custody.product-unknown');
    await visitor.when('getProfitInfo', { orderId: 'cus-none' }).then('custody.not-found');
  });

  it('opens for a demo account to read, and asks for a real one to buy', async () => {
    const demo = await Trader.demo(desk.started);
    expect(await demo.given('getProfitTotal')).toMatchObject({ held: '0', accrued: '0', paid: '0', penalties: '0' });
    expect((await demo.given('getCustodyOrders')).items).toEqual([]);
    await demo.when('buyProfit', { productId: 'flat', amount: '100', agreed: '1' }).then('demo.real-only');
  });
});

describe('a custody order', () => {
  it('earns a rate each date, and pays principal and interest when the last is revealed', async () => {
    const trader = await custodian(desk.started);
    const { order } = await trader.given('buyProfit', await orderForm(trader, '1000'));
    expect(order).toMatchObject({ status: 'in-custody', amount: '1000', rates: [], remainingDays: 7 });
    expect(await finance(trader)).toBe('1000 1000');
    const { treasury } = await trader.given('getProfitList');
    expect(treasury).toEqual({ free: '4999965', held: '35', granted: '5000000' });
    const { orderId } = order;
    let info = await nextDate(trader, orderId);
    expect(info.days).toHaveLength(7);
    expect(info.days[0]).toMatchObject({
      date: dateOf(clock.now()),
      rate: info.order?.rates[0],
      interest: info.order?.accrued,
    });
    expect(info.atMaturity?.interest.most).toBe(
      interestOf('1000', [...(info.order?.rates ?? []), ...Array.from({ length: 6 }, () => '0.005')]),
    );
    const total = await trader.given('getProfitTotal');
    expect(total).toMatchObject({ held: '1000', accrued: info.order?.accrued, paid: '0' });
    for (let n = 1; n < 7; n += 1) info = await nextDate(trader, orderId);
    await eventually(async () => (await listed(trader, orderId))?.status).toBe('completed');
    const over = await trader.given('getProfitInfo', { orderId });
    const interest = interestOf('1000', over.order?.rates ?? []);
    expect(over.order?.rates).toHaveLength(7);
    expect(over.order?.rates.every((rate) => amount(rate) >= amount('0.003') && amount(rate) <= amount('0.005'))).toBe(
      true,
    );
    expect(over.order).toMatchObject({ interest, penaltyPaid: '0', remainingDays: 0 });
    expect(over.order?.returned).toBe(format(amount('1000') + amount(interest)));
    expect(await finance(trader)).toBe(`${format(amount('2000') + amount(interest))} 0`);
    const product = await trader.given('getProfitInfo', { productId: 'flat' });
    expect(product.rates.map(({ rate }) => rate).toReversed()).toEqual(over.order?.rates);
    await eventually(async () => (await trader.given('getMessages')).items[0]?.title ?? '').toBe('Custody completed');
    await trader.when('sellProfit', { orderId, shownPenalty: '50' }).then('custody.over');
    const { calendars } = readCatalogue();
    const audit = await auditMarket({ pool: pool(), epoch: 'all', symbols: [], calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    // Seven dates of one product and band.
    expect([audit.differences, audit.checked.custody]).toEqual([[], 7]);
  }, 60_000);

  it('is redeemed early when staff approve, after they rejected and its owner asked again', async () => {
    const trader = await custodian(desk.started);
    const orderId = await boughtOrder(trader, '500', 'daily');
    await trader.when('sellProfit', { orderId, shownPenalty: '13' }).then('custody.penalty-changed');
    await trader.given('sellProfit', { orderId, shownPenalty: '14' });
    await trader.when('sellProfit', { orderId, shownPenalty: '14' }).then('custody.redeeming-already');
    const rejected = await reviewOf(orderId);
    await (await member('ann')).decides(rejected, 'rejected', { reasons: ['unsure-of-wish'] }).then();
    await eventually(async () => (await listed(trader, orderId))?.status).toBe('redemption-rejected');
    expect((await listed(trader, orderId))?.rejectedFor).toEqual(['unsure-of-wish']);
    const first = await nextDate(trader, orderId);
    await trader.given('sellProfit', { orderId, shownPenalty: first.now?.penalty ?? '' });
    await trader.given('continueCustody', { orderId });
    await trader.when('continueCustody', { orderId }).then('custody.not-redeeming');
    await trader.given('sellProfit', { orderId, shownPenalty: '12' });
    await eventually(async () => (await listed(trader, orderId))?.status).toBe('redeeming');
    await (await member('ann')).decides(await reviewOf(orderId), 'approved').then();
    await eventually(async () => (await listed(trader, orderId))?.status).toBe('redeemed');
    const over = await listed(trader, orderId);
    expect(over).toMatchObject({ penaltyPaid: '12', interest: first.order?.accrued });
    await member('auditor');
    for (const [requestId, penalty] of [
      [rejected, '14 USDT'],
      [await reviewOf(orderId), '12 USDT'],
    ] as const) {
      const { body } = await desk.audit<ReviewView>(`reviews/${requestId}`);
      expect(body.details?.fields.find(({ name }) => name === 'custodyPenalty')?.value).toBe(penalty);
    }
    expect(await finance(trader)).toBe(`${format(amount('1988') + amount(over?.interest ?? '0'))} 0`);
  }, 60_000);

  it('keeps own limits: tightened at once, loosened after a day', async () => {
    const trader = await custodian(desk.started);
    expect((await trader.given('setCustodyLossLimit', { limit: '9' })).lossLimit.limit).toBe('9');
    await trader.when('buyProfit', await orderForm(trader)).then('custody.loss-limit');
    await trader.given('setCustodyLossLimit', { limit: '20' });
    await trader.given('setCustodyPause', { until: `${clock.now() + 3 * DAY_MS}` });
    await trader.when('buyProfit', await orderForm(trader)).then('custody.paused-by-owner');
    await trader.given('setCustodyPause', { until: 'none' });
    clock.advance(DAY_MS + 1);
    await eventually(async () => {
      look();
      const { own } = await trader.given('getProfitList');
      return `${own?.lossLimit.limit} ${own?.pause.until}`;
    }).toBe('20 null');
    await trader.given('buyProfit', await orderForm(trader));
  });
});

describe('what staff see of custody', () => {
  it('lists orders and the treasury', async () => {
    await member('auditor');
    const orders = await desk.audit<{ id: string; status: string }[]>('custody-orders');
    expect(orders.body.map(({ status }) => status).sort()).toEqual(['completed', 'in-custody', 'redeemed']);
    const house = await desk.audit<{ grantedUsdt: string; openCount: number; count: number }[]>('custody-house');
    expect(house.body).toMatchObject([{ grantedUsdt: '5000000', openCount: 1, count: 2 }]);
  });
});

describe('VIP products', () => {
  it('are listed for everybody, with what they need', async () => {
    const visitor = new Trader(desk.started);
    const { products, vip, vipRules } = await visitor.given('getProfitList', { group: 'vip' });
    expect(products).toMatchObject([{ productId: 'vip', minimum: '10000', maximum: '100000', quota: '300000' }]);
    expect([vip, vipRules]).toEqual([null, { averageUsdt: '50000', days: 30 }]);
    const demo = await Trader.demo(desk.started);
    expect((await demo.given('getProfitList', { group: 'vip' })).products).toHaveLength(1);
    await demo.when('buyProfit', { productId: 'vip', amount: '10000', agreed: '1' }).then('demo.real-only');
  });

  it('say how far a person is from each gate, and by which dates', async () => {
    const trader = await custodian(desk.started, '60000');
    const read = () => trader.given('getProfitList', { group: 'vip' });
    const { products, vip } = await read();
    expect(vip).toMatchObject({ advanced: false, form: false, class: 'unassessed', average: '0', missing: '50000' });
    expect(products[0]?.problems.map(({ refusal }) => refusal)).toEqual([
      'custody.vip-advanced',
      'custody.vip-form',
      'custody.vip-average',
      'custody.cap-exceeded',
    ]);
    await trader.when('buyProfit', { productId: 'vip', amount: '10000', agreed: '1' }).then('custody.vip-advanced');
    clock.setTo(startOf(dateAfter(dateOf(clock.now()), 1)) + 5 * HOUR_MS);
    const next = await read();
    // 60,000 USDT on one of thirty dates.
    expect(next.vip).toMatchObject({ average: '2000', needed: '50000', missing: '48000' });
    expect(next.vip?.days).toHaveLength(30);
    expect(next.vip?.days.at(-1)).toEqual({ date: dateOf(clock.now()), usdt: '60000' });
  });

  it('are bought once every gate is passed, one refusal after the other, and ended early by staff', async () => {
    const kit = new RecipeKit(desk.started);
    let trader = await borrower(kit);
    const buys = (text: string) => trader.when('buyProfit', { productId: 'vip', amount: text, agreed: '1' });
    const answers = { truthful: 'yes', mayLose: 'yes', capKnown: 'yes' };
    const careful = { purpose: '1', investment: '1', amount: '1', monthly: '1', occupation: '2', ...answers };
    await buys('12000').then('custody.vip-form', 'risk questionnaire');
    await trader.when('submitQuestionnaire', careful).then({ class: 'conservative' });
    await buys('12000').then('custody.vip-class');
    await fund(desk.started, trader.userId, 'USDT', '60000');
    await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '60000' });
    // Nobody is assessed twice within seven days.
    await passDays(8);
    trader = await again(desk.started, trader);
    await trader.when('submitQuestionnaire', BOLD_ANSWERS).then({ class: 'aggressive' });
    await buys('12000').then('security.trade-password-required');
    await trader.given('unlockTrading', { tradePassword: TRADE_PASSWORD });
    const low = { average: '16000', needed: '50000', missing: '34000' };
    await buys('12000').then({ refusal: 'custody.vip-average', params: low });
    await passDays(17);
    trader = await again(desk.started, trader);
    await trader.given('unlockTrading', { tradePassword: TRADE_PASSWORD });
    // 60,000 USDT on 25 of thirty dates.
    const { vip } = await trader.given('getProfitList', { group: 'vip' });
    expect(vip).toMatchObject({ advanced: true, form: true, class: 'aggressive', average: '50000', missing: '0' });
    await buys('9999').then('custody.below-minimum');
    await buys('100001').then('custody.above-maximum');
    const { order } = await buys('12000').then();
    expect(order).toMatchObject({ productId: 'vip', status: 'in-custody', amount: '12000', remainingDays: 7 });
    const { orderId } = order;
    // 12,000 x 0.4% x 7
    await trader.given('sellProfit', { orderId, shownPenalty: '336' });
    await (await member('ann')).decides(await reviewOf(orderId)).then();
    await eventually(async () => (await listed(trader, orderId))?.status).toBe('redeemed');
    expect(await listed(trader, orderId)).toMatchObject({ penaltyPaid: '336', interest: '0', returned: '11664' });
    expect(await finance(trader)).toBe('59664 0');
  }, 60_000);
});

describe('what stands against buying', () => {
  const problems = async (trader: Trader) =>
    (await trader.given('getProfitList')).products.map((product) => product.problems.map(({ refusal }) => refusal));

  it('is said with the products: no trade password, and a cap or a limit that the smallest order passes', async () => {
    expect(await problems((await realPerson(desk.started)).trader)).toEqual([
      ['security.trade-password-missing'],
      ['security.trade-password-missing'],
    ]);
    const trader = await custodian(desk.started);
    expect(await problems(trader)).toEqual([[], []]);
    await trader.given('setCustodyLossLimit', { limit: '4' });
    expect(await problems(trader)).toEqual([['custody.loss-limit'], []]);
    const capped = await custodian(desk.started);
    await capped.given('buyProfit', await orderForm(capped, '950'));
    expect(await problems(capped)).toEqual([['custody.cap-exceeded'], ['custody.cap-exceeded']]);
    const { own } = await capped.given('getProfitList');
    expect(own?.cap).toEqual({ cap: '1000', open: '950' });
  });

  it('is the cap of a conservative person: 5,000 USDT, and not a cent more', async () => {
    const trader = await custodian(desk.started, '10000');
    const answers = { purpose: '1', investment: '1', amount: '1', monthly: '1', occupation: '2' };
    await trader
      .when('submitQuestionnaire', { ...answers, truthful: 'yes', mayLose: 'yes', capKnown: 'yes' })
      .then({ class: 'conservative', cap: '5000' });
    const above = await orderForm(trader, '5000.01');
    await trader.when('buyProfit', above).then({ refusal: 'custody.cap-exceeded', params: { cap: '5000' } });
    await trader.given('buyProfit', await orderForm(trader, '5000'));
    expect(await problems(trader)).toEqual([['custody.cap-exceeded'], ['custody.cap-exceeded']]);
  });

  it('is another first date than the form showed', async () => {
    const trader = await custodian(desk.started);
    const { products } = await trader.given('getProfitList');
    const form = await orderForm(trader);
    expect(products[0]?.firstDate).toBe(dateAfter(dateOf(clock.now()), 1));
    await trader.when('buyProfit', { ...form, firstDate: '2028-01-01' }).then('custody.date-changed');
    await trader.given('buyProfit', { ...form, firstDate: products[0]?.firstDate ?? '' });
  });
});
