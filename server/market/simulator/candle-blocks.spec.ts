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
    const blocks = new CandleBlocks(model, PREHISTORY_STARTS_AT);
    const anyInstant = fc.integer({ min: PREHISTORY_STARTS_AT, max: TEST_LAUNCH_AT + 30 * DAY });
    fc.assert(
      fc.property(
        fc.constantFrom(...SYMBOLS),
        fc.constantFrom(...PERIODS),
        anyInstant,
        fc.integer({ min: 1, max: 700 }),
        (symbol, period, beforeMs, limit) => {
          expect(blocks.before(symbol, period, beforeMs, limit)).toEqual(
            model.candles(symbol, period, { beforeMs, limit }),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('draw a finished block once, and what goes on each time', () => {
    let drawn = 0;
    const counted = {
      candles: (...args: Parameters<MarketSource['candles']>) => {
        drawn += 1;
        return model.candles(...args);
      },
    } as MarketSource;
    const blocks = new CandleBlocks(counted, PREHISTORY_STARTS_AT);
    const ask = () => blocks.before('BTCUSDT', '1m', TEST_LAUNCH_AT + 90_000, 300);
    ask();
    const first = drawn;
    ask();
    expect([first, drawn]).toEqual([2, 3]);
  });
});
