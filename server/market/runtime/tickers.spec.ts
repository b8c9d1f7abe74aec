import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { NO_IMPACT } from '../simulator/impact.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../simulator/simulator.testkit.js';
import { EffectiveActions } from './effective-actions.js';
import { Market } from './market.js';
import { Tickers, type UserTrades } from './tickers.js';

const MINUTE_MS = 60_000;
const SYMBOLS = ['BTCUSDT', 'EURUSDT', 'AAPLUSDT'];

/** A market of three calendars: always open, all week, and by day. */
function marketOf(): Market {
  const specs = testCatalogue.specs.filter(({ symbol }) => SYMBOLS.includes(symbol));
  const versions = new Map(specs.map((spec) => [spec.symbol, { spec, version: 1, status: 'listed' }]));
  return new Market({
    instruments: { versions } as never,
    actions: new EffectiveActions(),
    ...{ calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf: testSeedOf },
    maxNotional: () => '1000000',
    replaysOf: () => [],
  });
}

describe('tickers', () => {
  it('say the same however long they have been kept', () => {
    const market = marketOf();
    expect([...market.symbols()].sort()).toEqual([...SYMBOLS].sort());
    const kept = new Tickers(market);
    // Over a weekend, at another minute of each hour.
    for (let step = 0; step < 60; step += 1) {
      const at = TEST_LAUNCH_AT + step * 61 * MINUTE_MS + step * 997;
      for (const symbol of SYMBOLS) {
        kept.ticker('demo', symbol, at - 5 * MINUTE_MS);
        expect(kept.ticker('demo', symbol, at)).toEqual(new Tickers(market).ticker('demo', symbol, at));
      }
    }
  });

  it('say of a book that nobody touched what is composed of the agents’ ladder', () => {
    const market = marketOf();
    const composed = new Tickers(market);
    composed.follow({
      flow: (_, symbol, at) => {
        const { bids, asks } = market.ladder(symbol, at, null) ?? { bids: [], asks: [] };
        return { bidTicks: bids[0]?.[0], askTicks: asks[0]?.[0], trades: undefined, trace: null };
      },
    });
    const quick = new Tickers(market);
    // Over a weekend, when what is shut had a day without trades.
    for (let step = 0; step < 40; step += 1) {
      const at = TEST_LAUNCH_AT + step * 97 * MINUTE_MS + step * 3_331;
      for (const symbol of SYMBOLS)
        expect(quick.ticker('demo', symbol, at)).toEqual(composed.ticker('demo', symbol, at));
    }
  });

  it('reach over the last 24 hours, to the minute', () => {
    const market = marketOf();
    const at = TEST_LAUNCH_AT + 1234 * MINUTE_MS;
    const ticker = new Tickers(market).ticker('demo', 'BTCUSDT', at);
    const minutes = market.rawCandles('BTCUSDT', '1m', { fromMs: at - 1440 * MINUTE_MS, toMs: at });
    expect(minutes).toHaveLength(1440);
    const price = (ticks: number) => market.price('BTCUSDT', ticks);
    expect(ticker.open24h).toBe(price(minutes[0]?.openTicks ?? 0));
    const last = market.priceTicks('BTCUSDT', at);
    expect(ticker.high24h).toBe(price(Math.max(last, ...minutes.map(({ highTicks }) => highTicks))));
    expect(ticker.low24h).toBe(price(Math.min(last, ...minutes.map(({ lowTicks }) => lowTicks))));
    const lots = minutes.reduce((sum, { volumeLots }) => sum + volumeLots, 0);
    expect(ticker.volume24h).toBe(market.quantity('BTCUSDT', lots));
  });

  const trades = (at: number, price: string): UserTrades => ({
    last: { at, price: amount(price) },
    high: amount('999999'),
    low: amount('1'),
    quantity: amount('3.5'),
    notional: amount('200000'),
  });

  it('show the best prices of the realm’s own book, and the day with its users’ trades', () => {
    const market = marketOf();
    const at = TEST_LAUNCH_AT + 1234 * MINUTE_MS;
    const [tickers, quiet] = [new Tickers(market), new Tickers(market).ticker('real', 'BTCUSDT', at)];
    const flow = { bidTicks: 5_000_000, askTicks: 5_000_100, trades: trades(at - MINUTE_MS, '50000'), trace: null };
    tickers.follow({ flow: (realm, symbol) => (realm === 'demo' && symbol === 'BTCUSDT' ? flow : undefined) });
    expect(tickers.ticker('real', 'BTCUSDT', at)).toEqual(quiet);
    expect(tickers.ticker('demo', 'BTCUSDT', at)).toEqual({
      ...quiet,
      bid: market.price('BTCUSDT', 5_000_000),
      ask: market.price('BTCUSDT', 5_000_100),
      high24h: '999999',
      low24h: '1',
      volume24h: format(amount(quiet.volume24h) + amount('3.5')),
      quoteVolume24h: expect.stringMatching(/^\d+$/),
    });
  });

  it('show a user’s trade as the last price until the tape trades again', () => {
    const market = marketOf();
    const at = TEST_LAUNCH_AT + 1234 * MINUTE_MS;
    const next = market.tape('BTCUSDT', at, at + MINUTE_MS)[0]?.at ?? 0;
    const tickers = new Tickers(market);
    const flow = { bidTicks: undefined, askTicks: undefined, trades: trades(next - 2, '4321'), trace: null };
    const shown = next - (next % 250) + 250;
    tickers.follow({ flow: () => flow });
    const last = (instant: number) => tickers.ticker('demo', 'BTCUSDT', instant).last;
    // The beat in which the tape traded is shown when it is over.
    expect([next, shown - 1, shown].map(last)).toEqual([
      '4321',
      '4321',
      market.price('BTCUSDT', market.priceTicks('BTCUSDT', shown)),
    ]);
  });

  it('show index and mark, which differ only while the quotes of the realm are pushed', () => {
    const market = marketOf();
    const at = TEST_LAUNCH_AT + 1234 * MINUTE_MS;
    const quiet = new Tickers(market).ticker('demo', 'BTCUSDT', at);
    expect([quiet.index, quiet.mark]).toEqual([quiet.last, quiet.last]);
    const indexTicks = market.priceTicks('BTCUSDT', at);
    const lastTrade = { at, priceTicks: indexTicks + 900 };
    const impact = { ...NO_IMPACT, displacementTicks: 500, basisTicks: 300, asOf: at };
    const tickers = new Tickers(market);
    const best = { bidTicks: undefined, askTicks: undefined, trades: undefined };
    tickers.follow({ flow: () => ({ ...best, trace: { impact, lastTrade } }) });
    const pushed = tickers.ticker('demo', 'BTCUSDT', at);
    expect([pushed.index, pushed.mark]).toEqual([quiet.index, market.price('BTCUSDT', indexTicks + 300)]);
  });

  it('keep the mark of the last beat while the market is closed', () => {
    const market = marketOf();
    const open = Array.from({ length: 200 }, (_, hour) => TEST_LAUNCH_AT + hour * 60 * MINUTE_MS);
    const shutAt = open.find((at) => !market.isOpen('AAPLUSDT', at)) ?? 0;
    const impact = { ...NO_IMPACT, displacementTicks: 500, basisTicks: 300, asOf: shutAt - 24 * 60 * MINUTE_MS };
    const marks = [0, 10, 60].map((minutes) => {
      const at = shutAt + minutes * MINUTE_MS;
      return market.marks.at('AAPLUSDT', at, { impact, lastTrade: { at: impact.asOf, priceTicks: 1 } }).markTicks;
    });
    expect(new Set(marks).size).toBe(1);
  });
});
