import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PERIODS, type Period } from '../../contracts/market.contract.js';
import { amount, ONE, type Amount } from '../../shared/money.js';
import { RowBatch } from '../../server/engine/projections/row-batch.js';
import { spotKind } from '../../server/features/spot/spot.state.js';
import type { SinceThen } from '../../server/market/runtime/effective-actions.js';
import { periodStart } from '../../server/market/simulator/periods.js';
import { FlowCandles } from '../../server/trading/runtime/flow-candles.js';
import type { OrderMatched } from '../../server/trading/venue/book.facts.js';
import { addToFlow } from '../../server/trading/venue/flow.tables.js';
import { openStore } from './projection-support.js';

const SYMBOL = 'BTCUSDT';
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 20, 7, 13, 9, 250);
/** Trades some seconds, hours and weeks apart, over a turn of the year. */
const TRADES = Array.from({ length: 400 }, (_, n) => ({
  at: START + n * 1_700 + Math.floor(n / 20) * 3_600_000 * 7 + Math.floor(n / 100) * 19 * DAY_MS,
  price: `${100 + ((n * 37) % 91)}`,
  quantity: `${1 + (n % 5)}`,
  takerOwner: n % 7 === 0 ? 'house' : 'demo-ann.1',
}));

let opened: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  opened = await openStore();
  const rows = new RowBatch();
  for (const trade of TRADES)
    addToFlow(rows, 'demo', trade.at, { symbol: SYMBOL, notional: '1', ...trade } as unknown as OrderMatched);
  await rows.write(opened.pool, 'blue');
});
afterAll(() => opened.close());

function flows(since: readonly SinceThen[]): FlowCandles {
  const market = { sinceThen: () => since, spec: () => ({ tickSize: '0.01', lotSize: '0.01' }) } as never;
  const projections = { waitFor: () => Promise.resolve(true) };
  const made = new FlowCandles({ pool: opened.pool, projections, market, kinds: [spotKind] });
  made.touch('demo', SYMBOL, 1);
  return made;
}

const ALWAYS: SinceThen = { from: 0, to: Number.MAX_SAFE_INTEGER, price: ONE, shares: ONE };

/** `[openAt, firstAt, open, high, low, lastAt, close, volume]`, from the trades themselves. */
function folded(period: Period, traded = TRADES, share: (at: number) => number = () => 1) {
  const groups = Map.groupBy(traded, ({ at }) => periodStart(period, Math.floor(at / 1000)) * 1000);
  return [...groups].map(([openAt, trades]) => {
    const prices = trades.map(({ at, price }) => Number(price) * share(at));
    const volume = trades.reduce((sum, { takerOwner, quantity }) => sum + (takerOwner === 'house' ? 0 : +quantity), 0);
    const figures = [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)].map(cents);
    return [openAt, trades[0]?.at, ...figures.slice(0, 3), trades.at(-1)?.at, figures[3], cents(volume)];
  });
}

const cents = (value = 0): Amount => amount(value.toFixed(2));

describe('users’ trades as candles', () => {
  it.each(PERIODS)('of %s are the fold of the trades', async (period) => {
    const expected = folded(period);
    const range = { symbol: SYMBOL, period, beforeMs: Number.MAX_SAFE_INTEGER, limit: 1_000 };
    const found = await flows([ALWAYS]).before('demo', range);
    expect(found?.map((each) => Object.values(each))).toEqual(expected);
    // A page has one more before it, whose last trade is right.
    const page = await flows([ALWAYS]).before('demo', { ...range, beforeMs: Number(expected.at(-1)?.[0]), limit: 1 });
    expect(page?.slice(-1).map((each) => Object.values(each))).toEqual(expected.slice(-2, -1));
    expect(page?.slice(-2, -1).map(({ close }) => close)).toEqual(expected.slice(-3, -2).map((each) => each[6]));
  });

  it('of before a dividend or split are in prices and shares of now, to the tick', async () => {
    const exAt = TRADES[200]?.at ?? 0;
    const [before, after] = [
      { from: 0, to: exAt, price: amount('0.4936'), shares: amount('2') },
      { from: exAt, to: Number.MAX_SAFE_INTEGER, price: ONE, shares: ONE },
    ];
    const range = { symbol: SYMBOL, period: '1y', beforeMs: Number.MAX_SAFE_INTEGER, limit: 10 } as const;
    const found = await flows([before, after]).before('demo', range);
    const inSharesOfNow = TRADES.map((trade) => ({
      ...trade,
      quantity: `${+trade.quantity * (trade.at < exAt ? 2 : 1)}`,
    }));
    expect(found?.map(({ high, low, volume }) => [high, low, volume])).toEqual(
      folded('1y', inSharesOfNow, (at) => (at < exAt ? 0.4936 : 1)).map((each) => [each[3], each[4], each[7]]),
    );
  });

  it('are none of a book that nobody traded in, and of the other realm', () => {
    const range = { symbol: SYMBOL, period: '1m', beforeMs: START, limit: 10 } as const;
    expect(flows([ALWAYS]).before('real', range)).toBeUndefined();
    expect(flows([ALWAYS]).before('demo', { ...range, symbol: 'ETHUSDT' })).toBeUndefined();
  });
});
