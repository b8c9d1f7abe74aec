import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import '../../server/features.js';
import { STOP_TRIGGERS } from '../../contracts/order.contract.js';
import { auditMarket, type MarketAudit } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { openPool } from '../../server/engine/history/database.js';
import { AlertWatcher } from '../../server/features/alert/alert.watcher.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { until } from '../kit/until.js';
import { asSuperuser } from './tamper-history.js';

const HOUR_MS = 3_600_000;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];
/** 2026-11-23T09:00:00Z, an hour into an epoch. */
const STARTS_AT = Date.UTC(2026, 10, 23, 9);

/** To the byte, because the audit at the close of the server reads every hash; what was written since stays. */
const RESTORE = `UPDATE events SET data = kept.data FROM kept
  WHERE kept.realm = events.realm AND kept.position = events.position AND kept.data <> events.data`;

let app: StartedApp;
let pool: Pool;
let first: number;
const clock = new FakeClock(STARTS_AT);

async function call(path: string, body?: Record<string, string>): Promise<Record<string, unknown>> {
  const post = body && { method: 'POST', body: new URLSearchParams(body) };
  const response = await fetch(`${app.url}/web/${path}`, post);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return data;
}

/** Moves the clock and lets the market come along: its own beat stands still. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await app.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

/** Into the last minute of this epoch, where the next is promised, and on into it. */
async function toTheNextEpoch(): Promise<void> {
  const endsAt = (first + 1) * 4 * HOUR_MS;
  await pass(endsAt - 30_000 - clock.now());
  await pass(HOUR_MS);
}

/** Stops of every trigger, near the price: the market or the orders after them will reach them. Trailing ones follow it from afar. */
async function placeStops(token: string): Promise<void> {
  const [ticker] = (await call('getTickers?symbols=BTCUSDT')) as unknown as { index: string }[];
  const stopPrice = (Number.parseFloat(ticker?.index ?? '0') * 1.0001).toFixed(2);
  for (const trigger of STOP_TRIGGERS) {
    const order = { token, symbol: 'BTCUSDT', side: 'buy', quantity: '0.01', trigger };
    await call('placeOrder', { ...order, type: 'stop', stopPrice });
    await call('placeOrder', { ...order, type: 'trailing-stop', callback: '10%' });
  }
}

/** Alerts on both sides, a change in per cent and one that repeats: the next hours reach them. */
async function setAlerts(token: string): Promise<void> {
  const [ticker] = (await call('getTickers?symbols=BTCUSDT')) as unknown as { index: string }[];
  const price = Number.parseFloat(ticker?.index ?? '0');
  const endsAt = `${clock.now() + 24 * HOUR_MS}`;
  for (const [kind, level, more] of [
    ['rises', (price * 1.0005).toFixed(2), {}],
    ['falls', (price * 0.9995).toFixed(2), {}],
    ['crosses', (price * 1.0002).toFixed(2), { repeat: 'each', pauseMinutes: '60' }],
    ['moves', '0.5', {}],
  ] as const)
    await call('setAlert', { token, symbol: 'BTCUSDT', kind, level, endsAt, ...more });
}

/** One conversion out of USDT, and one between two coins. */
async function convert(token: string): Promise<void> {
  for (const [from, to, amount] of [
    ['USDT', 'ETH', '500'],
    ['ETH', 'BTC', '0.05'],
  ] as const) {
    const offer = await call('quoteConversion', { token, from, to, amount });
    await call('convert', { token, quoteId: String(offer['quoteId']) });
  }
}

