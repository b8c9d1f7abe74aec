import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { EntitlementRunner } from '../../server/features/entitlement/entitlement.runner.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { seededFolder, WEDNESDAY_NOON } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { migratedDatabase } from '../kit/migrated.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { audited, settled } from '../kit/verified.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SYMBOL = 'AAPLUSDT';
/** New York opens at 14:30 UTC on this Monday. */
const MONDAY = Date.UTC(2026, 0, 12, 14, 30);

const clock = new FakeClock(WEDNESDAY_NOON);
const dataDir = seededFolder(clock);
let database: Awaited<ReturnType<typeof migratedDatabase>>;
let staff: Awaited<ReturnType<typeof startStaffed>>;
let holder: Trader;

beforeAll(async () => {
  database = await migratedDatabase();
  staff = await startStaffed({ clock, dataDir, databaseUrl: database.url });
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
  await pass(3 * HOUR_MS);
  holder = await Trader.demo(staff.started);
}, 120_000);
afterAll(async () => {
  await staff.started.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Moves the clock and lets the market come along: its own beat stands still. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await staff.started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

const last = async (): Promise<number> => Number((await holder.given('getTickers', { symbols: SYMBOL }))[0]?.last);
const titles = async () => (await holder.given('getMessages')).items.map(({ title }) => title);

/** Two members announce a split for an open; everything before it has happened once this answers. */
async function announced(newShares: number, oldShares: number, opensAt: number): Promise<string> {
  const date = new Date(opensAt).toISOString().slice(0, 10);
  for (const name of ['ann', 'bob']) staff.tokens.set(name, await staff.again(name));
  const terms = { symbol: SYMBOL, kind: 'split', date, newShares, oldShares } as const;
  const form = { ...terms, reason: 'As the general meeting decided' };
  const { actionId } = await staff.as('ann').given('proposeCorporateAction', form);
  await staff.as('bob').given('approveCorporateAction', { symbol: SYMBOL, actionId });
  await pass(opensAt - 16 * MINUTE_MS - clock.now());
  return actionId;
}

/** The timer comes, and every holding is split. */
async function carriedOut(actionId: string): Promise<void> {
  await pass(2 * MINUTE_MS);
  const status = async () =>
    (await holder.given('getCorporateActions', { symbol: SYMBOL })).find((one) => one.actionId === actionId)?.status;
  await eventually(status).toBe('settled');
  await staff.started.app.get(EntitlementRunner, { strict: false }).look();
}

describe('a split that cannot be', () => {
  it.each<[string, object, string, string]>([
    ['half a ratio', { newShares: undefined }, 'action.ratio-missing', 'Enter how many new shares'],
    ['a ratio of one', { newShares: 1 }, 'action.ratio-range', 'The two numbers must differ'],
    ['more than the policy allows', { newShares: 101 }, 'action.ratio-range', 'at most 100 to 1'],
  ])('is refused for %s, in words', async (_, change, refusal, words) => {
    const terms = { symbol: SYMBOL, kind: 'split', date: '2026-01-12', newShares: 4, oldShares: 1 } as const;
    const form = { ...terms, reason: 'As the general meeting decided', ...change };
    await staff.as('ann').when('proposeCorporateAction', form).then(refusal, words);
  });
});

describe('a split', () => {
  it('multiplies what a holder has, adjusts their orders and alerts, and divides the price', async () => {
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '10.5' });
    const [sellAt, buyAt] = [await holder.away(8, SYMBOL), await holder.away(-8, SYMBOL)];
    const sell = await holder.placed({ symbol: SYMBOL, side: 'sell', quantity: '4', price: sellAt });
    const buy = await holder.placed({ symbol: SYMBOL, side: 'buy', quantity: '2', price: `${Number(buyAt) + 0.01}` });
    const level = ((await last()) * 1.2).toFixed(2);
    const alert = { symbol: SYMBOL, kind: 'rises', level, endsAt: clock.now() + 30 * DAY_MS };
    await holder.given('setAlert', alert);
    const actionId = await announced(4, 1, MONDAY);
    await eventually(titles).toContain('AAPL: 4-for-1 split');
    const before = await last();
    const worth = await holder.given('getPerformance');
    await carriedOut(actionId);

    expect(await holder.funds('AAPL')).toBe('26 16');
    expect(await holder.order(sell.orderId, SYMBOL)).toMatchObject({
      status: 'unfilled',
      quantity: '16',
      price: `${Number(sellAt) / 4}`,
    });
    // Between two ticks a buy goes to the lower one.
    const bid = Math.floor(((Number(buyAt) + 0.01) * 100) / 4) / 100;
    expect(await holder.order(buy.orderId, SYMBOL)).toMatchObject({ quantity: '8', price: `${bid}` });
    const { items } = await holder.given('getAlerts');
    expect(items).toMatchObject([{ status: 'active', level: `${Number((Number(level) / 4).toFixed(2))}` }]);
    expect(Math.abs((await last()) * 4 - before)).toBeLessThan(0.03);
    await eventually(titles).toEqual(expect.arrayContaining(['AAPL split 4-for-1', `${SYMBOL}: open orders adjusted`]));
    const records = await holder.given('getAccountRecords', { kind: 'splits', currency: 'AAPL' });
    expect(records.items.map(({ amount }) => amount).sort()).toEqual(['12', '19.5']);
    const after = await holder.given('getPerformance');
    const { costUsdt, realisedUsdt, netFlowsUsdt } = worth;
    expect(after).toMatchObject({ costUsdt, realisedUsdt, netFlowsUsdt });
    expect(Math.abs(Number(after.valueUsdt) - Number(worth.valueUsdt))).toBeLessThan(0.5);
  });

  it('lets trading open with the adjusted orders, from seeds that the audit recomputes', async () => {
    await pass(16 * MINUTE_MS);
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '2' });
    const sold = await holder.placed({ symbol: SYMBOL, side: 'sell', type: 'market', quantity: '26' });
    expect(sold.status).toBe('filled');
    const actionId = await announced(1, 8, MONDAY + 3 * DAY_MS);
    await carriedOut(actionId);
    // 2 bought and 16 on offer: a reverse split cancels that order, and 18 make 2.25.
    expect(await holder.funds('AAPL')).toBe('2.25 0');
    expect(await holder.open({ symbol: SYMBOL })).toEqual([]);
    await eventually(titles).toContain(`${SYMBOL}: open orders cancelled`);
    await pass(16 * MINUTE_MS);
    await holder.placed({ symbol: SYMBOL, side: 'sell', type: 'market', quantity: '1.25' });
    // The epoch of the last fill ends at four, and its seed is shown.
    await pass(2 * HOUR_MS);
    const pool = staff.started.app.get<Pool>(Pool, { strict: false });
    for (const [at, closes] of [
      [WEDNESDAY_NOON + 3 * HOUR_MS, 0],
      [MONDAY, 1],
      [MONDAY + 3 * DAY_MS, 1],
    ] as const) {
      const epoch = epochOf(at, DEFAULT_EPOCH_MS);
      const audit = await auditMarket({ pool, epoch, calendars: readCatalogue().calendars, now: clock.now() });
      if (typeof audit === 'string') throw new Error(audit);
      expect(audit.differences).toEqual([]);
      expect([audit.checked.fills > 0, audit.checked.closes]).toEqual([true, closes]);
    }
    await settled(staff.started.app);
    expect((await audited(pool, clock.now())).findings).toEqual([]);
  });
});
