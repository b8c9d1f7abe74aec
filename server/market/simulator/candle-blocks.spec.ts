import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CandleBlocks } from './candle-blocks.js';
import type { MarketSource } from './market-source.js';
import { PERIODS } from './periods.js';
import { PREHISTORY_STARTS_AT } from './price-model.js';
import { TEST_LAUNCH_AT, testModel } from './simulator.testkit.js';

const SYMBOLS = ['BTCUSDT', 'EURUSDT', 'SPXUSDT'];
const DAY = 86_400_000;

describe('candles in blocks', () => {
  const model = testModel(SYMBOLS);

  it('are those of the model, whatever is asked and whatever was asked before', () => {
    // How candles are joined does not depend on their extremes, whose search takes long.
    const source = {
      candles: (...args: Parameters<MarketSource['candles']>) => model.outlines(...args),
      sessionState: (symbol, at) => model.sessionState(symbol, at),
    } as MarketSource;
    const blocks = new CandleBlocks(source, PREHISTORY_STARTS_AT);
    const anyInstant = fc.integer({ min: PREHISTORY_STARTS_AT, max: TEST_LAUNCH_AT + 30 * DAY });
    fc.assert(
      fc.property(
        fc.constantFrom(...SYMBOLS),
        fc.constantFrom(...PERIODS),
        anyInstant,
        fc.integer({ min: 1, max: 700 }),
        (symbol, period, beforeMs, limit) => {
          expect(blocks.before(symbol, period, beforeMs, limit)).toEqual(
            source.candles(symbol, period, { beforeMs, limit }),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('draw a finished candle once, and the one that runs each time', () => {
    let drawn = 0;
    const counted = {
      candles: (...args: Parameters<MarketSource['candles']>) => {
        drawn += 1;
        return model.outlines(...args);
      },
      sessionState: (symbol, at) => model.sessionState(symbol, at),
    } as MarketSource;
    const blocks = new CandleBlocks(counted, PREHISTORY_STARTS_AT);
    const ask = (at: number) => {
      const before = drawn;
      blocks.before('BTCUSDT', '1m', TEST_LAUNCH_AT + at, 300);
      return drawn - before;
    };
    // Two blocks and the running minute; the running minute alone; the minute that has finished and the next one.
    expect([ask(90_000), ask(91_000), ask(150_000), ask(90_000)]).toEqual([3, 1, 2, 1]);
  });
});
