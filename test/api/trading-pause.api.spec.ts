import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import type { Pause } from '../../server/market/simulator/pauses.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

/** A Wednesday, UTC, in New York's session. Its band is made so narrow that trading pauses within minutes. */
const NOON = Date.UTC(2026, 0, 7, 12);
const OPEN = Date.UTC(2026, 0, 7, 14, 30);
const CLOSE = Date.UTC(2026, 0, 7, 21);
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const BAND = 0.0002;
const symbol = 'AAPLUSDT';
const clock = new FakeClock(NOON);
let started: StartedApp;
let pause: Pause;

const trading = () => started.app.get<TradingService>(TradingService, { strict: false }).open;
const market = () => started.app.get<MarketService>(MarketService, { strict: false }).open.market;

/** On the beats by hand, so that none is missed. */
async function goTo(at: number): Promise<void> {
  while (clock.now() < at) {
    clock.setTo(Math.min(at, clock.now() + MINUTE_MS));
    await trading().beat.beat();
  }
}

/** The catalogue is taken up again with a rule under which every path pauses. */
function narrowBand(): void {
  const { calendars, instruments } = market().parts;
  const rule = calendars.find(({ id }) => id === 'nyse')?.interruption;
  Object.assign(rule ?? {}, { band: BAND });
  const version = instruments.versions.get(symbol);
  if (version === undefined) throw new Error(`${symbol} is not listed`);
  Object.assign(version, { spec: { ...version.spec } });
  market().relist();
}

function firstPause(): Pause {
  for (let at = OPEN + 10 * MINUTE_MS; at < OPEN + 80 * MINUTE_MS; at += SECOND_MS) {
    const found = market().pauseAt(symbol, at);
    if (found !== undefined && found.from > OPEN + 10 * MINUTE_MS) return found;
  }
  throw new Error('trading never pauses');
}

beforeAll(async () => {
  started = await startApp({ clock });
  trading().beat.stop();
  narrowBand();
  await goTo(OPEN);
  pause = firstPause();
});
afterAll(() => started.close());

describe('orders while trading is paused', () => {
  const ids = { atClose: '', gathered: '', atOpen: '' };
  let [ann, ben]: [Trader, Trader] = [undefined as never, undefined as never];

  it('are gathered in a call that says why, and since when', async () => {
    [ann, ben] = [await Trader.demo(started), await Trader.demo(started)];
    await goTo(pause.from - (pause.from % SECOND_MS) - SECOND_MS);
    const high = (market().priceTicks(symbol, clock.now()) * 1.1) / 100;
    const price = high.toFixed(2);
    ids.atClose = (await ann.placed({ symbol, price, quantity: '1', timeInForce: 'ATC' })).orderId;
    await goTo(pause.from + SECOND_MS);
    const { session } = await ann.given('getInstrument', { symbol });
    expect(session).toMatchObject({ open: false, phase: 'call', nextChangeAt: pause.until, pause });
    expect((await ann.given('getMarketSessions')).symbols).toContainEqual(expect.objectContaining({ symbol, pause }));
    ids.gathered = (await ann.placed({ symbol, price, quantity: '3' })).orderId;
    ids.atOpen = (await ben.placed({ symbol, type: 'market', timeInForce: 'OPG', quantity: '2' })).orderId;
    await ben.when('placeOrder', { symbol, side: 'buy', type: 'market', quantity: '1' }).then('order.not-in-call');
    const { auction, bids, asks } = await ben.given('getBook', { symbol });
    expect([auction?.kind, auction?.at, bids.length, asks]).toEqual(['opening', pause.until, 2, []]);
    const { from: begins, until } = pause;
    await ben.when('previewConversion', { from: 'USDT', to: 'AAPL', amount: '100' }).then('market.closed', 'is closed');
    const { candles } = await ben.given('getCandles', { symbol, period: '1m', limit: '5' });
    expect(candles.filter(([openAt]) => openAt > begins && openAt < until)).toEqual([]);
  });

  it('fill at one price when it resumes, and those at the close wait on', async () => {
    await goTo(pause.until + 2 * SECOND_MS);
    const gathered = await ann.order(ids.gathered, symbol);
    const atOpen = await ben.order(ids.atOpen, symbol);
    expect([gathered, atOpen]).toMatchObject([{ status: 'filled' }, { status: 'filled' }]);
    expect(gathered.averagePrice).toBe(atOpen.averagePrice);
    expect(await ann.order(ids.atClose, symbol)).toMatchObject({ status: 'unfilled' });
  });

  it('at the close trade at the close, whatever paused until then', async () => {
    await goTo(CLOSE + 2 * SECOND_MS);
    expect(await ann.order(ids.atClose, symbol)).toMatchObject({ status: 'filled', filledQuantity: '1' });
  });

  it('are found again by the audit, from the seeds and the calendars', async () => {
    await goTo(CLOSE + 2 * DEFAULT_EPOCH_MS);
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { calendars } = market().parts;
    const epoch = epochOf(pause.until, DEFAULT_EPOCH_MS);
    const audit = await auditMarket({ pool, epoch, calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    expect([audit.checked.fills > 0, audit.differences]).toEqual([true, []]);
  });
});