/** Real orders through the real server, over more than an epoch of its clock. */
async function trade(): Promise<void> {
  const { token } = (await call('tempLogin')) as { token: string };
  await placeStops(token);
  await convert(token);
  await setAlerts(token);
  for (let round = 0; round < 12; round += 1) {
    await (round === 6 ? toTheNextEpoch() : pass(1_700));
    for (const symbol of SYMBOLS) {
      const order = { token, symbol, type: 'market', side: round % 3 === 2 ? 'sell' : 'buy', quantity: '0.05' };
      await call('placeOrder', order);
    }
    const tickers = (await call('getTickers?symbols=BTCUSDT')) as unknown as { bid: string }[];
    const price = (Number.parseFloat(tickers[0]?.bid ?? '0') * 0.9999).toFixed(2);
    await call('placeOrder', { token, symbol: 'BTCUSDT', type: 'limit', side: 'buy', quantity: '0.02', price });
    // The market gets the time to reach the resting order.
    for (let beats = 0; beats < 3; beats += 1) await pass(900);
  }
}

async function audit(epoch: number | 'all', symbols?: readonly string[]): Promise<MarketAudit | string> {
  const { calendars } = readCatalogue();
  return auditMarket({ pool, epoch, calendars, now: clock.now(), ...(symbols && { symbols }) });
}

/** Beats after the last hours belong to an epoch that goes on. */
const overUntil = (): number => (first + 2) * 4 * HOUR_MS;

async function differencesOf(epoch: number): Promise<MarketAudit['differences']> {
  const answer = await audit(epoch);
  return typeof answer === 'string' ? [] : answer.differences;
}

beforeAll(async () => {
  app = await startApp({ clock });
  pool = openPool(app.databaseUrl);
  first = Math.floor(STARTS_AT / (4 * HOUR_MS));
  app.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
  await trade();
  await app.app.get(AlertWatcher, { strict: false }).look();
  await pass(8 * HOUR_MS);
  await until(async () => typeof (await audit(first + 1)) !== 'string');
  await pool.query('CREATE TABLE kept AS TABLE events');
}, 120_000);

afterAll(async () => {
  await pool?.query('DROP TABLE kept');
  await pool?.end();
  await app?.close();
});

