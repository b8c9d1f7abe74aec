import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

const READINGS = 60;

let started: StartedApp;
beforeAll(async () => {
  started = await startApp();
}, 120_000);
afterAll(() => started.close());

describe('who reads much', () => {
  it('keeps no order waiting for a connection, however many they have', async () => {
    const trader = await Trader.demo(started);
    await trader.placed({ type: 'market', quantity: '0.01' });
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      expect((await trader.placed({ type: 'market', quantity: '0.01' })).status).toBe('filled');
    } finally {
      for (const client of held) client.release();
    }
  });

  it('waits for themselves, is refused what does not fit, and holds up nobody else', async () => {
    const [reader, other] = [await Trader.demo(started), await Trader.demo(started)];
    const period = { from: 0, to: Date.now() };
    const readings = Array.from({ length: READINGS }, () => reader.get('getStatement', period));
    const own = other.given('getStatement', period);
    const refusals = (await Promise.all(readings)).map(({ refusal }) => refusal);
    expect(new Set(refusals)).toEqual(new Set(['', 'request.too-many']));
    await own;
  });
});
