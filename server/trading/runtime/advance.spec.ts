import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandResult } from '../../core/decider.js';
import { refuse } from '../../core/refusal.js';
import { at } from '../../engine/writer/decider.testkit.js';
import { spotKind } from '../../features/spot/spot.state.js';
import {
  BTC_TERMS,
  cancel,
  limit,
  place,
  QuotedMarket,
  spot,
  SYMBOL,
  type Spot,
} from '../../features/spot/spot.testkit.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { TapeTrade } from '../../market/simulator/tape.js';
import { Advancer } from './advance.js';
import type { Market } from '../../market/runtime/market.js';

const AT = 1_000_000;
const DONE: CommandResult = { ok: true, answer: null, position: 1, repeated: false };

/** A book of the testkit under a market whose tape says nothing, or one trade at a price. */
describe('the advance of a book', () => {
  let world: Spot;
  let spans: [from: number, to: number][];
  let tape: Partial<TapeTrade>[];
  let result: CommandResult;
  let advancer: Advancer;
  let agents: QuotedMarket;
  let opensAt: number;
  let indexAt: (instant: number) => number;

  beforeEach(() => {
    agents = new QuotedMarket();
    opensAt = 0;
    indexAt = () => 10_000;
    world = spot(agents);
    [spans, tape, result] = [[], [], DONE];
    const market = {
      terms: () => BTC_TERMS,
      ladder: () => agents.quotes,
      priceTicks: (_: string, instant: number) => indexAt(instant),
      isOpen: (_: string, instant: number) => instant >= opensAt,
      tape: (_: string, from: number, to: number) => (spans.push([from, to]), tape),
    } as unknown as Market;
    const writers = {
      peek: () => world.state,
      execute: () => Promise.resolve(result),
    } as unknown as Writers;
    advancer = new Advancer(writers, market, spotKind, { error: () => undefined });
  });

  const rest = (instant = AT, orderId = 'o-1') =>
    world.and(at(instant, place({ ...limit('buy', '1', '98'), orderId })));

  it('takes up the trades since the beat before', async () => {
    rest();
    await advancer.advance('demo', SYMBOL, AT + 250);
    await advancer.advance('demo', SYMBOL, AT + 500);
    expect(spans).toEqual([
      [AT, AT + 250],
      [AT + 250, AT + 500],
    ]);
  });

  it('lets an order that comes into an empty book meet nothing that traded before it', async () => {
    rest();
    await advancer.advance('demo', SYMBOL, AT + 1);
    world.and(at(AT + 1_000, cancel()));
    await advancer.advance('demo', SYMBOL, AT + 1_001);
    rest(AT + 2_000, 'o-2');
    spans = [];
    await advancer.advance('demo', SYMBOL, AT + 2_100);
    expect(spans).toEqual([[AT + 2_000, AT + 2_100]]);
  });

  it('looks no further back than a second at the first look, and five at any other', async () => {
    rest();
    await advancer.advance('demo', SYMBOL, AT + 60_000);
    await advancer.advance('demo', SYMBOL, AT + 90_000);
    expect(spans.map(([from, to]) => to - from)).toEqual([1_000, 5_000]);
  });

  it('lets quotes take what they jumped over at the first look after the open, and later only as the tape trades', async () => {
    rest();
    agents.quotes = { bids: [[9_600, 9_000]], asks: [[9_700, 9_000]] };
    expect(await advancer.advance('demo', SYMBOL, AT + 250)).toBe(false);
    opensAt = AT + 400;
    expect(await advancer.advance('demo', SYMBOL, AT + 500)).toBe(true);
    expect(await advancer.advance('demo', SYMBOL, AT + 750)).toBe(false);
  });

  it('shows stops that watch the index every beat of it since the look before, and no beat twice', async () => {
    world.and(place({ side: 'buy', kind: 'market', quantity: '1', orderId: 'o-2' }));
    const stop = { side: 'sell', kind: 'stop', stopPrice: '95', quantity: '1', trigger: 'index' } as const;
    world.and(at(AT, place(stop)));
    indexAt = (instant) => (instant === AT + 500 ? 9_500 : 10_000);
    expect(await advancer.advance('demo', SYMBOL, AT + 250)).toBe(false);
    expect(await advancer.advance('demo', SYMBOL, AT + 1_000)).toBe(true);
    expect(await advancer.advance('demo', SYMBOL, AT + 1_250)).toBe(false);
  });

  it('wishes again what a writer that was away has refused', async () => {
    rest();
    tape = [{ side: 'sell', lots: 20_000, limitTicks: 9_700, priceTicks: 9_700 }];
    result = { ok: false, refusal: refuse('request.unavailable'), repeated: false };
    expect(await advancer.advance('demo', SYMBOL, AT + 250)).toBe(false);
    result = DONE;
    expect(await advancer.advance('demo', SYMBOL, AT + 500)).toBe(true);
    expect(spans.at(-1)).toEqual([AT, AT + 500]);
  });
});
