import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { StaffInvitationDateRow, StaffInvitationRewardRow } from '../../contracts/invitation.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { verify } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { rewardOf } from '../../shared/invitation.js';
import { amount, format, ZERO } from '../../shared/money.js';
import { dateAfter, dateOf, startOf } from '../../shared/utc-date.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { codeOf, invited } from '../kit/invited.js';
import { savedCard } from '../kit/payees.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PERPETUAL = 'SOLUSDT-PERP';
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: Awaited<ReturnType<typeof startStaffed>>;
/** Each invited the next one. */
const chain: Trader[] = [];

beforeAll(async () => {
  desk = await startStaffed({ clock });
  await desk.member('ann', 'reviewer', ['invitation']);
  for (let place = 0; place < 6; place += 1) {
    clock.advance(HOUR_MS / 2);
    const above = chain.at(-1);
    chain.push(await invited(desk.started, above === undefined ? '' : await codeOf(above)));
  }
}, 120_000);
afterAll(() => desk.started.close());

const pool = () => desk.started.app.get<Pool>(Pool, { strict: false });
const at = (place: number): Trader => chain[place] as Trader;

/** The market takes up the epochs of the time that has passed. */
async function passTo(instant: number): Promise<void> {
  clock.setTo(instant);
  await desk.started.app.get<MarketService>(MarketService, { strict: false }).keepUp();
  await desk.started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

/** To a quarter past midnight of the next UTC date: all rewards of the date before are paid or held. */
async function nextDate(): Promise<string> {
  const date = dateOf(clock.now());
  await passTo(startOf(dateAfter(date, 1)) + 15 * MINUTE_MS);
  await eventually(async () => {
    desk.started.app.get<Timers>(Timers, { strict: false }).look();
    return paidDates();
  }).toContain(date);
  return date;
}

async function paidDates(): Promise<string[]> {
  const sql = `SELECT data::json ->> 'date' AS date FROM events WHERE type = 'InvitationDatePaid' ORDER BY position`;
  return (await pool().query<{ date: string }>(sql)).rows.map(({ date }) => date);
}

/** What a person paid in fees for own orders, in books of any kind. */
async function feesOf({ userId }: Trader): Promise<bigint> {
  const { rows } = await pool().query<{ fees: string }>(
    `SELECT trim_scale(coalesce(sum(CASE WHEN o.order_id = t.taker_order_id THEN t.taker_fee ELSE t.maker_fee END), 0))::text
       AS fees FROM trades t JOIN orders o ON o.realm = t.realm AND o.order_id IN (t.maker_order_id, t.taker_order_id)
      WHERE t.realm = 'real' AND o.owner_id = $1`,
    [`${userId}.1`],
  );
  return amount(rows[0]?.fees ?? '0');
}

const spotOf = async (trader: Trader): Promise<bigint> => {
  const { rows } = await trader.given('getAsset2');
  return amount(rows.find(({ space, currency }) => space === 'spot' && currency === 'USDT')?.available ?? '0');
};

const rewardsOf = async (trader: Trader) => (await trader.given('getInvitationRewards')).items;

describe('what an invitation earns', () => {
  it('is said to everybody before they register, and nobody has earned yet', async () => {
    const visitor = new Trader(desk.started);
    // Who registered is counted by a read model, a moment later.
    await eventually(() => visitor.given('getInvitationTerms')).toEqual({
      shares: [
        { level: 1, share: '0.2' },
        { level: 2, share: '0.1' },
        { level: 3, share: '0.05' },
        { level: 4, share: '0.02' },
      ],
      version: 1,
      inviters: 5,
      // Of five people a median would say what one of them has.
      medianUsdt: null,
    });
  });

  it('is nothing for demo accounts', async () => {
    const demo = await Trader.demo(desk.started);
    await demo.when('getInvitationRewards').then('demo.real-only');
    await demo.when('getMyPromotion').then('demo.real-only');
  });

  it('is a share of spot and contract fees on four levels, paid once when the date is over', async () => {
    const payer = at(5);
    await payer.placed({ type: 'market', quoteAmount: '1500' });
    await payer.placed({ type: 'market', side: 'sell', quantity: '0.01' });
    await payer.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '1000' });
    const order = { symbol: PERPETUAL, type: 'market', positionSide: 'long' };
    await payer.given('placeContractOrder', { ...order, side: 'buy', quantity: '5' });
    await payer.given('placeContractOrder', { ...order, side: 'sell', quantity: '2' });
    const before = await Promise.all(chain.map(spotOf));
    const { income } = await at(4).given('getOwned');
    const date = await nextDate();
    const fees = format(await feesOf(payer));
    expect(amount(fees)).toBeGreaterThan(amount('2'));
    // What the person owned that day named the reward, and when it comes.
    const due = { product: 'invitation', what: 'reward', label: date, at: startOf(dateAfter(date, 1)), least: '0' };
    expect(income).toMatchObject([{ ...due, most: rewardOf(fees, amount('0.2')), isEstimate: true }]);
    const shares = ['0.2', '0.1', '0.05', '0.02'];
    for (const [above, share] of shares.entries()) {
      const place = 4 - above;
      const reward = rewardOf(fees, amount(share));
      const [paid] = await rewardsOf(at(place));
      const level = { level: above + 1, people: 1, fees, share, reward };
      expect(paid).toMatchObject({ date, status: 'paid', reward, levels: [level], version: 1, endedAt: null });
      expect((await spotOf(at(place))) - (before[place] ?? ZERO)).toBe(amount(reward));
      const { levels } = await at(place).given('getMyPromotion');
      expect(levels[above]).toMatchObject({ count: 1, share, profit: reward, held: '0' });
    }
    // The fifth above earns nothing, and nor does who paid.
    expect([await rewardsOf(at(0)), await rewardsOf(payer)]).toEqual([[], []]);
    const { inviters, medianUsdt } = await at(0).given('getInvitationTerms');
    expect([inviters, medianUsdt]).toEqual([5, null]);
  }, 60_000);

  it('is income in the tax file, a kind of its own in the records, and a CSV file of its own', async () => {
    const [{ reward = '', levels = [] } = {}] = await rewardsOf(at(4));
    const { items } = await at(4).given('getAccountRecords', { kind: 'invitations' });
    expect(items).toMatchObject([{ event: 'InvitationRewardPaid', amount: reward }]);
    const csv = await (await at(4).file('exportInvitationRewards')).text();
    const columns = [1, 2, 3, 4].map((level) => `level${level}Fees,level${level}Share,level${level}`).join(',');
    expect(csv.split('\r\n')[0]).toBe(`date,status,reward,${columns},version,at,endedAt`);
    const fees = levels[0]?.fees ?? '';
    expect(reward).toBe(rewardOf(fees, amount('0.2')));
    expect(csv).toContain(`,paid,${reward},${fees},0.2,${reward},0,,0,0,,0,0,,0,1,`);
    const period = { from: `${WEDNESDAY_NOON - HOUR_MS}`, to: `${clock.now()}` };
    const tax = await (await at(4).file('exportDisposals', period)).text();
    expect(tax.split('\r\n').filter((line) => line.startsWith(`USDT,${reward},`))).toHaveLength(1);
  });

  it('is paid for each date of a pause, in order and once', async () => {
    await passTo(startOf(dateAfter(dateOf(clock.now()), 1)) + 15 * MINUTE_MS);
    await passTo(startOf(dateAfter(dateOf(clock.now()), 1)) + 15 * MINUTE_MS);
    const last = dateAfter(dateOf(clock.now()), -1);
    await eventually(async () => {
      desk.started.app.get<Timers>(Timers, { strict: false }).look();
      return (await paidDates()).at(-1);
    }).toBe(last);
    const first = dateOf(WEDNESDAY_NOON);
    const dates = Array.from({ length: (startOf(last) - startOf(first)) / (24 * HOUR_MS) + 1 }, (_, n) =>
      dateAfter(first, n),
    );
    expect(await paidDates()).toEqual(dates);
    expect(await rewardsOf(at(4))).toHaveLength(1);
  }, 60_000);
});

