import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { io } from 'socket.io-client';
import type { Clock } from '../../server/core/clock.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MESSAGES_PER_SECOND = 20;

/** A machine's clock that is set, in either direction. */
class SetClock implements Clock {
  at = WEDNESDAY_NOON;
  now = (): number => this.at;
}

const clock = new SetClock();
let started: StartedApp;
let pool: Pool;

beforeAll(async () => {
  started = await startApp({ clock, limits: { socketMessagesPerSecond: MESSAGES_PER_SECOND } });
  pool = started.app.get<Pool>(Pool, { strict: false });
}, 120_000);
afterAll(() => started.close());
beforeEach(() => {
  clock.at += HOUR_MS;
});

describe('a clock that is put back', () => {
  it('stops no trading, and no instant of the history falls', async () => {
    const trader = await Trader.demo(started);
    const before = await trader.placed({ type: 'market', quantity: '0.01' });
    clock.at -= HOUR_MS / 2;
    const after = await trader.placed({ type: 'market', quantity: '0.01' });
    expect([before.status, after.status]).toEqual(['filled', 'filled']);
    expect(after.placedAt).toBeGreaterThanOrEqual(before.placedAt);
    const { rows } = await pool.query(
      `SELECT position FROM (SELECT position, at, lag(at) OVER (ORDER BY position) AS earlier FROM events WHERE realm = 'demo') e
        WHERE at < earlier`,
    );
    expect(rows).toEqual([]);
  });

  it('keeps no session that another server has ended', async () => {
    const trader = await Trader.demo(started);
    await trader.when('info').then();
    clock.at -= HOUR_MS / 2;
    await pool.query('UPDATE sessions SET ended_at = $2 WHERE user_id = $1', [trader.userId, clock.at]);
    await trader.when('info').then('session.ended');
  });

  it('cuts no socket that asks no faster than it may', async () => {
    const client = io(started.url, { transports: ['websocket'], forceNew: true });
    const beat = () => client.timeout(30_000).emitWithAck('heartbeat', { main_type: 1, time: clock.now() });
    try {
      for (let hour = 0; hour < 3; hour += 1) {
        await Promise.all(Array.from({ length: MESSAGES_PER_SECOND - 5 }, beat));
        clock.at -= HOUR_MS / 4;
      }
      expect(client.connected).toBe(true);
    } finally {
      client.disconnect();
    }
  });
});

describe('a clock that jumps ahead', () => {
  it('fires what became due once, however often it is put back and jumps again', async () => {
    const trader = await Trader.demo(started);
    const timers = started.app.get<Timers>(Timers, { strict: false });
    const { beat } = started.app.get<TradingService>(TradingService, { strict: false }).open;
    const expired = async (): Promise<number> => {
      const text = `SELECT count(*)::int AS n FROM events WHERE realm = 'demo' AND stream = $1 AND type = 'DemoExpired'`;
      return (await pool.query<{ n: number }>(text, [`account-${trader.userId}`])).rows[0]?.n ?? 0;
    };
    for (const jump of [31 * DAY_MS, -31 * DAY_MS, 31 * DAY_MS]) {
      clock.at += jump;
      await beat.beat();
      await timers.runDue(clock.now());
      expect(await expired()).toBe(1);
    }
    expect((await (await Trader.demo(started)).placed({ type: 'market', quantity: '0.01' })).status).toBe('filled');
  });
});
