import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../simulator/simulator.testkit.js';
import { Market } from './market.js';
import { Tickers } from './tickers.js';

const MINUTE_MS = 60_000;
const SYMBOLS = ['BTCUSDT', 'EURUSDT', 'AAPLUSDT'];

/** A market of three calendars: always open, all week, and by day. */
function marketOf(): Market {
  const specs = testCatalogue.specs.filter(({ symbol }) => SYMBOLS.includes(symbol));
  const versions = new Map(specs.map((spec) => [spec.symbol, { spec, version: 1, status: 'listed' }]));
  return new Market({
    instruments: { versions } as never,
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
        kept.ticker(symbol, at - 5 * MINUTE_MS);
        expect(kept.ticker(symbol, at)).toEqual(new Tickers(market).ticker(symbol, at));
      }
    }
  });

  it('reach over the last 24 hours, to the minute', () => {
    const market = marketOf();
    const at = TEST_LAUNCH_AT + 1234 * MINUTE_MS;
    const ticker = new Tickers(market).ticker('BTCUSDT', at);
    const minutes = market.rawCandles('BTCUSDT', '1m', { fromMs: at - 1440 * MINUTE_MS, toMs: at });
    const price = (ticks: number): string => market.price('BTCUSDT', ticks);
    expect(ticker.open24h).toBe(price(minutes[0]?.openTicks ?? 0));
    const last = market.priceTicks('BTCUSDT', at);
    expect(ticker.high24h).toBe(price(Math.max(last, ...minutes.map(({ highTicks }) => highTicks))));
    expect(ticker.low24h).toBe(price(Math.min(last, ...minutes.map(({ lowTicks }) => lowTicks))));
    expect(ticker.volume24h).toBe(
      market.quantity(
        'BTCUSDT',
        minutes.reduce((sum, { volumeLots }) => sum + volumeLots, 0),
      ),
    );
  });
});
