import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { BookBeats } from '../../server/core/ports/book-beats.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { messagesTo } from '../kit/people.js';
import type { Trader } from '../kit/trader.js';

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

/** A German whose long and short lie side by side at a hundred times. */
async function opened(): Promise<{ trader: Trader; account: string }> {
  const { trader, account } = await tradingPerson(started, 'de');
  await fund(started, trader.userId, 'USDT', '1000');
  await trader.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '1000' });
  await trader.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
  await trader.given('setLeverage', { symbol: SYMBOL, leverage: '100' });
  const market = { symbol: SYMBOL, type: 'market', quantity: '5' };
  await trader.given('placeContractOrder', { ...market, side: 'buy', positionSide: 'long' });
  await trader.given('placeContractOrder', { ...market, side: 'sell', positionSide: 'short' });
  return { trader, account };
}

describe('a position that its mark price reaches', () => {
  it('is liquidated at that beat without a request, after a warning, and the other side stays', async () => {
    const { trader, account } = await opened();
    const open = async () => (await trader.given('getPositions', { symbol: SYMBOL })).positions;
    expect((await open()).map(({ side }) => side).sort()).toEqual(['long', 'short']);
    const beats = started.app.get<BookBeats>(BookBeats, { strict: false });
    const market = started.app.get<MarketService>(MarketService, { strict: false });
    // Nobody knows the queue before the first beat. With one position a side nobody else's place is said.
    expect((await open()).map(({ deleveraging }) => deleveraging)).toEqual([null, null]);
    clock.advance(STEP_MS);
    await market.keepUp();
    await beats.due('real', SYMBOL);
    expect(await open()).toMatchObject([
      { deleveraging: 5, deleveragingQueue: null },
      { deleveraging: 5, deleveragingQueue: null },
    ]);
    let steps = 0;
    while ((await open()).length === 2 && (steps += 1) <= STEPS_MAX) {
      clock.advance(STEP_MS);
      // The seeds of an epoch are there before its first beat.
      await market.keepUp();
      await beats.due('real', SYMBOL);
    }
    const left = await open();
    expect(left).toHaveLength(1);
    const titles = async () => (await trader.given('getMessages')).items.slice(0, 2).map(({ title }) => title);
    await eventually(titles).toEqual([`Position liquidated: ${SYMBOL}`, `Liquidation is near: ${SYMBOL}`]);
    // By letter too, in the language of the account.
    const letters = async () => (await messagesTo(started, account)).slice(0, 2).map(({ letter }) => letter?.subject);
    await eventually(letters).toEqual([`Position liquidiert: ${SYMBOL}`, `Liquidation droht: ${SYMBOL}`]);
    const [liquidated, warned] = await messagesTo(started, account);
    expect(liquidated?.letter?.text).toMatch(
      /Ihre (Long|Short)-Position in SOLUSDT-PERP hat ihren Liquidationspreis erreicht\. Mark-Kurs: 1\d\d(,\d+)? USDT\. Wir haben 5 von 5 SOL geschlossen\./,
    );
    expect(warned?.letter?.text).toMatch(
      /Die Risikoquote Ihrer (Long|Short)-Position in SOLUSDT-PERP beträgt [89]\d(,\d+)?\u00a0%\. Bei 100\u00a0% wird sie liquidiert\./,
    );
    const history = async () => (await trader.given('getPositionHistory', { symbol: SYMBOL })).items;
    await eventually(history).toMatchObject([{ symbol: SYMBOL, label: 'liquidated' }]);
  }, 120_000);
});
