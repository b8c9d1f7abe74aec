import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PersonalDataHandlers } from '../../server/core/ports/personal-holdings.js';
import { FakeClock } from '../../server/core/clock.js';
import { dateOf } from '../../shared/utc-date.js';
import { amount } from '../../shared/money.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { Trader } from '../kit/trader.js';

const DAY_MS = 86_400_000;
const RULES = { rulesVersion: '1' };
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: C2cDesk;

beforeAll(async () => {
  desk = await startC2cDesk(clock);
}, 120_000);
afterAll(() => desk.started.close());

/** A person who may trade and whose name is verified, by a member of the staff in a session of now. */
async function verified(): Promise<Trader> {
  const { trader } = await tradingPerson(desk.started);
  const [front, held] = [await desk.image(trader, 'document-front'), await desk.image(trader, 'document-held')];
  const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
  const { requestId } = await trader.given('submitPrimary', { ...texts, documentNumber: 'C01R5501', front, held });
  await desk.again('iris');
  expect(await desk.decide('iris', requestId, 'approved')).toBe('approved');
  return trader;
}

/** Signs in on so many dates, one after the other. */
async function signedIn(trader: Trader, dates: number): Promise<void> {
  for (let n = 0; n < dates; n += 1) {
    if (n > 0) await desk.pass(DAY_MS);
    await trader.given('signIn');
  }
}

describe('sign-in', () => {
  it('is for real accounts', async () => {
    const demo = await Trader.demo(desk.started);
    await demo.when('signIn').then('demo.real-only');
    await demo.when('getRewards').then('demo.real-only');
  });

  it('needs a zone, gives a point more each date, and says in words when the next one begins', async () => {
    const trader = await desk.person();
    expect(await trader.given('getRewards')).toMatchObject({ timeZone: null, today: null, points: 0 });
    await trader
      .when('signIn', {})
      .then('reward.zone-needed', 'Set your time zone first. It decides when your day begins.');
    await trader.given('setSignInZone', { timeZone: 'Asia/Tokyo' });
    const holdings = desk.started.app.get<PersonalDataHandlers>(PersonalDataHandlers, { strict: false }).all();
    const exported = await holdings.find(({ name }) => name === 'sign-in-zones')?.export?.(trader.userId);
    expect(exported).toEqual([{ timeZone: 'Asia/Tokyo', since: clock.now() }]);
    expect(await trader.given('getRewards')).toMatchObject({
      timeZone: 'Asia/Tokyo',
      today: dateOf(clock.now()),
      signedToday: false,
    });
    await trader.given('signIn');
    await trader
      .when('signIn', {})
      .then('reward.signed-already', 'You signed in for 2026-01-07. The next day begins Jan 7');
    await desk.pass(DAY_MS);
    await trader.given('signIn');
    const { points, calendar, nextAt } = await trader.given('getRewards');
    expect([points, calendar.map(({ signed }) => signed)]).toEqual([
      3,
      [true, true, false, false, false, false, false],
    ]);
    expect(nextAt).toBe(Date.parse('2026-01-08T15:00:00Z'));
    await trader
      .when('setSignInZone', { timeZone: 'UTC' })
      .then('reward.zone-too-soon', 'The time zone stands 30 days. You can change it from Feb 6');
    await trader.when('setSignInZone', { timeZone: 'Mars/Base' }).then('request.field-invalid');
    const { items } = await trader.given('getRewardRecords', { kind: 'signed' });
    expect(items.map((one) => [one.date, one.points])).toEqual([
      ['2026-01-08', 2],
      ['2026-01-07', 1],
    ]);
  });
});

describe('a fee voucher', () => {
  it('is bought by a verified person, and pays half of the fees of a date back when it is over', async () => {
    const trader = await verified();
    await trader.given('setSignInZone', { timeZone: 'UTC' });
    await trader
      .when('exchangePoints', RULES)
      .then('reward.points-missing', 'A fee voucher costs 28 points. You have 0. Sign in on more days.');
    await signedIn(trader, 7);
    await trader.given('exchangePoints', RULES);
    const { points, vouchers } = await trader.given('getRewards');
    expect([points, vouchers.map(({ amount: worth, left }) => [worth, left])]).toEqual([0, [['1', '1']]]);
    await fund(desk.started, trader.userId, 'USDT', '1000');
    const date = dateOf(clock.now());
    await trader.given('placeOrder', { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.005' });
    await desk.pass(DAY_MS);
    await eventually(async () => (await trader.given('getRewards')).paidBack).not.toBe('0');
    const [used] = (await trader.given('getRewardRecords', { kind: 'used' })).items;
    expect(used?.date).toBe(date);
    expect(2n * amount(used?.amount ?? '0') <= amount(used?.fees ?? '0')).toBe(true);
    const { paidBack, vouchers: left } = await trader.given('getRewards');
    expect([paidBack, amount(left[0]?.left ?? '0')]).toEqual([used?.amount, amount('1') - amount(paidBack)]);
  });

  it('is refused to a person whom nobody verified', async () => {
    const trader = await desk.person();
    await trader.given('setSignInZone', { timeZone: 'UTC' });
    await signedIn(trader, 7);
    await trader
      .when('exchangePoints', RULES)
      .then('reward.verification-needed', 'Fee vouchers need primary verification. Complete it first.');
  });
});