describe('a ring', () => {
  it('waits for staff before anything is paid, and approved matches hold nothing again', async () => {
    const [inviter, payer] = [at(4), at(5)];
    for (const trader of [inviter, payer]) await savedCard(trader);
    await payer.placed({ type: 'market', quoteAmount: '300' });
    const before = await spotOf(inviter);
    const date = await nextDate();
    const [held] = await rewardsOf(inviter);
    expect(held).toMatchObject({ date, status: 'held' });
    expect(await spotOf(inviter)).toBe(before);
    expect((await inviter.given('getMyPromotion')).levels[0]).toMatchObject({ held: held?.reward });
    const requestId = await requestOf(inviter);
    desk.tokens.set('auditor', await desk.again('auditor'));
    const { body } = await desk.audit<ReviewView>(`reviews/${requestId}`);
    expect(body.details?.fields).toContainEqual({
      name: 'sharedPayee',
      value: [inviter.userId, payer.userId].sort().join(', '),
      personal: false,
    });
    desk.tokens.set('ann', await desk.again('ann'));
    await desk.as('ann').decides(requestId, 'approved').then();
    await eventually(async () => (await rewardsOf(inviter))[0]?.status).toBe('released');
    expect((await spotOf(inviter)) - before).toBe(amount(held?.reward ?? ''));
    await payer.placed({ type: 'market', quoteAmount: '300' });
    await nextDate();
    expect((await rewardsOf(inviter))[0]).toMatchObject({ status: 'paid' });
    // The others above share nothing.
    expect((await rewardsOf(at(3))).map(({ status }) => status)).toEqual(expect.not.arrayContaining(['held']));
  }, 60_000);

  it('gets nothing when staff reject', async () => {
    const [inviter, payer] = [at(0), at(1)];
    for (const trader of [inviter, payer])
      await savedCard(trader, { account: 'GB29 NWBK 6016 1331 9268 19', country: 'GB', bankName: 'NatWest' });
    await payer.placed({ type: 'market', quoteAmount: '300' });
    const before = await spotOf(inviter);
    await nextDate();
    desk.tokens.set('ann', await desk.again('ann'));
    await desk
      .as('ann')
      .decides(await requestOf(inviter), 'rejected', { reasons: ['own-accounts'] })
      .then();
    await eventually(async () => (await rewardsOf(inviter))[0]?.status).toBe('rejected');
    expect(await spotOf(inviter)).toBe(before);
    expect((await inviter.given('getMyPromotion')).levels[0]).toMatchObject({ profit: '0', held: '0' });
  }, 60_000);

  async function requestOf(trader: Trader): Promise<string> {
    const sql = `SELECT request_id AS id FROM invitation_rewards WHERE user_id = $1 AND status = 'held'`;
    const id = async () => (await pool().query<{ id: string }>(sql, [trader.userId])).rows[0]?.id ?? '';
    await eventually(id).toMatch(/^inv-/);
    return id();
  }
});

describe('what staff see of invitations', () => {
  it('lists rewards and dates, and the audit reckons all of it again', async () => {
    desk.tokens.set('auditor', await desk.again('auditor'));
    const rewards = await desk.audit<StaffInvitationRewardRow[]>('invitation-rewards');
    const statuses = new Set(rewards.body.map(({ status }) => status));
    expect(statuses).toEqual(new Set(['paid', 'released', 'rejected']));
    const dates = await desk.audit<StaffInvitationDateRow[]>('invitation-dates');
    const first = dates.body.find(({ id }) => id === dateOf(WEDNESDAY_NOON));
    const ofFirst = rewards.body.filter(({ date }) => date === first?.id);
    const sum = ofFirst.reduce((all, { rewardUsdt }) => all + amount(rewardUsdt), ZERO);
    expect(first).toMatchObject({ inviters: 4, people: 1, paidUsdt: format(sum), heldUsdt: '0', rejectedUsdt: '0' });
    const { findings } = await verify({ pool: pool(), now: clock.now(), readModels: false, guards: false });
    expect(findings.filter(({ check }) => check === 'invitations' || check === 'contracts')).toEqual([]);
  }, 60_000);
});
