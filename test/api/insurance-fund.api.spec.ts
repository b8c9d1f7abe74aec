import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { Commands } from '../../server/core/command.js';
import { FakeClock } from '../../server/core/clock.js';
import { GrantInsuranceFund } from '../../server/features/contract/liquidation/liquidation.commands.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

const clock = new FakeClock(WEDNESDAY_NOON);
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

const pool = () => started.app.get<Pool>(Pool, { strict: false });

/** A row as the read model writes it for a take-over, and its removal before the audit looks. */
const liquidated = () =>
  pool().query(`INSERT INTO insurance_fund
    (realm, position, at, amount, balance, granted, symbol, side, lots, price, mark_price)
    VALUES ('real', 999, 7, -3.9964, 999996.0036, 0, 'BTCUSDT-PERP', 'long', 824, 89.85, 85)`);
const unliquidated = () => pool().query('DELETE FROM insurance_fund WHERE position = 999');

async function grant(realm: 'real'): Promise<void> {
  const policy = { name: 'contract.insurance', version: 1 };
  const insurance = { policy, openingUsdt: '1000000', eventMaxUsdt: '50000' };
  const context = { realm, at: clock.now(), actor: 'market' };
  const commands = started.app.get<Commands>(Commands, { strict: false });
  const result = await commands.execute(new GrantInsuranceFund(context, { realm, insurance }));
  expect(result.ok).toBe(true);
}

describe('the insurance fund', () => {
  it('is public with its rules, and has nothing before its first grant', async () => {
    const visitor = new Trader(started);
    expect(await visitor.given('getInsuranceFund')).toEqual({
      realm: 'real',
      balance: '0',
      granted: '0',
      opening: '1000000',
      eventMax: '50000',
      policy: { name: 'contract.insurance', version: 1 },
      items: [],
      nextCursor: null,
    });
  });

  it('has its history in pages, newest first, each realm its own', async () => {
    const [visitor, demo] = [new Trader(started), await Trader.demo(started)];
    await grant('real');
    const grants = { at: clock.now(), amount: '1000000', balance: '1000000', liquidation: null };
    await eventually(async () => (await visitor.given('getInsuranceFund')).items).toEqual([grants]);
    expect(await demo.given('getInsuranceFund')).toMatchObject({ realm: 'demo', balance: '0', items: [] });
    await liquidated();
    const first = await visitor.given('getInsuranceFund', { limit: '1' });
    expect(first).toMatchObject({ balance: '999996.0036', granted: '1000000' });
    const liquidation = { symbol: 'BTCUSDT-PERP', side: 'long', quantity: '0.0824', price: '89.85', markPrice: '85' };
    expect(first.items).toEqual([{ at: 7, amount: '-3.9964', balance: '999996.0036', liquidation }]);
    const next = await visitor.given('getInsuranceFund', { limit: '1', cursor: first.nextCursor ?? '' });
    expect([next.items, next.nextCursor]).toEqual([[grants], null]);
    await visitor.when('getInsuranceFund', { cursor: 'x' }).then('request.field-invalid');
    await unliquidated();
  });
});
