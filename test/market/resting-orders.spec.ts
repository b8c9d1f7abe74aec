import { describe, expect, it } from '@jest/globals';
import { impactAfter, NO_IMPACT, type Impact } from '../../server/market/simulator/impact.js';
import { TEST_LAUNCH_AT, testModel } from '../../server/market/simulator/simulator.testkit.js';
import { BEAT_MS } from '../../server/market/simulator/beats.js';
import { createBook, execute, newOrder, type Book, type NoiseTaker } from '../../server/trading/matching/book.js';
import { isRefusal } from '../../server/core/refusal.js';
import { STILL } from '../../server/trading/matching/book.fixture.js';

/** Users whose orders rest at the market's best prices, beat by beat on the simulator's own ladder and tape. */

const SYMBOLS = ['BTCUSDT', 'DOGEUSDT', 'KSMUSDT'];
/** A Monday, so that there is trade. */
const START = TEST_LAUNCH_AT + 3 * 86_400_000;
const model = testModel(SYMBOLS);

/** A book that remembers what its users traded. */
class Remembering {
  readonly book: Book = createBook();
  impact: Impact = NO_IMPACT;

  constructor(private readonly symbol: string) {}

  ladder(at: number) {
    return model.ladder(this.symbol, at, this.impact);
  }

  rest(orderId: string, side: 'buy' | 'sell', priceTicks: number, lots: number): void {
    execute(this.book, { type: 'PlaceOrder', order: newOrder({ orderId, owner: 'user', side, priceTicks, lots }) });
  }

  /** The lots that agents took of users' orders in a beat. */
  beat(at: number, noiseTakers: readonly NoiseTaker[]): number {
    const events = execute(this.book, { ...STILL, noiseTakers }, this.ladder(at));
    if (isRefusal(events)) throw new Error(events.refusal);
    let taken = 0;
    for (const event of events) {
      if (event.type !== 'OrderMatched') continue;
      const { takerSide, priceTicks, lots } = event;
      const side = takerSide === 'buy' ? 'sell' : 'buy';
      const scale = model.impactScale(this.symbol, at);
      this.impact = impactAfter(this.impact, { side, role: 'maker', priceTicks, lots }, at, scale);
      taken += lots;
    }
    return taken;
  }
}

const tapeOf = (symbol: string, at: number): NoiseTaker[] => model.trades(symbol, at - BEAT_MS, at);

describe('agents who meet resting orders', () => {
  it.each(SYMBOLS)(
    'take of an order under their best bid what stood there, and not the same again each beat: %s',
    (symbol) => {
      const seller = new Remembering(symbol);
      const { bids } = seller.ladder(START);
      const [bestTicks, bestLots] = bids[0]!;
      seller.rest('s', 'sell', bestTicks, bestLots * 100);
      const plenty: NoiseTaker[] = [{ side: 'buy', lots: bestLots * 1_000, limitTicks: 1 }];
      // The same instant again and again: only the agents' memory differs from the first beat.
      const taken = Array.from({ length: 8 }, () => seller.beat(START, plenty));
      expect(taken).toEqual([bestLots, 0, 0, 0, 0, 0, 0, 0]);
      expect(seller.ladder(START).bids[0]![0]).toBeLessThan(bestTicks);
    },
  );

  it.each(SYMBOLS)('trade no more with a maker at both best prices than the tape of each beat: %s', (symbol) => {
    const maker = new Remembering(symbol);
    let volume = 0;
    let tapeLots = 0;
    for (let at = START; at < START + 300_000; at += BEAT_MS) {
      const tape = tapeOf(symbol, at);
      const traded = tape.reduce((sum, { lots }) => sum + lots, 0);
      const taken = maker.beat(at, tape);
      expect(taken).toBeLessThanOrEqual(traded);
      volume += taken;
      tapeLots += traded;
      execute(maker.book, { type: 'CancelAllOrders', owner: 'user', reason: 'user' });
      const { bids, asks } = maker.ladder(at);
      maker.rest(`b-${at}`, 'buy', bids[0]![0], bids[0]![1] * 10);
      maker.rest(`a-${at}`, 'sell', asks[0]![0], asks[0]![1] * 10);
    }
    expect(volume).toBeGreaterThan(0);
    expect(volume).toBeLessThanOrEqual(tapeLots);
  });
});
