import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { amount, format, ZERO } from '../../shared/money.js';
import { FakeClock } from '../../server/core/clock.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NAME = 'spot.fees';
const REASON = 'Tiers that a demo account reaches';

const clock = new FakeClock(WEDNESDAY_NOON);
let staff: Awaited<ReturnType<typeof startStaffed>>;
let demo: Trader;

beforeAll(async () => {
  staff = await startStaffed({ clock });
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
  demo = await Trader.demo(staff.started);
}, 120_000);
afterAll(() => staff.started.close());

/** The market takes up the epochs of the time that has passed. */
async function passes(ms: number): Promise<void> {
  clock.advance(ms);
  await staff.started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

/** The table in force with other values, as a proposal. */
async function tableWith(changes: object) {
  const { version, values } = await demo.given('getPolicy', { name: NAME });
  return { name: NAME, baseVersion: version, values: { ...values, ...changes }, reason: REASON };
}

const tradedSum = async (): Promise<string> => {
  const { items } = await demo.given('getMyTrades', { limit: 200 });
  return format(items.reduce((sum, { notional }) => sum + amount(notional), ZERO));
};

describe('the table of fees', () => {
  it.each([
    ['a rebate that the smallest fee does not pay for', { maker7: '-0.0005' }, 'maker7'],
    ['a volume that does not rise', { from3: '5000000' }, 'from3'],
    ['a rate that rises with the tier', { taker5: '0.0009' }, 'taker5'],
  ])('is not proposed with %s', async (_, changes, key) => {
    const request = await tableWith(changes);
    await staff
      .as('ann')
      .when('proposePolicy', request)
      .then({ refusal: 'policy.value-conflict', params: { name: NAME, key } });
  });

  it('is changed by two people, for orders that come after', async () => {
    const request = await tableWith({ from1: '1000', from2: '1000000' });
    const { proposalId } = await staff.as('ann').given('proposePolicy', request);
    await staff.as('bob').when('approvePolicy', { name: NAME, proposalId }).then();
    await demo.when('getFees').then({ tier: 0, policy: { name: NAME, version: 2 } });
  });
});

describe('the tier of an account', () => {
  it('stays for the day, however much is traded on it', async () => {
    await demo.when('getFees').then({
      ...{ tier: 0, volume: '0', makerRate: '0.001', takerRate: '0.001', runningVolume: '0', runningTier: 0 },
      ...{ next: { tier: 1, from: '1000', missing: '1000', makerRate: '0.0009' } },
      ...{ since: WEDNESDAY_NOON - 11 * HOUR_MS, until: WEDNESDAY_NOON + 13 * HOUR_MS },
    });
    await demo.placed({ type: 'market', quoteAmount: '2500' });
    await demo.placed({ type: 'market', side: 'sell', quantity: '0.01' });
    const runningVolume = await tradedSum();
    await demo.when('getFees').then({ tier: 0, volume: '0', runningVolume, runningTier: 1, next: { tier: 2 } });
    const { items } = await demo.given('getMyTrades', {});
    expect(new Set(items.map(({ feeRate, feeTier }) => `${feeRate} ${feeTier}`))).toEqual(new Set(['0.001 0']));
  });

  it('changes at 01:00 UTC, and not at midnight', async () => {
    const resting = await demo.placed({ price: await demo.away(-20), quantity: '0.01' });
    await passes(12 * HOUR_MS + HOUR_MS / 2);
    await demo.when('getFees').then({ tier: 0 });
    await passes(HOUR_MS);
    const volume = await tradedSum();
    await demo.when('getFees').then({ tier: 1, volume, makerRate: '0.0009', takerRate: '0.001' });
    const { data } = await demo.get('getOrderEvents', { symbol: 'BTCUSDT', orderId: resting.orderId });
    expect(data.terms).toMatchObject({ tier: 0, volume: '0', day: '2026-01-07' });
    await demo.when('amendOrder', { symbol: 'BTCUSDT', orderId: resting.orderId, quantity: '0.011' }).then();
    const { data: amended } = await demo.get('getOrderEvents', { symbol: 'BTCUSDT', orderId: resting.orderId });
    expect(amended.terms).toMatchObject({ tier: 1, volume, day: '2026-01-08', maker: '0.0009', policyVersion: 2 });
  });

  it('is shown by the preview, the trades and their file', async () => {
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
    const tier = { feeTier: 1, feeRateMaker: '0.0009', feeRateTaker: '0.001', policy: { name: NAME, version: 2 } };
    await demo.when('previewOrder', order).then(tier);
    await demo.placed({ type: 'market', quantity: '0.01' });
    const { items } = await demo.given('getMyTrades', { limit: 1 });
    expect(items[0]).toMatchObject({ feeTier: 1, feeRate: '0.001' });
    const [names = '', newest = ''] = (await (await demo.file('exportTrades')).text()).split('\r\n');
    expect(names).toMatch(/fee,feeAsset,feeRate,feeTier$/);
    expect(newest).toMatch(/,USDT,0\.001,1$/);
  });

  it('begins anew with another demo account, and in the other realm', async () => {
    const other = await Trader.demo(staff.started);
    await other.when('getFees').then({ tier: 0, volume: '0' });
    await new Trader(staff.started).when('getFees').then('401 session.missing');
  });

  it('falls when the days of its volume are over', async () => {
    // In a month the price may come to what rests.
    await demo.given('cancelAllOrders', {});
    await passes(29 * DAY_MS);
    await demo.when('getFees').then({ tier: 1 });
    await passes(2 * DAY_MS);
    await demo.when('getFees').then({ tier: 0, volume: '0', runningVolume: '0' });
  });
});
