import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlertWatcher } from '../../server/features/alert/alert.watcher.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, openActionDesk } from '../kit/action-desk.js';

const SYMBOL = 'AAPLUSDT';
/** New York opens at 14:30 UTC on this Monday. */
const MONDAY = Date.UTC(2026, 0, 12, 14, 30);
/** In per cent of the price; some of them are reached in three days. */
const AWAY = [-4, -2, -1, -0.5, -0.2, 0.2, 0.5, 1, 2, 4];

let desk: Awaited<ReturnType<typeof openActionDesk>>;
beforeAll(async () => {
  desk = await openActionDesk(SYMBOL);
}, 120_000);
afterAll(() => desk.close());

const last = async () => Number((await desk.holder().given('getTickers', { symbols: SYMBOL }))[0]?.last);

describe('price alerts of a server that was away while a split took effect', () => {
  it('tell what was reached in the shares of before, and wait on with divided levels for the rest', async () => {
    const price = await last();
    const endsAt = desk.clock.now() + 30 * DAY_MS;
    for (const percent of AWAY) {
      const level = (price * (1 + percent / 100)).toFixed(2);
      await desk.holder().given('setAlert', { symbol: SYMBOL, kind: percent < 0 ? 'falls' : 'rises', level, endsAt });
    }
    const date = new Date(MONDAY).toISOString().slice(0, 10);
    const actionId = await desk.announce({ kind: 'split', date, newShares: 4, oldShares: 1 });
    const leftAt = desk.clock.now();
    await desk.restart(MONDAY - 10 * MINUTE_MS - leftAt);
    await desk.pass(0);
    await desk.isSettled(actionId);
    await desk.app().get(AlertWatcher, { strict: false }).look();

    // Charts are drawn in the shares of today; everybody saw four times as much.
    const from = leftAt - (leftAt % HOUR_MS) + HOUR_MS;
    const { candles } = await desk.holder().given('getCandles', { symbol: SYMBOL, period: '1h', limit: 100 });
    const missed = candles.filter(([openAt]) => openAt >= from && openAt < MONDAY);
    const high = Math.max(...missed.map(([, , each]) => Number(each) * 4));
    const low = Math.min(...missed.map(([, , , each]) => Number(each) * 4));
    const active = (await desk.holder().given('getAlerts')).items;
    const told = (await desk.holder().given('getAlerts', { show: 'triggered' })).items;
    const all = [...active, ...told];
    expect(all).toHaveLength(AWAY.length);
    expect([told.length > 0, told.length < AWAY.length]).toEqual([true, true]);
    for (const { kind, level, status } of all) {
      const then = Number(level) * (status === 'triggered' ? 1 : 4);
      // What the first minutes of the server's absence reached is in no whole hour.
      if (status === 'active') expect(kind === 'rises' ? then > high - 0.05 : then < low + 0.05).toBe(true);
      else expect(Math.abs(then / price - 1)).toBeLessThan(0.05);
    }
    await desk.pass(MONDAY + 4 * HOUR_MS - desk.clock.now());
    await desk.pass(4 * HOUR_MS);
    await desk.app().get(AlertWatcher, { strict: false }).look();
    for (const at of [leftAt, MONDAY - 10 * MINUTE_MS, MONDAY]) expect((await desk.audit(at)).differences).toEqual([]);
    // Those that were told, and those that the split divided.
    expect((await desk.audit(MONDAY - 10 * MINUTE_MS)).checked.alerts).toBe(AWAY.length);
    expect(await desk.findings()).toEqual([]);
  });
});
