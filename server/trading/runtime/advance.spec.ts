import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandResult } from '../../core/decider.js';
import { refuse } from '../../core/refusal.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { BTC_TERMS, spotWorld, type SpotWorld } from '../../features/spot/spot.testkit.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { TapeTrade } from '../../market/simulator/tape.js';
import { Advancer } from './advance.js';
import type { Market } from '../../market/runtime/market.js';

const SYMBOL = 'BTCUSDT';
const DONE: CommandResult = { ok: true, answer: null, position: 1, repeated: false };

/** A book of the testkit under a market whose tape says nothing, or one trade at a price. */
describe('the advance of a book', () => {
  let world: SpotWorld;
  let asked: [from: number, to: number][];
  let tape: Partial<TapeTrade>[];
  let result: CommandResult;
  let advancer: Advancer;

  beforeEach(() => {
    world = spotWorld();
    [asked, tape, result] = [[], [], DONE];
    const market = {
      terms: () => BTC_TERMS,
      ladder: () => world.quotes,
      tape: (_: string, from: number, to: number) => (asked.push([from, to]), tape),
    } as unknown as Market;
    const writers = {
      peek: () => world.realm.state(spotKind, SYMBOL),
      execute: () => Promise.resolve(result),
    } as unknown as Writers;
    advancer = new Advancer(writers, market, spotKind, { error: () => undefined });
  });

  const rest = (price: string) => world.place({ side: 'buy', kind: 'limit', price, quantity: '1' }).order();

  it('takes up the trades since the beat before', async () => {
    const { placedAt } = rest('98');
    await advancer.advance('demo', SYMBOL, placedAt + 250);
    await advancer.advance('demo', SYMBOL, placedAt + 500);
    expect(asked).toEqual([
      [placedAt, placedAt + 250],
      [placedAt + 250, placedAt + 500],
    ]);
  });

  it('lets an order that comes into an empty book meet nothing that traded before it', async () => {
    const first = rest('98');
    await advancer.advance('demo', SYMBOL, first.placedAt + 1);
    world.cancel(first.orderId);
    await advancer.advance('demo', SYMBOL, first.placedAt + 2);
    const { placedAt } = rest('98');
    asked = [];
    await advancer.advance('demo', SYMBOL, placedAt + 100);
    expect(asked).toEqual([[placedAt, placedAt + 100]]);
  });

  it('looks no further back than a second at the first look, and five at any other', async () => {
    const { placedAt } = rest('98');
    await advancer.advance('demo', SYMBOL, placedAt + 60_000);
    await advancer.advance('demo', SYMBOL, placedAt + 90_000);
    expect(asked.map(([from, to]) => to - from)).toEqual([1_000, 5_000]);
  });

  it('wishes again what a writer that was away has refused', async () => {
    const { placedAt } = rest('98');
    tape = [{ side: 'sell', lots: 20_000, limitTicks: 9_700, priceTicks: 9_700 }];
    result = { ok: false, refusal: refuse('request.unavailable'), repeated: false };
    expect(await advancer.advance('demo', SYMBOL, placedAt + 250)).toBe(false);
    result = DONE;
    expect(await advancer.advance('demo', SYMBOL, placedAt + 500)).toBe(true);
    expect(asked.at(-1)).toEqual([placedAt, placedAt + 500]);
  });
});
