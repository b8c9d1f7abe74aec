import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { amount, format } from '../../shared/money.js';
import { FakeClock } from '../../server/core/clock.js';
import { BookBeats } from '../../server/core/ports/book-beats.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

/** New York closes at 21:00: its gap is known from 19:00 on, and margins rise at 20:00. */
const STARTS_AT = Date.UTC(2026, 0, 7, 18, 58);
const [RAISES_AT, CLOSES_AT] = [Date.UTC(2026, 0, 7, 20), Date.UTC(2026, 0, 7, 21)];
const SYMBOL = 'PLTRUSDT-PERP';
const STEP_MS = 30_000;
const clock = new FakeClock(STARTS_AT);
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

async function until(instant: number): Promise<void> {
  const beats = started.app.get<BookBeats>(BookBeats, { strict: false });
  const market = started.app.get<MarketService>(MarketService, { strict: false });
  while (clock.now() < instant) {
    clock.advance(Math.min(STEP_MS, instant - clock.now()));
    await market.keepUp();
    await beats.due('demo', SYMBOL);
  }
}

describe('a contract on a market that closes', () => {
  it('warns who is short of the gap, and reduces the position and cancels orders when margins rise', async () => {
    const demo = await Trader.demo(started);
    await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '5000' });
    await demo.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
    await demo.given('setLeverage', { symbol: SYMBOL, leverage: '25' });
    const order = { symbol: SYMBOL, side: 'buy', positionSide: 'long' };
    await demo.given('placeContractOrder', { ...order, type: 'market', quantity: '10' });
    const position = async () => (await demo.given('getPositions', { symbol: SYMBOL })).positions[0];
    const contract = async () =>
      (await demo.given('getContracts', { underlying: 'PLTRUSDT' })).contracts.find((each) => each.symbol === SYMBOL);
    const price = `${Math.round(Number((await position())?.markPrice) * 0.9)}`;
    await demo.given('placeContractOrder', { ...order, type: 'limit', price, quantity: '1' });
    expect((await contract())?.gap).toBeNull();

    await until(STARTS_AT + 3 * 60_000);
    const gap = (await contract())?.gap;
    expect(gap).toMatchObject({ raisesAt: RAISES_AT, closesAt: CLOSES_AT });
    const rate = amount(gap?.rate ?? '0');
    expect(rate).toBeGreaterThan(amount('0.04'));
    const titles = async () => (await demo.given('getMessages')).items.map(({ title }) => title);
    await eventually(titles).toEqual([`Add margin before the close: ${SYMBOL}`]);
    expect((await position())?.quantity).toBe('10');

    await until(RAISES_AT + 60_000);
    const reduced = await position();
    expect(amount(reduced?.quantity ?? '0')).toBeLessThan(amount('10'));
    expect(amount(reduced?.marginBalance ?? '0')).toBeGreaterThan(
      (amount(reduced?.notional ?? '0') * rate) / amount('1'),
    );
    expect(amount((await contract())?.brackets[0]?.rate ?? '0')).toBe(rate);
    await eventually(titles).toContain(`Position reduced before the close: ${SYMBOL}`);
    const orders = async () => (await demo.given('getOrderHistory', { product: 'contract', symbol: SYMBOL })).items;
    await eventually(orders).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ type: 'limit', cancelReason: 'gap' })]),
    );
    await demo.when('setLeverage', { symbol: SYMBOL, leverage: '24' }).then('contract.leverage-out-of-range');

    await until(CLOSES_AT + 60_000);
    const shut = await position();
    expect(shut?.quantity).toBe((await position())?.quantity);
    await demo.when('setLeverage', { symbol: SYMBOL, leverage: '2' }).then('market.closed');
    await demo.when('adjustPositionMargin', { symbol: SYMBOL, side: 'long', amount: '-1' }).then('market.closed');
    await demo.given('adjustPositionMargin', { symbol: SYMBOL, side: 'long', amount: '1' });
    expect((await position())?.margin).toBe(format(amount(shut?.margin ?? '0') + amount('1')));
  }, 120_000);
});
