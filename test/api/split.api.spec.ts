import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStore } from '../../server/engine/history/event-store.js';
import { loadStream } from '../../server/engine/writer/loader.js';
import { conversionKind } from '../../server/features/conversion/conversion.decider.js';
import { DAY_MS, FIRST_HOUR, HOUR_MS, MINUTE_MS, openActionDesk } from '../kit/action-desk.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

const SYMBOL = 'AAPLUSDT';
/** New York opens at 14:30 UTC on this Monday. */
const MONDAY = Date.UTC(2026, 0, 12, 14, 30);

let desk: Awaited<ReturnType<typeof openActionDesk>>;
let holder: Trader;
beforeAll(async () => {
  desk = await openActionDesk(SYMBOL);
  holder = desk.holder();
}, 120_000);
afterAll(() => desk.close());

const last = async (): Promise<number> => Number((await holder.given('getTickers', { symbols: SYMBOL }))[0]?.last);

/** Two members announce a split for an open; everything before it has happened once this answers. */
async function announced(newShares: number, oldShares: number, opensAt: number): Promise<string> {
  const date = new Date(opensAt).toISOString().slice(0, 10);
  const actionId = await desk.announce({ kind: 'split', date, newShares, oldShares });
  await desk.pass(opensAt - 16 * MINUTE_MS - desk.clock.now());
  return actionId;
}

/** The timer comes, and every holding is split. */
async function carriedOut(actionId: string): Promise<void> {
  await desk.pass(2 * MINUTE_MS);
  await desk.isSettled(actionId);
}

/** Somebody else who has converted money to shares. */
async function converter(): Promise<Trader> {
  const trader = await Trader.demo(desk.started());
  const { quoteId } = await trader.given('quoteConversion', { from: 'USDT', to: 'AAPL', amount: '4000' });
  await trader.given('convert', { quoteId });
  return trader;
}

/** What conversions have brought and taken of the share, by owner. */
async function inventoryOf({ userId }: Trader): Promise<number> {
  const store = desk.app().get<EventStore>(EventStore, { strict: false });
  const { state } = await loadStream(store, 'demo', conversionKind, `${userId}.1`);
  return Number(state.inventory['AAPL']);
}

describe('a split that cannot be', () => {
  it.each<[string, object, string, string]>([
    ['half a ratio', { newShares: undefined }, 'action.ratio-missing', 'Enter how many new shares'],
    ['a ratio of one', { newShares: 1 }, 'action.ratio-range', 'The two numbers must differ'],
    ['more than the policy allows', { newShares: 101 }, 'action.ratio-range', 'at most 100 to 1'],
  ])('is refused for %s, in words', async (_, change, refusal, words) => {
    const terms = { symbol: SYMBOL, kind: 'split', date: '2026-01-12', newShares: 4, oldShares: 1 } as const;
    const form = { ...terms, reason: 'As the general meeting decided', ...change };
    await desk.staff.as('ann').when('proposeCorporateAction', form).then(refusal, words);
  });
});

describe('a split', () => {
  it('multiplies what a holder has, adjusts their orders and alerts, and divides the price', async () => {
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '10.5' });
    const [sellAt, buyAt] = [await holder.away(8, SYMBOL), await holder.away(-8, SYMBOL)];
    const sell = await holder.placed({ symbol: SYMBOL, side: 'sell', quantity: '4', price: sellAt });
    const buy = await holder.placed({ symbol: SYMBOL, side: 'buy', quantity: '2', price: `${Number(buyAt) + 0.01}` });
    const level = ((await last()) * 1.2).toFixed(2);
    const alert = { symbol: SYMBOL, kind: 'rises', level, endsAt: desk.clock.now() + 30 * DAY_MS };
    await holder.given('setAlert', alert);
    const other = await converter();
    const converted = await inventoryOf(other);
    const actionId = await announced(4, 1, MONDAY);
    await eventually(desk.titles).toContain('AAPL: 4-for-1 split');
    const before = await last();
    const worth = await holder.given('getPerformance');
    await carriedOut(actionId);

    expect(await holder.funds('AAPL')).toBe('26 16');
    expect(await holder.order(sell.orderId, SYMBOL)).toMatchObject({
      status: 'unfilled',
      quantity: '16',
      price: `${Number(sellAt) / 4}`,
    });
    // Between two ticks a buy goes to the lower one.
    const bid = Math.floor(((Number(buyAt) + 0.01) * 100) / 4) / 100;
    expect(await holder.order(buy.orderId, SYMBOL)).toMatchObject({ quantity: '8', price: `${bid}` });
    const { items } = await holder.given('getAlerts');
    expect(items).toMatchObject([{ status: 'active', level: `${Number((Number(level) / 4).toFixed(2))}` }]);
    expect(Math.abs((await last()) * 4 - before)).toBeLessThan(0.03);
    await eventually(desk.titles).toEqual(
      expect.arrayContaining(['AAPL split 4-for-1', `${SYMBOL}: open orders adjusted`]),
    );
    const records = await holder.given('getAccountRecords', { kind: 'splits', currency: 'AAPL' });
    expect(records.items.map(({ amount }) => amount).sort()).toEqual(['12', '19.5']);
    expect([converted < 0, await inventoryOf(other)]).toEqual([true, converted * 4]);
    const after = await holder.given('getPerformance');
    const { costUsdt, realisedUsdt, netFlowsUsdt } = worth;
    expect(after).toMatchObject({ costUsdt, realisedUsdt, netFlowsUsdt });
    expect(Math.abs(Number(after.valueUsdt) - Number(worth.valueUsdt))).toBeLessThan(0.5);
  });

  it('lets trading open with the adjusted orders, from seeds that the audit recomputes', async () => {
    await desk.pass(16 * MINUTE_MS);
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '2' });
    const sold = await holder.placed({ symbol: SYMBOL, side: 'sell', type: 'market', quantity: '26' });
    expect(sold.status).toBe('filled');
    const actionId = await announced(1, 8, MONDAY + 3 * DAY_MS);
    await carriedOut(actionId);
    // 2 bought and 16 on offer: a reverse split cancels that order, and 18 make 2.25.
    expect(await holder.funds('AAPL')).toBe('2.25 0');
    expect(await holder.open({ symbol: SYMBOL })).toEqual([]);
    await eventually(desk.titles).toContain(`${SYMBOL}: open orders cancelled`);
    await desk.pass(16 * MINUTE_MS);
    await holder.placed({ symbol: SYMBOL, side: 'sell', type: 'market', quantity: '1.25' });
    // The epoch of the last fill ends at four, and its seed is shown.
    await desk.pass(2 * HOUR_MS);
    for (const [at, closes] of [
      [FIRST_HOUR, 0],
      [MONDAY, 1],
      [MONDAY + 3 * DAY_MS, 1],
    ] as const) {
      const audit = await desk.audit(at);
      expect(audit.differences).toEqual([]);
      expect([audit.checked.fills > 0, audit.checked.closes]).toEqual([true, closes]);
    }
    expect(await desk.findings()).toEqual([]);
  });
});
