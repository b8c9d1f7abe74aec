import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PublicTradeView } from '../../../contracts/market.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { TapeTrade } from '../../market/simulator/tape.js';
import type { Market } from '../../market/runtime/market.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { Products } from './products.js';
import { PublicTrades } from './public-trades.js';

const NOW = 20_000;
const SYMBOL = 'BTCUSDT';

/** Instants that often coincide, as trades of one millisecond do. */
const instants = fc
  .array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
  .map((steps) => steps.map((step) => NOW - 1 - step * 7).sort((a, b) => a - b));

function tradesOf(agents: readonly number[], users: readonly number[]): PublicTrades {
  const tape = agents.map((at, lots): TapeTrade => ({ at, priceTicks: 1, lots, side: 'buy', limitTicks: 1 }));
  const market = {
    in: () => market,
    tape: (_: string, from: number, to: number) => tape.filter(({ at }) => at >= from && at < to),
    price: (_: string, ticks: number) => `${ticks}`,
    quantity: (_: string, lots: number) => `${lots}`,
  } as unknown as Market;
  const trades = new PublicTrades(new Products([{ kind: spotKind, market }]));
  for (const [index, at] of users.entries()) trades.take(matched(at, index));
  return trades;
}

function matched(at: number, index: number): RecordedEvent {
  const data = {
    symbol: SYMBOL,
    tradeId: `t-${SYMBOL}-${index}`,
    price: '1',
    quantity: `u${index}`,
    takerSide: 'sell',
  };
  return { realm: 'demo', stream: 'spot-BTCUSDT', type: 'SpotOrderMatched', at, data } as unknown as RecordedEvent;
}

describe('a public trade', () => {
  it('has one id, in whatever window it is read', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 3000 }), (at, a, b) => {
        const trades = tradesOf(at, []);
        const whole = new Map(trades.agents('demo', SYMBOL, 0, NOW).map((trade) => [trade.quantity, trade.id]));
        expect(new Set(whole.values()).size).toBe(at.length);
        const window = trades.agents('demo', SYMBOL, NOW - Math.max(a, b), NOW - Math.min(a, b));
        for (const { id, quantity } of window) expect(id).toBe(whole.get(quantity));
      }),
    );
  });

  it('comes once when the tape is paged from the newest to the oldest, and none is left out', () => {
    fc.assert(
      fc.property(instants, instants, fc.integer({ min: 1, max: 7 }), (agents, users, limit) => {
        const trades = tradesOf(agents, users);
        const read: PublicTradeView[] = [];
        for (let before = NOW; ; before = read[0]!.at) {
          const page = trades.page('demo', SYMBOL, before, limit);
          if (page.length === 0) break;
          read.unshift(...page);
        }
        const quantities = [...agents.keys(), ...users.map((_, index) => `u${index}`)].map(String);
        expect(read.map(({ quantity }) => quantity).sort()).toEqual(quantities.sort());
        expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
      }),
    );
  });

  it('of a user is sent to watchers once, also when it became durable after the frame of its instant', () => {
    const trades = tradesOf([], [NOW - 500]);
    expect(
      trades
        .news(NOW)
        .get(`demo/${SYMBOL}`)
        ?.map(({ id }) => id),
    ).toEqual([`t-${SYMBOL}-0`]);
    expect(trades.news(NOW).size).toBe(0);
    trades.take(matched(NOW - 499, 1));
    expect(
      trades
        .news(NOW)
        .get(`demo/${SYMBOL}`)
        ?.map(({ id }) => id),
    ).toEqual([`t-${SYMBOL}-1`]);
    trades.take(matched(NOW, 2));
    expect(trades.news(NOW).size).toBe(0);
    expect(trades.news(NOW + 1).size).toBe(1);
  });
});
