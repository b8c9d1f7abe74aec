import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { AlertWatcher } from '../../server/features/alert/alert.watcher.js';
import { seededFolder, startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { realPerson } from '../kit/factors.js';
import { migratedDatabase } from '../kit/migrated.js';
import { messagesTo } from '../kit/people.js';
import { Trader } from '../kit/trader.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SYMBOL = 'BTCUSDT';

const clock = new FakeClock(WEDNESDAY_NOON);
const dataDir = seededFolder(clock);
let database: Awaited<ReturnType<typeof migratedDatabase>>;
let started: StartedApp;

beforeAll(async () => {
  database = await migratedDatabase();
  started = await startApp({ clock, dataDir, databaseUrl: database.url });
}, 120_000);
afterAll(async () => {
  await started.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const look = (): Promise<void> => started.app.get(AlertWatcher, { strict: false }).look();
const last = async (trader: Trader): Promise<number> =>
  Number((await trader.given('getTickers', { symbols: SYMBOL }))[0]?.last);
const terms = (level: number, more: Record<string, string | number> = {}) => ({
  symbol: SYMBOL,
  kind: 'crosses',
  level: level.toFixed(2),
  endsAt: clock.now() + 30 * DAY_MS,
  ...more,
});

/** Two alerts right above and below the price: a minute or two reach one of them. */
async function close(trader: Trader, more: Record<string, string | number> = {}) {
  const price = await last(trader);
  const above = await trader.given('setAlert', terms(price * 1.0001, more));
  const below = await trader.given('setAlert', terms(price * 0.9999, more));
  return [above.alertId, below.alertId];
}

const told = async (trader: Trader) => (await trader.given('getAlerts', { show: 'triggered' })).items;

describe('a price alert', () => {
  it('is told under the bell, with the second in which public candles show that the price was there', async () => {
    const demo = await Trader.demo(started);
    const ids = await close(demo);
    await eventually(async () => {
      clock.advance(MINUTE_MS);
      await look();
      return (await told(demo)).length;
    }).toBeGreaterThan(0);
    const [alert] = await told(demo);
    expect(ids).toContain(alert?.alertId);
    const { level, reachedAt, reachedPrice } = alert ?? { level: '', reachedAt: 0, reachedPrice: '' };
    const { candles } = await demo.given('getCandles', {
      symbol: SYMBOL,
      period: '1s',
      before: (reachedAt ?? 0) + 1_000,
      limit: 2,
    });
    const [before, reached] = candles;
    const [openAt, , high, low] = reached ?? [0, '', '', ''];
    const closeBefore = Number(before?.[4]);
    expect(openAt).toBe(reachedAt);
    // A price may step over the level between two seconds.
    expect(Math.min(Number(low), closeBefore)).toBeLessThanOrEqual(Number(level));
    expect(Math.max(Number(high), closeBefore)).toBeGreaterThanOrEqual(Number(level));
    expect(Number(low) <= Number(reachedPrice) && Number(reachedPrice) <= Number(high)).toBe(true);
    const mine = async () => (await demo.given('getMessages', { lang: 'de' })).items;
    const shown = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }).format(Number(level));
    const wanted = [`${SYMBOL} ist auf ${shown} gestiegen`, `${SYMBOL} ist auf ${shown} gefallen`];
    // Both alerts may be reached in one minute, and their messages come one after the other.
    await eventually(async () => (await mine()).some(({ title }) => wanted.includes(title))).toBe(true);
    for (const { link } of await mine()) expect(link).toBe(`/alerts?show=triggered&symbol=${SYMBOL}`);
  });

  it('goes out as a letter too, while the note stays in the message and nowhere in clear', async () => {
    const { trader, account } = await realPerson(started);
    await close(trader, { email: 'true', note: 'Sell the rest' });
    await eventually(async () => {
      clock.advance(MINUTE_MS);
      await look();
      return (await messagesTo(started, account)).filter(({ letter }) => letter?.subject.startsWith(SYMBOL)).length;
    }).toBeGreaterThan(0);
    const letter = (await messagesTo(started, account)).find(({ letter }) => letter?.subject.startsWith(SYMBOL));
    expect(letter?.letter?.text).toMatch(/Your price alert/);
    expect(letter?.letter?.text).not.toContain('Sell');
    await eventually(async () => {
      const { items } = await trader.given('getMessages');
      return items.find(({ title }) => title.startsWith(SYMBOL))?.note;
    }).toBe('Sell the rest');
  });

  it('is found after a standstill, with the time at which the price was there', async () => {
    const demo = await Trader.demo(started);
    await look();
    const ids = await close(demo);
    const setAt = clock.now();
    await started.close();
    clock.advance(20 * MINUTE_MS);
    const backAt = clock.now();
    started = await startApp({ clock, dataDir, databaseUrl: database.url });
    const back = new Trader(started, demo.token, demo.userId);
    await eventually(async () => {
      await look();
      return (await told(back)).length;
    }).toBeGreaterThan(0);
    const [alert] = await told(back);
    expect(ids).toContain(alert?.alertId);
    expect(alert?.reachedAt).toBeGreaterThanOrEqual(setAt);
    expect(alert?.reachedAt).toBeLessThan(backAt);
  });

  it('is edited, paused, resumed and deleted by its owner', async () => {
    const demo = await Trader.demo(started);
    const price = await last(demo);
    const { alertId } = await demo.given('setAlert', terms(price * 1.5));
    const { symbol: _, ...changed } = terms(price * 1.4, { repeat: 'each', pauseMinutes: 60 });
    await demo.when('changeAlert', { alertId, ...changed }).then({ alertId });
    await demo.when('pauseAlert', { alertId, paused: 'true' }).then();
    await demo.when('getAlerts').then({ items: [{ alertId, status: 'paused', repeat: 'each', pauseMinutes: 60 }] });
    await demo.when('getAlertLimits').then({ open: 1, activeMax: 50, policy: 'alert.rules' });
    await demo.when('pauseAlert', { alertId, paused: 'false' }).then();
    await demo.when('removeAlert', { alertId }).then();
    await demo.when('getAlerts').then({ items: [] });
    await demo.when('removeAlert', { alertId }).then('alert.not-found');
  });

  it.each([
    ['market.symbol-unknown', 'symbol', { symbol: 'NOSUCHUSDT' }],
    ['alert.price-tick', 'level', { level: '120000.001' }],
    ['alert.price-range', 'level', { level: '999999999' }],
    ['alert.already-reached', 'level', { kind: 'rises', level: '20000' }],
    ['alert.percent-range', 'level', { kind: 'moves', level: '0.1' }],
    ['alert.end-past', 'endsAt', { endsAt: WEDNESDAY_NOON - 1 }],
    ['alert.end-far', 'endsAt', { endsAt: WEDNESDAY_NOON + 100 * DAY_MS }],
    ['alert.pause-short', 'pauseMinutes', { repeat: 'each', pauseMinutes: 1 }],
    ['alert.real-only', 'email', { email: 'true' }],
    ['alert.real-only', 'note', { note: 'Mine' }],
  ])('is refused as %s at %s', async (code, field, changes) => {
    const demo = await Trader.demo(started);
    const refused = await demo.post('setAlert', { ...terms((await last(demo)) * 1.5), ...changes });
    expect([refused.refusal, refused.field]).toEqual([code, field]);
  });

  it('is refused when there are too many, also when all are sent at once', async () => {
    const demo = await Trader.demo(started);
    const price = await last(demo);
    const levels = Array.from({ length: 60 }, (_, index) => terms(price * (1.2 + index / 100)));
    const answers = await Promise.all(levels.map((form) => demo.post('setAlert', form)));
    expect(answers.filter(({ refusal }) => refusal === '')).toHaveLength(50);
    expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set(['', 'alert.too-many']));
    await demo.when('getAlertLimits').then({ open: 50 });
  });
});
