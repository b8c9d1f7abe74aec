import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
/** A Wednesday noon, UTC. */
const NOON = Date.UTC(2026, 0, 7, 12);
const clock = new FakeClock(NOON);
let started: StartedApp;
let visitor: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  visitor = new Trader(started);
});
afterAll(() => started.close());

const number = (text: string): number => Number.parseFloat(text);

describe('sparklines', () => {
  it('are the hourly closes of the chart, for all that were named at once', async () => {
    const curves = await visitor.given('getSparklines', { symbols: 'BTCUSDT,AAPLUSDT' });
    const hours = { symbol: 'BTCUSDT', period: '1h', limit: 24, before: NOON } as const;
    const { candles } = await visitor.given('getCandles', hours);
    expect(curves[0]).toEqual({ symbol: 'BTCUSDT', closes: candles.map((candle) => candle[4]) });
    // A stock trades 6.5 hours a day, which touch 7 or 8 hours of the clock.
    expect([7, 8]).toContain(curves[1]?.closes.length);
  });

  it('refuse a symbol that does not exist', async () => {
    await visitor.when('getSparklines', { symbols: 'BTCUSDT,NOPEUSDT' }).then('market.symbol-unknown');
  });
});

describe('movers', () => {
  it('are the open instruments that rose most, fell most and traded most', async () => {
    const { gainers, losers, turnover } = await visitor.given('getMovers', { limit: 4 });
    const tickers = await visitor.given('getTickers');
    const instruments = await visitor.given('getInstruments');
    const closed = new Set(instruments.filter(({ session }) => !session.open).map(({ symbol }) => symbol));
    const open = tickers.filter(({ symbol }) => !closed.has(symbol));
    const best = Math.max(...open.map(({ changePct }) => number(changePct)));
    const most = Math.max(...open.map(({ quoteVolume24h }) => number(quoteVolume24h)));
    expect(gainers.map(({ changePct }) => number(changePct))[0]).toBe(best);
    expect(number(turnover[0]?.quoteVolume24h ?? '')).toBe(most);
    expect(losers.every(({ changePct }) => number(changePct) < 0)).toBe(true);
    expect([...gainers, ...losers, ...turnover].filter(({ symbol }) => closed.has(symbol))).toEqual([]);
    expect(turnover).toHaveLength(4);
  });
});

describe('an instrument’s page', () => {
  const detail = (symbol: string) => visitor.when('getInstrumentDetail', { symbol });

  it('says when a market opens and closes next, and its days off', async () => {
    const apple = await detail('AAPLUSDT').then();
    expect(apple.timeZone).toBe('America/New_York');
    expect(apple.sessions[0]).toEqual([NOON + 2.5 * HOUR_MS, NOON + 9 * HOUR_MS]);
    expect(apple.sessions).toHaveLength(5);
    // Martin Luther King Day 2026; the days in between are trading days.
    expect(apple.holidays[0]).toEqual({ date: '2026-01-19', closesAt: null });
    const { holidays } = await detail('HSIUSDT').then();
    // Lunar New Year: half a day on its eve, then three days off.
    expect(holidays.slice(0, 4)).toEqual([
      { date: '2026-02-16', closesAt: '12:00' },
      ...['2026-02-17', '2026-02-18', '2026-02-19'].map((date) => ({ date, closesAt: null })),
    ]);
  });

  it('says of a market that never closes that it does not', async () => {
    await detail('BTCUSDT').then({ alwaysOpen: true, sessions: [], holidays: [] });
  });

  it('lists every version of the specification and the fees with the policy that sets them', async () => {
    const { versions, fees, instrument } = await detail('BTCUSDT').then();
    const { tickSize, lotSize } = instrument;
    expect(versions).toEqual([expect.objectContaining({ version: 1, at: NOON, tickSize, lotSize })]);
    expect(fees).toEqual({ makerRate: '0.001', takerRate: '0.001', policy: 'spot.fees', policyVersion: 1 });
  });

  it('is refused for a symbol that does not exist', async () => {
    await detail('NOPEUSDT').then('market.symbol-unknown');
  });
});
