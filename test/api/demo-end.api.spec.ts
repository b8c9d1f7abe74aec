import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { FakeClock } from '../../server/core/clock.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const DAY_MS = 86_400_000;
// A Wednesday, so that every market is open.
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
});
afterAll(() => started.close());

async function demoWithRestingOrder(): Promise<Trader> {
  const demo = await Trader.demo(started);
  // A dollar coin: thirty days of prices, which differ in every run, do not bring it down to this order.
  const { status } = await demo.placed({ symbol: 'USDCUSDT', price: '0.95', quantity: '1000' });
  expect(status).toBe('unfilled');
  return demo;
}

async function frozenUsdt(userId: string): Promise<string> {
  const pool = started.app.get<Pool>(Pool, { strict: false });
  const { rows } = await pool.query<{ amount: string }>(
    `SELECT trim_scale(amount)::text AS amount FROM ledger_balances WHERE account = $1 AND asset = 'USDT'`,
    [`user/${userId}.1/spot/frozen`],
  );
  return rows[0]?.amount ?? 'none';
}

describe('the end of a demo life', () => {
  it('comes by itself when its time is over, and takes its resting orders out of the books', async () => {
    const demo = await demoWithRestingOrder();
    const { userId } = demo;
    expect(await frozenUsdt(userId)).not.toBe('0');
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const scheduled = () => pool.query('SELECT 1 FROM due_commands WHERE id = $1', [`expire-demo:${userId}.1`]);
    await until(async () => (await scheduled()).rowCount === 1);
    clock.advance(30 * DAY_MS);
    // The market takes up the epochs of these days.
    await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
    await started.app.get<Timers>(Timers, { strict: false }).runDue(clock.now());
    expect((await scheduled()).rowCount).toBe(0);
    await until(async () => (await frozenUsdt(userId)) === '0');
    expect(await frozenUsdt(userId)).toBe('0');
    await demo.when('getOrderHistory').then({ items: [{ status: 'cancelled', cancelReason: 'expired' }] });
  });

  it('comes with a new life too: the orders of the old one go, and its balances stay as they were left', async () => {
    const demo = await demoWithRestingOrder();
    const { userId } = demo;
    await demo.when('regenerateDemo').then();
    await until(async () => (await frozenUsdt(userId)) === '0');
    expect(await frozenUsdt(userId)).toBe('0');
    await demo.when('getAsset2').then({ rows: [{ currency: 'USDT', available: '100000' }] });
  });

  it('leaves its session until the session itself is over, to the millisecond, also while it is in use', async () => {
    const demo = await demoWithRestingOrder();
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query<{ at: string }>('SELECT max(expires_at)::text AS at FROM sessions');
    const expiresAt = Number(rows[0]?.at);
    clock.advance(expiresAt - 1 - clock.now());
    await demo.when('info').then();
    clock.advance(1);
    await demo.when('info').then('session.expired');
  });
});
