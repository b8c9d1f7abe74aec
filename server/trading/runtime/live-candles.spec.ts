import { describe, expect, it } from '@jest/globals';
import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { LiveMessage } from '../../edge/socket/live-source.js';
import { FlowOffsets } from '../../market/flow-offset/flow-offsets.js';
import { FlowedSource } from '../../market/flow-offset/flowed-source.js';
import { LastTrades } from '../../market/runtime/last-trades.js';
import { TEST_LAUNCH_AT, testModel } from '../../market/simulator/simulator.testkit.js';
import { LiveCandles } from './live-candles.js';

const NOW = TEST_LAUNCH_AT + 600_500;
const ROW: CandleRow = [NOW, '1', '2', '1', '2', '7'];
const model = testModel(['BTCUSDT', 'ETHUSDT']);

/** Charts of a realm where BTC was moved; the candle thread answers when it is let. */
function charts() {
  const offsets = new FlowOffsets();
  offsets.push('BTCUSDT', TEST_LAUNCH_AT, 500);
  const source = new FlowedSource(model, offsets);
  const drawnHere: string[] = [];
  const noted = (symbol: string, period: Period, ...rest: [never]) => {
    drawnHere.push(`${symbol} ${period}`);
    return FlowedSource.prototype.candles.call(source, symbol, period, ...rest);
  };
  const own = {
    source: Object.assign(Object.create(source) as FlowedSource, { candles: noted }),
    lastTrades: new LastTrades(source),
    isMoved: (symbol: string) => source.isMoved(symbol),
  };
  const drawnThere: (() => void)[] = [];
  const sent: LiveMessage[] = [];
  const parts = {
    market: { in: () => own, isOpen: () => true, exAt: () => 0 },
    day: { candles: () => [] },
    flows: { before: () => undefined },
    candles: {
      before: () => new Promise<CandleRow[]>((resolve) => drawnThere.push(() => resolve([ROW]))),
    },
    watched: { hasListeners: (realm: string) => realm === 'demo' },
    clock: { now: () => NOW },
  };
  const live = new LiveCandles(parts as never, (message) => sent.push(message));
  return { live, drawnHere, drawnThere, sent };
}

describe('the running candles of charts', () => {
  it.each(['1d', '1w', '1M', '1y'] as const)('of %s of a moved book are drawn by the candle thread', async (period) => {
    const { live, drawnHere, drawnThere, sent } = charts();
    const joined = live.join('demo', 'BTCUSDT', period);
    drawnThere.shift()?.();
    expect(await joined).toEqual([ROW]);
    // A thread that is slower than a second gets no second request.
    live.send(NOW);
    live.send(NOW + 1_000);
    expect(drawnThere.length).toBe(1);
    drawnThere.shift()?.();
    await new Promise(setImmediate);
    expect(sent).toEqual([{ kind: 'candles', realm: 'demo', data: { symbol: 'BTCUSDT', period, candle: ROW } }]);
    live.send(NOW + 2_000);
    expect(drawnThere.length).toBe(1);
    expect(drawnHere).toEqual([]);
  });

  it('of a book that nobody moved, and short ones, are drawn at once', async () => {
    const { live, drawnHere, drawnThere } = charts();
    await live.join('demo', 'ETHUSDT', '1d');
    await live.join('demo', 'BTCUSDT', '1m');
    expect(drawnHere).toEqual(['ETHUSDT 1d', 'BTCUSDT 1m']);
    expect(drawnThere).toEqual([]);
  });
});
