import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { BookBeats } from '../../server/core/ports/book-beats.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

const SYMBOL = 'SOLUSDT-PERP';
const STEP_MS = 30_000;
/** A move of half a percent within twelve hours is all but certain. */
const STEPS_MAX = 1_440;
const clock = new FakeClock(WEDNESDAY_NOON);
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

/** Long and short side by side at a hundred times. */
async function opened(): Promise<Trader> {
  const demo = await Trader.demo(started);
  await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '1000' });
  await demo.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
  await demo.given('setLeverage', { symbol: SYMBOL, leverage: '100' });
  const market = { symbol: SYMBOL, type: 'market', quantity: '5' };
  await demo.given('placeContractOrder', { ...market, side: 'buy', positionSide: 'long' });
  await demo.given('placeContractOrder', { ...market, side: 'sell', positionSide: 'short' });
  return demo;
}

describe('a position that its mark price reaches', () => {
  it('is liquidated at that beat without a request, after a warning, and the other side stays', async () => {
    const demo = await opened();
    const open = async () => (await demo.given('getPositions', { symbol: SYMBOL })).positions;
    expect((await open()).map(({ side }) => side).sort()).toEqual(['long', 'short']);
    const beats = started.app.get<BookBeats>(BookBeats, { strict: false });
    const market = started.app.get<MarketService>(MarketService, { strict: false });
    // Nobody knows the queue before the first beat. With one position a side nobody else's place is said.
    expect((await open()).map(({ deleveraging }) => deleveraging)).toEqual([null, null]);
    clock.advance(STEP_MS);
    await market.keepUp();
    await beats.due('demo', SYMBOL);
    expect(await open()).toMatchObject([
      { deleveraging: 5, deleveragingQueue: null },
      { deleveraging: 5, deleveragingQueue: null },
    ]);
    let steps = 0;
    while ((await open()).length === 2 && (steps += 1) <= STEPS_MAX) {
      clock.advance(STEP_MS);
      // The seeds of an epoch are there before its first beat.
      await market.keepUp();
      await beats.due('demo', SYMBOL);
    }
    const left = await open();
    expect(left).toHaveLength(1);
    const titles = async () => (await demo.given('getMessages')).items.map(({ title }) => title);
    await eventually(titles).toEqual([`Position liquidated: ${SYMBOL}`, `Liquidation is near: ${SYMBOL}`]);
    const history = async () => (await demo.given('getPositionHistory', { symbol: SYMBOL })).items;
    await eventually(history).toMatchObject([{ symbol: SYMBOL, label: 'liquidated' }]);
  }, 120_000);
});
