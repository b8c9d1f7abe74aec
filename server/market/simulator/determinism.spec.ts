import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { NO_IMPACT } from './impact.js';
import { PERIODS } from './periods.js';
import { TEST_LAUNCH_AT, testModel } from './simulator.testkit.js';

/**
 * What published seeds gave once they must give for ever: a change of these hashes is a change of every published price,
 * and needs a new version of the model that starts at an epoch, with the old one kept for the audit.
 */
const GOLDEN = {
  candles: 'a62e2363c08ffcdf',
  agents: 'b2b2514546191da8',
};

const SYMBOLS = ['BTCUSDT', 'EURUSDT', 'XAUUSDT', 'WTIUSDT', 'AAPLUSDT', '7203USDT', 'SPXUSDT', 'SPYUSDT'];
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

describe('the price model, once published', () => {
  const model = testModel();
  const instants = [Date.UTC(2012, 4, 9, 9, 0, 7), TEST_LAUNCH_AT + 90_061_000, TEST_LAUNCH_AT + 300 * 86_400_000];

  it('gives the candles that it always gave', () => {
    const candles = SYMBOLS.flatMap((symbol) =>
      instants.flatMap((beforeMs) => PERIODS.map((period) => model.candles(symbol, period, { beforeMs, limit: 4 }))),
    );
    expect(hashOf(candles)).toBe(GOLDEN.candles);
  });

  it('gives the ladders and the tape that it always gave', () => {
    const agents = SYMBOLS.flatMap((symbol) =>
      instants.map((at) => [model.ladder(symbol, at, NO_IMPACT), model.trades(symbol, at - 5000, at)]),
    );
    expect(hashOf(agents)).toBe(GOLDEN.agents);
  });
});
