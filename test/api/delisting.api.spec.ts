import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { AlertWatcher } from '../../server/features/alert/alert.watcher.js';
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
/** The last trading day, a Friday; New York closes at 21:00 UTC. */
const LAST_DAY = '2026-01-09';
const CLOSES_AT = Date.UTC(2026, 0, 9, 21);
const CLOSED = 'was delisted on Jan 9, 2026';

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
const titles = async () => (await holder.given('getMessages')).items.map(({ title }) => title);
const delisting = { symbol: SYMBOL, kind: 'delisting', date: LAST_DAY, reason: 'The company goes private' } as const;

describe('a delisting', () => {
  it('is announced to holders by two members, and trading goes on until the half hour that is averaged', async () => {
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '10' });
    const price = await holder.away(8, SYMBOL);
    await holder.placed({ symbol: SYMBOL, side: 'sell', quantity: '4', price });
    const alert = { symbol: SYMBOL, kind: 'rises', level: `${Number(price) + 50}`, endsAt: clock.now() + 30 * DAY_MS };
    await holder.given('setAlert', alert);
    const { actionId } = await staff.as('ann').given('proposeCorporateAction', delisting);
    await staff.as('bob').given('approveCorporateAction', { symbol: SYMBOL, actionId });
    await eventually(titles).toContain('AAPL will be delisted');
    await holder
      .when('getCorporateActions', { symbol: SYMBOL })
      .then([{ kind: 'delisting', date: LAST_DAY, dueAt: CLOSES_AT, status: 'announced' }]);
    await pass(CLOSES_AT - 31 * MINUTE_MS - clock.now());
    const order = { symbol: SYMBOL, side: 'sell', type: 'market', quantity: '1' } as const;
    expect((await holder.placed(order)).status).toBe('filled');
    await pass(2 * MINUTE_MS);
    await holder.when('placeOrder', order).then('market.halted');
    await holder.when('previewConversion', { from: 'USDT', to: 'AAPL', amount: '100' }).then('market.halted');
  });

  it('cancels what rests, and pays holders once at the average of the last half hour', async () => {
    const [before = ''] = (await holder.funds('USDT')).split(' ');
    await pass(30 * MINUTE_MS);
    const action = async () => (await holder.given('getCorporateActions', { symbol: SYMBOL }))[0]?.status;
    await eventually(action).toBe('settled');
    await staff.started.app.get(EntitlementRunner, { strict: false }).look();
    const candles = (await holder.given('getCandles', { symbol: SYMBOL, period: '1m', limit: 30 })).candles;
    const closes = candles.map(([, , high, low]) => (Number(high) + Number(low)) / 2);
    const mean = closes.reduce((sum, each) => sum + each, 0) / closes.length;
    const [after = ''] = (await holder.funds('USDT')).split(' ');
    expect(Math.abs((Number(after) - Number(before)) / 9 / mean - 1)).toBeLessThan(0.002);
    expect(await holder.funds('AAPL')).toBe('0 0');
    const [order] = (await holder.given('getOrderHistory', { symbol: SYMBOL })).items.filter(
      ({ status }) => status === 'cancelled',
    );
    expect(order).toMatchObject({ cancelReason: 'delisted' });
    const { items } = await holder.given('getAccountRecords', { kind: 'delistings', currency: 'AAPL' });
    expect(items).toMatchObject([{ amount: '-9' }]);
    await eventually(titles).toEqual(
      expect.arrayContaining([`${SYMBOL}: open orders cancelled`, expect.stringContaining('AAPL paid out: ')]),
    );
  });

  it('leaves lists and pickers, and refuses whatever deals in it, by name', async () => {
    const listed = (await holder.given('getInstruments')).map(({ symbol }) => symbol);
    const priced = (await holder.given('getTickers', { class: 'stocks' })).map(({ symbol }) => symbol);
    const coins = (await holder.given('getCurrencyAll')).map(({ currency }) => currency);
    expect([listed.includes(SYMBOL), priced.includes(SYMBOL), coins.includes('AAPL')]).toEqual([false, false, false]);
    await pass(3 * DAY_MS - HOUR_MS);
    const order = { symbol: SYMBOL, side: 'buy', type: 'limit', quantity: '1', price: '250' };
    await holder.when('placeOrder', order).then('market.delisted', CLOSED);
    await holder.when('previewConversion', { from: 'USDT', to: 'AAPL', amount: '100' }).then('market.delisted', CLOSED);
    const alert = { symbol: SYMBOL, kind: 'rises', level: '300', endsAt: clock.now() + DAY_MS };
    await holder.when('setAlert', alert).then('alert.delisted');
    for (const name of ['ann', 'bob']) staff.tokens.set(name, await staff.again(name));
    await staff
      .as('ann')
      .when('proposeCorporateAction', { ...delisting, date: '2026-01-16' })
      .then('market.delisted', CLOSED);
    await staff.started.app.get(AlertWatcher, { strict: false }).look();
    await eventually(async () => (await holder.given('getAlerts')).items).toEqual([]);
  });

  it('leaves its page, its chart and its history readable, up to the last close', async () => {
    const detail = await holder.given('getInstrumentDetail', { symbol: SYMBOL });
    expect(detail.instrument).toMatchObject({ delistedAt: CLOSES_AT, session: { open: false, nextChangeAt: null } });
    const { candles } = await holder.given('getCandles', { symbol: SYMBOL, period: '1h' });
    expect(candles.at(-1)?.[0]).toBe(CLOSES_AT - HOUR_MS);
    const later = { symbol: SYMBOL, period: '1h', before: CLOSES_AT + DAY_MS };
    await holder.when('getCandles', later).then('market.after-delisting', 'has no prices after Jan 9, 2026');
    expect((await holder.given('getMyTrades', { symbol: SYMBOL })).items.length).toBeGreaterThan(1);
  });

  it('is paid at a price that the audit recomputes from seeds', async () => {
    const pool = staff.started.app.get<Pool>(Pool, { strict: false });
    const epoch = epochOf(CLOSES_AT, DEFAULT_EPOCH_MS);
    const audit = await auditMarket({ pool, epoch, calendars: readCatalogue().calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    expect([audit.differences, audit.checked.closes]).toEqual([[], 1]);
    await settled(staff.started.app);
    expect((await audited(pool, clock.now())).findings).toEqual([]);
  });
});
