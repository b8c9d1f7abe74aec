import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PublicTradeView } from '../../../contracts/market.contract.js';
import { amount, format } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { BEAT_MS, instantOf } from '../../market/book-market.js';
import type { Market } from '../../market/runtime/market.js';
import type { TapeTrade } from '../../market/simulator/tape.js';
import { Products } from './products.js';
import { PublicTrades } from './public-trades.js';

const SYMBOL = 'BTCUSDT';
const BEAT = 4_000;
const START = instantOf(BEAT - 1);

/** The tape of four beats, and what agents took of resting orders in the first two of them. */
function tapeOf(prints: readonly TapeTrade[], taken: readonly (readonly [beat: number, side: string, lots: number])[]) {
  const market = {
    in: () => market,
    tape: (_: string, from: number, to: number) => prints.filter(({ at }) => at >= from && at < to),
    price: (_: string, ticks: number) => `${ticks}`,
    quantity: (_: string, lots: number) => `${lots}`,
  } as unknown as Market;
  const trades = new PublicTrades(new Products([{ kind: spotKind, market }]));
  const take = (type: string, at: number, data: object) =>
    trades.take({
      realm: 'demo',
      stream: `spot-${SYMBOL}`,
      type,
      at,
      data: { symbol: SYMBOL, ...data },
    } as unknown as RecordedEvent);
  taken.forEach(([beat, takerSide, lots], n) => {
    take('SpotBeatDecided', instantOf(beat) + 30, { beat });
    const match = { tradeId: `t-${n}`, price: '1', quantity: `${lots}`, takerSide, takerOwner: 'house' };
    take('SpotOrderMatched', instantOf(beat) + 30, match);
  });
  return trades;
}

const print = (at: number, side: 'buy' | 'sell', lots: number): TapeTrade => ({
  at,
  side,
  lots,
  priceTicks: 1,
  limitTicks: 1,
});
const lotsOf = (trades: readonly PublicTradeView[]) => trades.map(({ side, quantity }) => `${side} ${quantity}`);
const sum = (trades: readonly PublicTradeView[]) => trades.reduce((all, { quantity }) => all + amount(quantity), 0n);

describe('prints of a beat in which agents took a resting order', () => {
  const prints = [print(START, 'buy', 5), print(START + 20, 'sell', 4), print(START + 30, 'sell', 3)];

  it('are smaller by it: first those of its side, then any', () => {
    const shown = (lots: number) =>
      lotsOf(tapeOf(prints, [[BEAT, 'sell', lots]]).printed('demo', SYMBOL, START, START + BEAT_MS));
    expect(shown(3)).toEqual(['buy 5', 'sell 1', 'sell 3']);
    expect(shown(6)).toEqual(['buy 5', 'sell 1']);
    expect(shown(9)).toEqual(['buy 3']);
    expect(shown(50)).toEqual([]);
  });

  it('stay as they are in the other realm, and in other beats', () => {
    const trades = tapeOf(prints, [[BEAT, 'sell', 3]]);
    expect(trades.printed('real', SYMBOL, START, START + BEAT_MS)).toEqual(
      trades.agents('demo', SYMBOL, START, START + BEAT_MS),
    );
    const later = tapeOf(prints, [[BEAT + 1, 'sell', 3]]);
    expect(sum(later.printed('demo', SYMBOL, START, START + BEAT_MS))).toBe(amount('12'));
  });

  it('are the same in whatever window they are read, and with users’ trades no lot is shown twice', () => {
    const drawn = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 4 * BEAT_MS - 1 }),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        lots: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(drawn, fc.nat(8), fc.nat(8), fc.nat(4 * BEAT_MS), (all, first, second, cut) => {
        const tape = all.map(({ after, side, lots }) => print(START + after, side, lots)).sort((a, b) => a.at - b.at);
        const inBeat = (n: number) =>
          tape.filter(({ at }) => at >= START + n * BEAT_MS && at < START + (n + 1) * BEAT_MS);
        const most = [0, 1].map((n) => inBeat(n).reduce((lots, each) => lots + each.lots, 0));
        const taken = [first, second].map((lots, n) => [BEAT + n, 'buy', Math.min(lots, most[n] ?? 0)] as const);
        const trades = tapeOf(
          tape,
          taken.filter(([, , lots]) => lots > 0),
        );
        const end = START + 4 * BEAT_MS;
        const whole = trades.printed('demo', SYMBOL, START, end);
        const parts = [
          ...trades.printed('demo', SYMBOL, START, START + cut),
          ...trades.printed('demo', SYMBOL, START + cut, end),
        ];
        expect(parts).toEqual(whole);
        const users = taken.reduce((lots, each) => lots + each[2], 0);
        const printed = tape.reduce((lots, each) => lots + each.lots, 0);
        expect(format(sum(whole))).toBe(`${printed - users}`);
      }),
    );
  });
});
