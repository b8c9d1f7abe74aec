import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { PERIODS, type CandleRow, type Period } from '../../contracts/market.contract.js';
import type { ClientToServer, ServerToClient } from '../../contracts/stream.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

/** A Wednesday, a little into a minute, in UTC. */
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12, 0, 20, 100));
/** A thin book: an order sweeps several levels, and seconds pass without a trade. */
const SYMBOL = 'KSMUSDT';
let started: StartedApp;
let ann: Trader;
let visitor: Trader;
let client: Socket<ServerToClient, ClientToServer> | undefined;

beforeAll(async () => {
  started = await startApp({ clock });
  started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
  ann = await Trader.demo(started);
  visitor = new Trader(started);
});
afterAll(async () => {
  client?.disconnect();
  await started.close();
});

async function beat(ms = 250): Promise<void> {
  clock.advance(ms);
  await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

async function newest(trader: Trader, period: Period): Promise<CandleRow> {
  const { candles } = await trader.given('getCandles', { symbol: SYMBOL, period, limit: 3 });
  return candles.at(-1) as CandleRow;
}

async function ticker(trader: Trader) {
  const [found] = await trader.given('getTickers', { symbols: SYMBOL });
  if (found === undefined) throw new Error('no ticker');
  return found;
}

const n = (text: string): number => Number.parseFloat(text);

describe('the candles of a realm', () => {
  it('have its users’ trades in every period at once, and the other realm’s have none', async () => {
    const before = await Promise.all(PERIODS.map((period) => newest(visitor, period)));
    const quiet = await newest(ann, '1m');
    const quantity = `${Math.floor(40_000 / n((await ticker(ann)).last))}`;
    await ann.placed({ symbol: SYMBOL, type: 'market', quantity });
    const trades = (await ann.given('getTrades', { symbol: SYMBOL, limit: 200 })).filter(
      ({ id }) => !id.startsWith('a-'),
    );
    expect(trades.length).toBeGreaterThan(1);
    const [high, low] = [
      Math.max(...trades.map(({ price }) => n(price))),
      Math.min(...trades.map(({ price }) => n(price))),
    ];
    const { last, high24h } = await ticker(ann);
    expect(last).toBe(trades.at(-1)?.price);
    for (const period of PERIODS) {
      const row = await newest(ann, period);
      expect([period, n(row[2]) >= high, n(row[3]) <= low, row[4]]).toEqual([period, true, true, last]);
    }
    expect(n(high24h)).toBeGreaterThanOrEqual(high);
    const minute = await newest(ann, '1m');
    expect(n(minute[5]) - n(quiet[5])).toBeCloseTo(n(quantity), 6);
    expect(await Promise.all(PERIODS.map((period) => newest(visitor, period)))).toEqual(before);
  });

  it('say at every beat what the ticker says, in both realms', async () => {
    for (let beats = 0; beats < 24; beats += 1) {
      await beat();
      if (beats % 8 === 3) await ann.placed({ symbol: SYMBOL, type: 'market', side: 'sell', quantity: '50' });
      for (const trader of [ann, visitor])
        for (const period of ['1m', '1M'] as const)
          expect((await newest(trader, period))[4]).toBe((await ticker(trader)).last);
    }
  });

  it('come by socket as they are answered, also when a minute has ended', async () => {
    client = io(started.url, { transports: ['websocket'], forceNew: true, auth: { token: ann.token } });
    const frames = new Map<string, CandleRow>();
    client.on('candles', ({ period, candle }) => void frames.set(`${period} ${candle[0]}`, candle));
    for (const period of ['1m', '1d', '1M'] as const) {
      const answer = await client.timeout(30_000).emitWithAck('subscribe', { kind: 'candles', symbol: SYMBOL, period });
      expect(answer.ok && (answer.snapshot as CandleRow[]).at(-1)).toEqual(await newest(ann, period));
    }
    await ann.placed({ symbol: SYMBOL, type: 'market', quantity: '70' });
    for (let beats = 0; beats < 70; beats += 1) await beat(1_000);
    for (const period of ['1m', '1d', '1M'] as const) {
      const { candles } = await ann.given('getCandles', { symbol: SYMBOL, period, limit: 2 });
      for (const candle of period === '1m' ? candles : candles.slice(-1))
        await until(() => JSON.stringify(frames.get(`${period} ${candle[0]}`)) === JSON.stringify(candle));
    }
  });

  it('have the volume that the tape shows, also where agents took a resting order', async () => {
    for (let beats = 0; beats < 400; beats += 1) {
      const second = Math.floor(clock.now() / 1_000) % 60;
      // What the last beat of a minute fills stands in the next one.
      if (second === 50) await ann.given('cancelAllOrders');
      if (beats % 40 === 5 && second < 45) {
        const { bid } = await ticker(ann);
        await ann.placed({ symbol: SYMBOL, type: 'limit', price: bid, quantity: '3' });
      }
      await beat();
    }
    const minuteAt = Math.floor(clock.now() / 60_000) * 60_000;
    for (const trader of [ann, visitor]) {
      const { candles } = await trader.given('getCandles', {
        symbol: SYMBOL,
        period: '1m',
        limit: 1,
        before: minuteAt,
      });
      const tape = await trader.given('getTrades', { symbol: SYMBOL, limit: 200, before: minuteAt });
      const inIt = tape.filter(({ at }) => at >= minuteAt - 60_000);
      expect(tape.length).toBeGreaterThan(inIt.length);
      if (trader === ann) expect(inIt.some(({ id }) => !id.startsWith('a-'))).toBe(true);
      expect(inIt.reduce((sum, { quantity }) => sum + n(quantity), 0)).toBeCloseTo(n(candles[0]?.[5] ?? ''), 6);
    }
  });

  it('of a period that is over are whole, wherever in it a request ends', async () => {
    await beat(3_600_000);
    const hourAt = Math.floor(clock.now() / 3_600_000) * 3_600_000;
    const of = async (before: number) =>
      (await ann.given('getCandles', { symbol: SYMBOL, period: '1h', limit: 2, before })).candles;
    const whole = await of(hourAt);
    expect(whole.at(-1)?.[0]).toBe(hourAt - 3_600_000);
    expect(await of(hourAt - 1_234_567)).toEqual(whole);
  });
});

describe('the candles of a contract', () => {
  const symbol = 'LTCUSDT-PERP';
  const candles = async (price: string, period: Period = '1m', limit = 3) =>
    (await ann.given('getContractCandles', { symbol, price, period, limit })).candles;
  const last = async () => (await ann.given('getContractTickers', { symbols: symbol }))[0]?.last;

  it('are its own, with a user’s trade where it moved last, or those of its index', async () => {
    await ann.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '5000' });
    const order = { symbol, side: 'buy', positionSide: 'long', type: 'market', quantity: '5' };
    const { orders } = await ann.given('placeContractOrder', order);
    expect(orders[0]?.status).toBe('filled');
    const tape = await ann.given('getTrades', { symbol, limit: 200 });
    const traded = tape.find(({ id }) => !id.startsWith('a-'))?.price ?? '';
    // Once the read model of positions has it.
    await ann.given('getHousePositions');
    const own = await candles('last');
    const [at, , high, low, close] = own.at(-1) ?? [];
    expect([at, close]).toEqual([clock.now() - (clock.now() % 60_000), traded]);
    expect(n(high ?? '')).toBeGreaterThanOrEqual(n(traded));
    expect(n(low ?? '')).toBeLessThanOrEqual(n(traded));
    clock.advance(2_000);
    expect((await candles('last')).at(-1)?.[4]).toBe(await last());
    const { candles: coin } = await ann.given('getCandles', { symbol: 'LTCUSDT', period: '1m', limit: 3 });
    expect(await candles('index')).toEqual(coin.map((row) => row.slice(0, 5)));
    await ann.given('closePositions', {});
  });

  it('of the mark are its marks at every beat, pushed by users or not', async () => {
    const thin = 'KSMUSDT-260109';
    const of = async (trader: Trader, price: string, period: Period = '1m') => {
      const { candles: found } = await trader.given('getContractCandles', { symbol: thin, price, period, limit: 1 });
      return found.at(-1) ?? [];
    };
    const tick = 0.0001;
    const mark = async (trader: Trader) => n((await trader.given('getMarkPrice', { symbol: thin })).mark);
    await ann.given('transfer', { from: 'spot', to: 'futures', currency: 'USDT', amount: '20000' });
    clock.advance(250 - (clock.now() % 250));
    const order = { symbol: thin, side: 'buy', positionSide: 'long', type: 'market', quantity: '4000' };
    let pushed = 0;
    for (let beats = 0; beats < 24; beats += 1) {
      if (beats % 8 === 0) await ann.given('placeContractOrder', order);
      await beat();
      for (const trader of [ann, visitor]) {
        const shown = await mark(trader);
        // The candle has whole ticks.
        for (const period of beats % 8 === 7 ? (['1s', '1m', '1d'] as const) : (['1m'] as const))
          expect(Math.abs(n(String((await of(trader, 'mark', period))[4])) - shown)).toBeLessThanOrEqual(tick / 2);
      }
      if ((await mark(ann)) - (await mark(visitor)) > tick) pushed += 1;
    }
    expect(pushed).toBeGreaterThan(0);
    expect(n(String((await of(ann, 'mark'))[2]))).toBeGreaterThan(n(String((await of(visitor, 'mark'))[2])));
    await ann.given('closePositions', {});
  });

  it('come in pages, and not of what is no contract', async () => {
    const weeks = await candles('last', '1w', 100);
    expect(weeks).toHaveLength(28);
    const before = weeks[0]?.[0] ?? 0;
    const older = await visitor.given('getContractCandles', { symbol, period: '1w', limit: 1, before });
    expect(older.candles.map(([openAt]) => openAt)).toEqual([before - 7 * 86_400_000]);
    const named = (name: string, from?: number) =>
      visitor.when('getContractCandles', { symbol: name, period: '1m', ...(from !== undefined && { before: from }) });
    await named('NOUSDT-PERP').then('market.symbol-unknown');
    await named(symbol, 1).then('market.before-listing');
  });
});