describe('the audit of an epoch that is over', () => {
  it('recomputes seeds, prices and every fill, and finds them equal', async () => {
    for (const epoch of [first, first + 1]) {
      const answer = (await audit(epoch)) as MarketAudit;
      expect(answer.differences).toEqual([]);
      expect(answer.equal).toBe(true);
      expect(answer.checked.fills).toBeGreaterThan(8);
      expect(answer.checked.prices).toBeGreaterThan(400);
      expect(answer.checked.premiums).toBeGreaterThan(80);
      expect(answer.checked.volatilities).toBeGreaterThan(80);
      expect(answer.checked.candles).toBeGreaterThan(10);
    }
  }, 60_000);

  it('folds users’ trades into candles again, and finds each that was changed, taken out or added', async () => {
    const { rows } = await pool.query<{ symbol: string; span: string; at: number }>(
      `SELECT symbol, span, open_at AS at FROM flow_candles WHERE span IN ('1s', '1m') AND realm = 'demo'
        ORDER BY open_at, symbol, span LIMIT 3`,
    );
    await pool.query('CREATE TABLE kept_flow AS TABLE flow_candles__blue');
    const tampers = ['SET high = high + 1', 'SET volume = volume * 2', 'SET open_at = open_at + 86400000'];
    for (const [index, { symbol, span, at }] of rows.entries()) {
      const row = [symbol, span, at];
      const where = `WHERE symbol = $1 AND span = $2 AND open_at = $3`;
      await pool.query(`UPDATE flow_candles__blue ${tampers[index]} ${where}`, row);
    }
    const differences = await differencesOf(first);
    await pool.query('TRUNCATE flow_candles__blue');
    await pool.query('INSERT INTO flow_candles__blue TABLE kept_flow');
    await pool.query('DROP TABLE kept_flow');
    expect(new Set(differences.map(({ what }) => what))).toEqual(new Set(['flow']));
    for (const { symbol, at } of rows)
      expect(differences).toContainEqual(expect.objectContaining({ realm: 'demo', symbol, at }));
  }, 60_000);

  it('sums again what trades pushed for good, which moved their realm’s index, and finds a sum that was changed', async () => {
    const { rows } = await pool.query<{ symbol: string; at: number }>(
      `SELECT symbol, minute_at AS at FROM flow_pushes WHERE realm = 'demo' ORDER BY minute_at, symbol`,
    );
    expect(new Set(rows.map(({ symbol }) => symbol))).toEqual(new Set(SYMBOLS));
    const { market } = app.app.get<MarketService>(MarketService, { strict: false }).open;
    const [pushed = { symbol: '', at: 0 }] = rows;
    const landed = pushed.at + 2 * 60_000;
    const fundamental = market.source.exactTicksAt(pushed.symbol, landed);
    expect(market.in('demo').source.exactTicksAt(pushed.symbol, landed)).not.toBe(fundamental);
    expect(market.in('real').source.exactTicksAt(pushed.symbol, landed)).toBe(fundamental);
    const where = `WHERE realm = 'demo' AND symbol = $1 AND minute_at = $2`;
    await pool.query(`UPDATE flow_pushes__blue SET ppm = ppm + 1 ${where}`, [pushed.symbol, pushed.at]);
    const differences = await differencesOf(first);
    await pool.query(`UPDATE flow_pushes__blue SET ppm = ppm - 1 ${where}`, [pushed.symbol, pushed.at]);
    expect(differences).toEqual([
      expect.objectContaining({ what: 'push', realm: 'demo', symbol: pushed.symbol, at: pushed.at }),
    ]);
  }, 60_000);

  it('checks one instrument alone, and says when there is none of that name', async () => {
    const { checked, differences } = (await audit(first, ['ETHUSDT'])) as MarketAudit;
    expect(differences).toEqual([]);
    expect(checked).toMatchObject({ prices: 4, premiums: 2, volatilities: 2 });
    const [all, bitcoin] = await Promise.all([audit(first), audit(first, ['BTCUSDT'])]);
    expect(checked.fills).toBeGreaterThan(2);
    expect(checked.fills + (bitcoin as MarketAudit).checked.fills).toBe((all as MarketAudit).checked.fills);
    expect(await audit(first, ['ETHUSD'])).toBe('There is no instrument ETHUSD.');
  });

  it('says when an epoch is not over, or was never promised', async () => {
    expect(await audit(Math.floor(clock.now() / (4 * HOUR_MS)))).toContain('is not over');
    expect(await audit(first + 5_000)).toContain('never promised');
  });

  it('says where a fill was not what the seed gives: symbol, position, expected, found', async () => {
    const { rows } = await pool.query<{ position: number; symbol: string }>(
      `SELECT position, data::json->>'symbol' AS symbol FROM events WHERE realm = 'demo' AND type = 'SpotOrderMatched'
         AND data::json->>'makerOwner' = 'house' AND actor <> 'market' ORDER BY position LIMIT 1`,
    );
    const { position = 0, symbol = '' } = rows[0] ?? {};
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{priceTicks}', to_jsonb((data::jsonb->>'priceTicks')::int + 1))::text
       WHERE realm = 'demo' AND position = ${position}`,
    );
    const differences = await differencesOf(first);
    await asSuperuser(pool, RESTORE);
    expect(differences).toContainEqual(expect.objectContaining({ what: 'ladder', realm: 'demo', symbol }));
    expect(differences[0]?.found).toMatch(/^\d+ lots at \d+$/);
    expect((differences[0]?.position ?? 0) <= position).toBe(true);
  }, 60_000);

  it('recomputes what triggered every stop, and finds one that was triggered by less', async () => {
    const { rows } = await pool.query<{ position: number; trigger: string }>(
      `SELECT position, data::json->>'trigger' AS trigger FROM events WHERE realm = 'demo' AND type = 'SpotOrderTriggered' AND at < $1`,
      [overUntil()],
    );
    expect(rows.map(({ trigger }) => trigger).sort()).toEqual(['index', 'last', 'mark']);
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{reachedTicks}', to_jsonb((data::jsonb->>'reachedTicks')::int + 1))::text
       WHERE realm = 'demo' AND type = 'SpotOrderTriggered'`,
    );
    const { differences } = (await audit('all')) as MarketAudit;
    await asSuperuser(pool, RESTORE);
    for (const { position, trigger } of rows) {
      const found = expect.stringMatching(`^${trigger} at \\d+$`);
      expect(differences).toContainEqual(expect.objectContaining({ what: 'trigger', position, found }));
    }
  }, 60_000);

  it('recomputes where every trailing stop stands, and finds one that stands nearer', async () => {
    const { rows } = await pool.query<{ position: number; stopTicks: string }>(
      `SELECT position, data::json->>'stopTicks' AS "stopTicks" FROM events WHERE realm = 'demo' AND type = 'SpotOrderTrailed' AND at < $1`,
      [overUntil()],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{stopTicks}', to_jsonb((data::jsonb->>'stopTicks')::int - 1))::text
       WHERE realm = 'demo' AND type = 'SpotOrderTrailed'`,
    );
    const { differences } = (await audit('all')) as MarketAudit;
    await asSuperuser(pool, RESTORE);
    for (const { position, stopTicks } of rows) {
      const found = expect.stringMatching(`^${Number(stopTicks) - 1} behind \\d+$`);
      expect(differences).toContainEqual(expect.objectContaining({ what: 'trigger', position, found }));
    }
  }, 60_000);

  it('recomputes what every conversion was priced at, and finds a spread that is not the one of its volatility', async () => {
    const { rows } = await pool.query<{ position: number; type: string }>(
      `SELECT position, type FROM events WHERE realm = 'demo' AND type IN ('ConversionQuoted', 'FundsConverted') ORDER BY position`,
    );
    expect(rows.map(({ type }) => type)).toEqual(Array(2).fill(['ConversionQuoted', 'FundsConverted']).flat());
    const wrongs = [
      [rows[0]!, '{policy,inputs,spreadRate}', '"0.0021"'],
      [rows[1]!, '{received}', '"0.0021"'],
      [rows[2]!, '{legs,0,spreadRate}', '"0.0021"'],
      [rows[3]!, '{atAcceptance,legs,0,priceUsdt}', '"2000.00000001"'],
    ] as const;
    for (const [{ position }, field, value] of wrongs)
      await asSuperuser(
        pool,
        `UPDATE events SET data = jsonb_set(data::jsonb, '${field}', '${value}')::text
         WHERE realm = 'demo' AND position = ${position}`,
      );
    const { checked, differences } = (await audit(first)) as MarketAudit;
    await asSuperuser(pool, RESTORE);
    expect(checked.conversions).toBe(4);
    for (const [{ position }, , value] of wrongs) {
      const found = expect.stringContaining(value.replaceAll('"', ''));
      expect(differences).toContainEqual(expect.objectContaining({ what: 'conversion', position, found }));
    }
  }, 60_000);

  it('recomputes when and by what price every alert was told, and finds each that was told otherwise', async () => {
    const { rows } = await pool.query<{ position: number; kind: string }>(
      `SELECT position, data::json->>'kind' AS kind FROM events WHERE realm = 'demo' AND type = 'AlertTriggered' ORDER BY position`,
    );
    const told = (kind: string): number => rows.find((row) => row.kind === kind)?.position ?? 0;
    const wrongs = [
      [told('rises'), `{reachedAt}', to_jsonb((data::jsonb->>'reachedAt')::bigint - 1000)`],
      [told('crosses'), `{price}', '"1.01"'`],
    ] as const;
    for (const [position, change] of wrongs)
      await asSuperuser(
        pool,
        `UPDATE events SET data = jsonb_set(data::jsonb, '${change})::text WHERE realm = 'demo' AND position = ${position}`,
      );
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{level}', '"1"')::text
       WHERE realm = 'demo' AND type = 'AlertSet' AND data::jsonb->>'kind' = 'falls'`,
    );
    const { checked, differences } = (await audit('all')) as MarketAudit;
    await asSuperuser(pool, RESTORE);
    // Of an epoch that is not over there may be another one.
    expect(checked.alerts).toBeGreaterThan(2);
    const found = differences.filter(({ what }) => what === 'alert');
    expect(found.map(({ position }) => position).sort()).toEqual(['rises', 'crosses', 'falls'].map(told).sort());
    expect(found.find(({ position }) => position === told('falls'))?.expected).toContain('nothing at 1 before');
  }, 60_000);

  it('finds an average in a recorded impact that the fills do not give', async () => {
    const { rows } = await pool.query<{ position: number }>(
      `SELECT position FROM events WHERE realm = 'demo' AND type = 'SpotImpactRecorded' ORDER BY position LIMIT 1 OFFSET 1`,
    );
    const position = rows[0]?.position ?? 0;
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{impact,basisTicks}', '77')::text
       WHERE realm = 'demo' AND position = ${position}`,
    );
    const differences = await differencesOf(first);
    await asSuperuser(pool, RESTORE);
    const found = expect.stringContaining('"basisTicks":77');
    expect(differences).toContainEqual(expect.objectContaining({ what: 'impact', realm: 'demo', found }));
  }, 60_000);

  it('finds a beacon of heads that were the newest an hour before, and a promise made before its last minute', async () => {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM events WHERE realm = 'demo' AND position = 2`,
    );
    const { hash = '' } = rows[0] ?? {};
    const promise = `realm = 'house' AND type = 'EpochCommitted' AND (data::jsonb->>'epoch')::int = ${first + 1}`;
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{heads,demo}', '"${hash}"')::text WHERE ${promise}`,
    );
    expect(await differencesOf(first + 1)).toContainEqual(
      expect.objectContaining({ what: 'beacon', realm: 'demo', found: hash }),
    );
    await asSuperuser(pool, RESTORE);
    await asSuperuser(
      pool,
      `UPDATE events SET data = jsonb_set(data::jsonb, '{startsAt}', to_jsonb((data::jsonb->>'startsAt')::bigint + 60001))::text
       WHERE ${promise}`,
    );
    expect((await differencesOf(first + 1)).map(({ expected }) => expected)).toContainEqual(
      expect.stringContaining('committed from'),
    );
    await asSuperuser(pool, RESTORE);
  }, 90_000);

  it('finds a seed that is not the promised one, and a beacon of heads that never were', async () => {
    const swap = (type: string, field: string): string => `UPDATE events SET data =
      jsonb_set(data::jsonb, '{${field}}', '"${'ab'.repeat(32)}"')::text
      WHERE realm = 'house' AND type = '${type}' AND (data::jsonb->>'epoch')::int = ${first + 1}`;
    await asSuperuser(pool, swap('EpochRevealed', 'seed'));
    expect(await differencesOf(first + 1)).toContainEqual(
      expect.objectContaining({ what: 'commitment', epoch: first + 1 }),
    );
    await asSuperuser(pool, RESTORE);
    await asSuperuser(pool, swap('EpochCommitted', 'beacon'));
    expect(await differencesOf(first + 1)).toContainEqual(
      expect.objectContaining({ what: 'beacon', epoch: first + 1 }),
    );
    await asSuperuser(pool, RESTORE);
    await asSuperuser(pool, swap('EpochCommitted', 'entropy,source'));
    expect(await differencesOf(first + 1)).toContainEqual(
      expect.objectContaining({ what: 'beacon', expected: 'source users', found: `source ${'ab'.repeat(32)}` }),
    );
    await asSuperuser(pool, RESTORE);
    expect(await differencesOf(first + 1)).toEqual([]);
  }, 90_000);
});
