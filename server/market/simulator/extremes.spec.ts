import { describe, expect, it } from '@jest/globals';
import { TEST_LAUNCH_AT, testModel } from './simulator.testkit.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From the middle of an hour over edges of epochs, and over a whole session of New York. */
const FROM = TEST_LAUNCH_AT + 5 * 24 * HOUR_MS + 17 * MINUTE_MS;
const TO = FROM + 11 * HOUR_MS;

describe('the extremes of a stretch', () => {
  const model = testModel();
  const peaks = (symbol: string, fromMs: number, toMs: number) => {
    const minutes = model.candles(symbol, '1m', { fromMs, toMs });
    return {
      highTicks: Math.max(...minutes.map((each) => each.highTicks)),
      lowTicks: Math.min(...minutes.map((each) => each.lowTicks)),
    };
  };

  it.each(['BTCUSDT', 'EURUSDT', 'AAPLUSDT', 'XAUUSDT', 'USDCUSDT'])('are those of its minutes: %s', (symbol) => {
    expect(model.extremes(symbol, FROM, TO)).toMatchObject(peaks(symbol, FROM, TO));
  });

  it('are where it says they were', () => {
    const found = model.extremes('BTCUSDT', FROM, TO)!;
    expect(model.priceTicksAt('BTCUSDT', found.highBeat * 250)).toBe(found.highTicks);
    expect(model.priceTicksAt('BTCUSDT', found.lowBeat * 250)).toBe(found.lowTicks);
  });

  it('widen those that are known', () => {
    const middle = FROM + 5 * HOUR_MS;
    const known = model.extremes('BTCUSDT', FROM, middle);
    expect(model.extremes('BTCUSDT', middle, TO, known)).toEqual(model.extremes('BTCUSDT', FROM, TO));
  });

  it('are none while the market is shut', () => {
    const saturday = Date.UTC(2026, 10, 28, 12);
    expect(model.extremes('AAPLUSDT', saturday, saturday + HOUR_MS)).toBeUndefined();
  });
});
