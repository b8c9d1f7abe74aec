import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlertWatcher } from '../../server/features/alert/alert.watcher.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, openActionDesk } from '../kit/action-desk.js';
import { eventually } from '../kit/eventually.js';
import type { Trader } from '../kit/trader.js';

const SYMBOL = 'AAPLUSDT';
/** The last trading day, a Friday; New York closes at 21:00 UTC. */
const LAST_DAY = '2026-01-09';
const CLOSES_AT = Date.UTC(2026, 0, 9, 21);
const CLOSED = 'was delisted on Jan 9, 2026';

let desk: Awaited<ReturnType<typeof openActionDesk>>;
let holder: Trader;
let actionId: string;
beforeAll(async () => {
  desk = await openActionDesk(SYMBOL);
  holder = desk.holder();
}, 120_000);
afterAll(() => desk.close());

const delisting = { symbol: SYMBOL, kind: 'delisting', date: LAST_DAY, reason: 'The company goes private' } as const;

describe('a delisting', () => {
  it('is announced to holders by two members, and trading goes on until the half hour that is averaged', async () => {
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '10' });
    const price = await holder.away(8, SYMBOL);
    await holder.placed({ symbol: SYMBOL, side: 'sell', quantity: '4', price });
    const alert = {
      symbol: SYMBOL,
      kind: 'rises',
      level: `${Number(price) + 50}`,
      endsAt: desk.clock.now() + 30 * DAY_MS,
    };
    await holder.given('setAlert', alert);
    actionId = await desk.announce(delisting);
    await eventually(desk.titles).toContain('AAPL will be delisted');
    await holder
      .when('getCorporateActions', { symbol: SYMBOL })
      .then([{ kind: 'delisting', date: LAST_DAY, dueAt: CLOSES_AT, status: 'announced' }]);
    await desk.pass(CLOSES_AT - 31 * MINUTE_MS - desk.clock.now());
    const order = { symbol: SYMBOL, side: 'sell', type: 'market', quantity: '1' } as const;
    expect((await holder.placed(order)).status).toBe('filled');
    await desk.pass(2 * MINUTE_MS);
    await holder.when('placeOrder', order).then('market.halted');
    await holder.when('previewConversion', { from: 'USDT', to: 'AAPL', amount: '100' }).then('market.halted');
  });

  it('cancels what rests, and pays holders once at the average of the last half hour', async () => {
    const [before = ''] = (await holder.funds('USDT')).split(' ');
    await desk.pass(30 * MINUTE_MS);
    await desk.isSettled(actionId);
    const candles = (await holder.given('getCandles', { symbol: SYMBOL, period: '1m', limit: 30 })).candles;
    const closes = candles.map(([, , high, low]) => (Number(high) + Number(low)) / 2);
    const mean = closes.reduce((sum, each) => sum + each, 0) / closes.length;
    const [after = ''] = (await holder.funds('USDT')).split(' ');
    // The middle of a minute's range is not its average: in a lively half hour that makes a quarter of a per cent.
    expect(Math.abs((Number(after) - Number(before)) / 9 / mean - 1)).toBeLessThan(0.005);
    expect(await holder.funds('AAPL')).toBe('0 0');
    const [order] = (await holder.given('getOrderHistory', { symbol: SYMBOL })).items.filter(
      ({ status }) => status === 'cancelled',
    );
    expect(order).toMatchObject({ cancelReason: 'delisted' });
    const { items } = await holder.given('getAccountRecords', { kind: 'delistings', currency: 'AAPL' });
    expect(items).toMatchObject([{ amount: '-9' }]);
    await eventually(desk.titles).toEqual(
      expect.arrayContaining([`${SYMBOL}: open orders cancelled`, expect.stringContaining('AAPL paid out: ')]),
    );
  });

  it('leaves lists and pickers, and refuses whatever deals in it, by name', async () => {
    const listed = (await holder.given('getInstruments')).map(({ symbol }) => symbol);
    const priced = (await holder.given('getTickers', { class: 'stocks' })).map(({ symbol }) => symbol);
    const coins = (await holder.given('getCurrencyAll')).map(({ currency }) => currency);
    expect([listed.includes(SYMBOL), priced.includes(SYMBOL), coins.includes('AAPL')]).toEqual([false, false, false]);
    await desk.pass(3 * DAY_MS - HOUR_MS);
    const order = { symbol: SYMBOL, side: 'buy', type: 'limit', quantity: '1', price: '250' };
    await holder.when('placeOrder', order).then('market.delisted', CLOSED);
    await holder.when('previewConversion', { from: 'USDT', to: 'AAPL', amount: '100' }).then('market.delisted', CLOSED);
    for (const call of ['getFunding', 'getVolatility'] as const)
      await holder.when(call, { symbol: SYMBOL }).then('market.delisted', CLOSED);
    const alert = { symbol: SYMBOL, kind: 'rises', level: '300', endsAt: desk.clock.now() + DAY_MS };
    await holder.when('setAlert', alert).then('alert.delisted');
    desk.staff.tokens.set('ann', await desk.staff.again('ann'));
    await desk.staff
      .as('ann')
      .when('proposeCorporateAction', { ...delisting, date: '2026-01-16' })
      .then('market.delisted', CLOSED);
    await desk.app().get(AlertWatcher, { strict: false }).look();
    await eventually(async () => (await holder.given('getAlerts')).items).toEqual([]);
  });

  it('leaves its page, its chart and its history readable, up to the last close', async () => {
    const detail = await holder.given('getInstrumentDetail', { symbol: SYMBOL });
    expect(detail.instrument).toMatchObject({ delistedAt: CLOSES_AT, session: { open: false, nextChangeAt: null } });
    const { candles } = await holder.given('getCandles', { symbol: SYMBOL, period: '1h' });
    expect(candles.at(-1)?.[0]).toBe(CLOSES_AT - HOUR_MS);
    const later = { symbol: SYMBOL, period: '1h', before: CLOSES_AT + DAY_MS };
    await holder.when('getCandles', later).then('market.after-delisting', 'has no prices after Jan 9, 2026');
    expect((await holder.given('getMyTrades', { symbol: SYMBOL })).items.length).toBeGreaterThan(1);
  });

  it('is paid at a price that the audit recomputes from seeds', async () => {
    const audit = await desk.audit(CLOSES_AT);
    expect([audit.differences, audit.checked.closes]).toEqual([[], 1]);
    expect(await desk.findings()).toEqual([]);
  });
});
