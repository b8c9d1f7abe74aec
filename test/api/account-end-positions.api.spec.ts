import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import { openPool } from '../../server/engine/history/database.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { Trader } from '../kit/trader.js';
import { audited, settled } from '../kit/verified.js';

const SYMBOL = 'BTCUSDT-PERP';
const clock = new FakeClock(WEDNESDAY_NOON);
let started: StartedApp;
let pool: Pool;

beforeAll(async () => {
  started = await startApp({ clock });
  pool = openPool(started.databaseUrl, VERIFY_CONNECTIONS);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await started.close();
});

/** Long, with an order on top that rests. */
async function opened(trader: Trader): Promise<Trader> {
  await trader.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '50000' });
  const order = { symbol: SYMBOL, side: 'buy', positionSide: 'long', type: 'market', quantity: '0.1' };
  await trader.given('placeContractOrder', order);
  const { contracts } = await trader.given('getContracts', { underlying: 'BTCUSDT' });
  const price = (+(contracts[0]?.markPrice ?? 0) * 0.95).toFixed(1);
  await trader.given('placeContractOrder', { ...order, type: 'limit', price });
  return trader;
}

const lots = async (userId: string) => {
  const { rows } = await pool.query<{ open: number; label: string }>(
    'SELECT lots::int AS open, label FROM positions WHERE user_id = $1',
    [userId],
  );
  return rows;
};
const held = async (userId: string) => {
  const { rows } = await pool.query<{ amount: string }>(
    `SELECT trim_scale(amount)::text AS amount FROM ledger_balances WHERE account = $1 AND asset = 'USDT'`,
    [`user/${userId}.1/contract/frozen`],
  );
  return rows[0]?.amount;
};

describe('a demo life that ends with a position', () => {
  const exits = (demo: Trader) => demo.given('exitDemo');
  const renews = (demo: Trader) => demo.given('regenerateDemo');
  // The clock leaps into an epoch that no beat has committed to yet, as that of a machine that slept.
  const expires = async () => {
    clock.advance(30 * 86_400_000);
    await started.app.get<Timers>(Timers, { strict: false }).runDue(clock.now());
  };

  it.each([
    ['by the person', exits],
    ['by a new life', renews],
    ['by its time', expires],
  ])('leaves nothing open and nothing on hold: %s', async (_, ends) => {
    const demo = await opened(await Trader.demo(started));
    const { userId } = demo;
    await eventually(() => lots(userId)).toMatchObject([{ label: 'open' }]);
    await ends(demo);
    await eventually(() => lots(userId)).toMatchObject([{ open: 0 }]);
    await eventually(() => held(userId)).toBe('0');
  });
});

describe('a real account with a position', () => {
  it('is not erased before it is closed', async () => {
    const { trader, userId, password } = await tradingPerson(started);
    await fund(started, userId, 'USDT', '3000');
    await trader.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '3000' });
    await trader.given('setLeverage', { symbol: SYMBOL, leverage: '5' });
    const opening = { symbol: SYMBOL, side: 'buy', positionSide: 'long', type: 'market', quantity: '0.001' };
    await trader.given('placeContractOrder', opening);
    await eventually(() => lots(userId)).toMatchObject([{ label: 'open' }]);
    const erased = () => trader.when('eraseMe', { password, confirm: userId });
    await eventually(() => erased().then('person.positions-open')).toMatchObject({ params: { count: 1 } });
    await trader.given('closePositions');
    await eventually(() => lots(userId)).toMatchObject([{ open: 0 }]);
    await eventually(() => erased().then()).toBeNull();
  });
});

it('keeps history, sums and read models in order', async () => {
  await settled(started.app);
  const { ok, findings } = await audited(pool, clock.now());
  expect([ok, findings]).toEqual([true, []]);
});
