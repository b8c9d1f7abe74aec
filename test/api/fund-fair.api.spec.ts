import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { FundPrices } from '../../server/core/ports/fund-prices.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { amount, format, times } from '../../shared/money.js';
import { dateAfter } from '../../shared/utc-date.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { investor, purchase } from '../kit/fund-recipes.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const REASON = 'Trading in GLD is halted, its closes are old';
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  desk = await startStaffed({ clock });
  await desk.member('ann', 'risk');
  await desk.member('bob', 'risk');
}, 120_000);
afterAll(() => desk.started.close());

/** Epoch by epoch to an instant, until a request is over. */
async function settled(trader: Trader, requestId: string) {
  const of = async () => (await trader.given('getFundRequests')).items.find((one) => one.requestId === requestId);
  const until = ((await of())?.strikesAt ?? 0) + 2_000;
  const timers = desk.started.app.get<Timers>(Timers, { strict: false });
  while (clock.now() < until) {
    clock.setTo(Math.min(until, clock.now() + 4 * HOUR_MS));
    await desk.started.app.get<MarketService>(MarketService, { strict: false }).keepUp();
  }
  await timers.runDue(clock.now());
  await eventually(async () => {
    timers.look();
    return (await of())?.endedAt !== null;
  }).toBe(true);
  return of();
}

/** Staff whose sessions outlive the days that pass. */
async function publish(fairValues: string): Promise<void> {
  for (const name of ['ann', 'bob']) desk.tokens.set(name, await desk.again(name));
  const { version } = await new Trader(desk.started).given('getPolicy', { name: 'fund.fair-values' });
  const request = { name: 'fund.fair-values', baseVersion: version, values: { fairValues }, reason: REASON };
  const { proposalId } = await desk.as('ann').given('proposePolicy', request);
  const named = { name: 'fund.fair-values', proposalId };
  await desk.as('ann').when('approvePolicy', named).then('403 policy.own-proposal');
  await desk.as('bob').when('approvePolicy', named).then();
}

describe('a holding without an official close', () => {
  it('takes the value that two people set, and no order gets it', async () => {
    const trader = await investor(desk.started);
    const bought = await trader.given('buyFund', await purchase(trader, '500'));
    await settled(trader, bought.request.requestId);
    const { navDate } = await trader.given('getFund', { level: 'low' });
    const prices = desk.started.app.get<FundPrices>(FundPrices, { strict: false });
    const official = prices.priceOf.bind(prices);
    const halted = jest.spyOn(prices, 'priceOf');
    halted.mockImplementation((asset, at) => (asset === 'GLD' ? undefined : official(asset, at)));
    try {
      const { version } = await trader.given('getPolicy', { name: 'fund.fair-values' });
      expect(version).toBe(1);
      await publish(`GLD:380.5:${navDate}:${dateAfter(navDate, 1)}:halt`);
      const { request } = await trader.given('redeemFund', { level: 'low', units: '500' });
      expect(await settled(trader, request.requestId)).toMatchObject({ status: 'failed', nav: null, paid: null });
    } finally {
      halted.mockRestore();
    }
    const { nav, own, holdings } = await trader.given('getFund', { level: 'low' });
    expect(own).toMatchObject({ units: '500', free: '500' });
    const gold = holdings.find(({ asset }) => asset === 'GLD');
    expect(gold).toMatchObject({ price: '380.5', epoch: null, fair: { reason: 'halt', version: 2 } });
    expect(holdings.filter(({ fair }) => fair !== null)).toEqual([gold]);
    // The page's own sum holds with it.
    const gross = holdings.reduce(
      (sum, { valued, price }) => sum + times(amount(valued), amount(price ?? '0'), 'down'),
      amount(nav?.cash ?? '0'),
    );
    expect([nav?.date, nav?.gross]).toEqual([navDate, format(gross)]);
    const newest = async () => (await trader.given('getMessages')).items[0]?.title;
    await eventually(newest).toBe('Fund order failed');
    // The next official closes pay everybody again.
    const again = await trader.given('redeemFund', { level: 'low', units: '500' });
    expect(await settled(trader, again.request.requestId)).toMatchObject({ status: 'success' });
    // Gold did close, as anybody can see who has the seeds: here it was only halted for the fund.
    const pool = desk.started.app.get<Pool>(Pool, { strict: false });
    const { calendars } = readCatalogue();
    const symbols = ['GLDUSDT'];
    const audit = await auditMarket({ pool, epoch: 'all', symbols, calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    expect(audit.differences).toMatchObject([
      { what: 'fund', symbol: 'GLDUSDT', found: 'no official close of five days' },
    ]);
  }, 60_000);
});
