import { describe, expect, it } from '@jest/globals';
import { STILL, given, placing, type Scene } from './book.fixture.js';
import { decide, LIMITS, newOrder, type AdvanceMarket, type Side } from './book.js';

const stop = (stopTicks: number) => ({ kind: 'stop', stopTicks }) as const;
const stopLimit = (stopTicks: number) => ({ kind: 'stop-limit', stopTicks }) as const;

describe.each(['index', 'mark'] as const)('a stop that watches the %s', (watched) => {
  const watching = (stopTicks: number) => ({ kind: 'stop', stopTicks, trigger: watched }) as const;
  const moves = (scene: Scene, lowTicks: number, highTicks: number, limits?: Partial<AdvanceMarket>) =>
    scene.when({ ...STILL, [watched]: { lowTicks, highTicks }, ...limits });

  it('is triggered by that, and by no trade', () => {
    const scene = given(['buy 90 ben:9']);
    scene.place('ann', 'sell', 80, 2, watching(95));
    scene.place('cat', 'sell', 80, 2, stop(95));
    expect(scene.place('eve', 'sell', 90, 1)).toEqual([
      'accepted eve, rests: no',
      'eve takes 1 at 90 from ben',
      'triggered cat, rests: no',
      'cat takes 2 at 90 from ben',
    ]);
    expect(moves(scene, 96, 99)).toEqual([]);
    expect(moves(scene, 95, 99)).toEqual(['triggered ann, rests: no', 'ann takes 2 at 90 from ben']);
  });

  it('must lie ahead of that, wherever the last trade was', () => {
    const scene = given();
    scene.place('ben', 'buy', 90, 1);
    scene.place('cat', 'sell', 90, 1);
    const prices = (ticks: number) => ({
      lastTicks: null,
      indexTicks: null,
      markTicks: null,
      [`${watched}Ticks`]: ticks,
    });
    const placed = placing('ann', 'sell', 80, 1, watching(95));
    expect(scene.when(placed, undefined, prices(94))).toEqual(['order.stop-already-reached']);
    expect(scene.when(placed, undefined, prices(96))).toEqual(['accepted ann, rests: stops']);
  });

  it('waits for the next command when one has done enough, with stops that watch trades', () => {
    const scene = given([], { ...LIMITS, eventsPerCommand: 2 });
    scene.place('ann', 'sell', 90, 1, stopLimit(98));
    scene.place('ben', 'buy', 80, 1, { ...stopLimit(99), trigger: watched });
    expect(moves(scene, 97, 99, { traded: { lowTicks: 97, highTicks: 97, lastTicks: 97 } })).toEqual([
      'last trade at 97',
      'triggered ann, rests: book',
      `deferred stops: last 97-97, ${watched === 'index' ? 'index 97-99, mark none' : 'index none, mark 97-99'}`,
    ]);
    expect(scene.when(STILL)).toEqual(['triggered ben, rests: book', 'deferred stops: none']);
  });

  it('cancels its partner, as any leg of a pair', () => {
    const scene = given(['buy 90 ben:9']);
    const terms = { owner: 'ann', side: 'sell', lots: 4 } as const;
    const limit = newOrder({ ...terms, orderId: 'gain', priceTicks: 110 });
    const loss = newOrder({ ...terms, orderId: 'loss', priceTicks: 80, ...watching(95) });
    scene.when({ type: 'PlaceOcoPair', limit, stop: loss });
    expect(moves(scene, 95, 95)).toEqual([
      'triggered loss, rests: no',
      'cancelled gain with 4 left: oco',
      'loss takes 4 at 90 from ben',
    ]);
  });

  it('says what triggered it, and how far that had come', () => {
    const { book } = moving(given(['buy 90 ben:9']), 'sell', 95);
    const range = { lowTicks: 93, highTicks: 99 };
    const fell = decide(book, { ...STILL, [watched]: range });
    expect(fell).toContainEqual(expect.objectContaining({ orderId: 'ann', trigger: watched, reachedTicks: 93 }));
    const rose = decide(moving(given(), 'buy', 97).book, { ...STILL, [watched]: range });
    expect(rose).toContainEqual(expect.objectContaining({ orderId: 'ann', trigger: watched, reachedTicks: 99 }));
  });

  const moving = (scene: Scene, side: Side, stopTicks: number): Scene => {
    scene.place('ann', side, side === 'buy' ? 120 : 80, 2, watching(stopTicks));
    return scene;
  };
});

describe('a take-profit', () => {
  const at = (stopTicks: number, kind: 'take-profit' | 'take-profit-limit' = 'take-profit') => ({ kind, stopTicks });
  const beat = (lowTicks: number, highTicks: number) => ({
    ...STILL,
    traded: { lowTicks, highTicks, lastTicks: highTicks },
  });

  it('to sell is triggered by a rise, and one to buy by a fall', () => {
    const scene = given(['sell 112 cat:9', 'buy 90 ben:9']);
    scene.place('ann', 'sell', 80, 2, at(105));
    scene.place('eve', 'buy', 120, 2, at(95));
    expect(scene.when(beat(96, 104))).toEqual(['last trade at 104']);
    expect(scene.when(beat(104, 105))).toEqual([
      'last trade at 105',
      'triggered ann, rests: no',
      'ann takes 2 at 90 from ben',
      'triggered eve, rests: no',
      'eve takes 2 at 112 from cat',
    ]);
  });

  it('is refused where the price has come that far already, under a name of its own', () => {
    const scene = given(['sell 100 cat:9']);
    scene.place('ben', 'buy', 100, 1);
    expect(scene.place('ann', 'sell', 80, 1, at(100))).toEqual(['order.take-profit-already-reached']);
    expect(scene.place('ann', 'buy', 120, 1, at(101))).toEqual(['order.take-profit-already-reached']);
    expect(scene.place('ann', 'buy', 120, 1, at(99))).toEqual(['accepted ann, rests: stops']);
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', priceTicks: null, lots: null } as const;
    expect(scene.when({ ...amend, stopTicks: 100 })).toEqual(['order.take-profit-already-reached']);
  });

  it('rests at its limit when it has one, and else goes on filling', () => {
    const scene = given();
    scene.place('ann', 'sell', 104, 2, at(105, 'take-profit-limit'));
    scene.place('eve', 'sell', 95, 2, at(105));
    expect(scene.when(beat(105, 105))).toEqual([
      'last trade at 105',
      'triggered ann, rests: book',
      'triggered eve, rests: triggered',
    ]);
  });

  it('waits beside stops of the other side, the nearer first and at one price the older', () => {
    const scene = given();
    const terms = { priceTicks: 150, kind: 'stop-limit' } as const;
    scene.place('far', 'sell', 140, 1, at(108, 'take-profit-limit'));
    scene.place('old', 'buy', 90, 1, { ...terms, stopTicks: 107, priceTicks: 90 });
    scene.place('new', 'sell', 140, 1, at(107, 'take-profit-limit'));
    expect(scene.when(beat(106, 108)).map((line) => line.split(',')[0])).toEqual([
      'last trade at 108',
      'triggered old',
      'triggered new',
      'triggered far',
    ]);
  });

  it('is no leg of a pair of limit and stop', () => {
    const limit = newOrder({ orderId: 'gain', owner: 'ann', side: 'sell', priceTicks: 110, lots: 4 });
    const other = newOrder({ orderId: 'more', owner: 'ann', side: 'sell', priceTicks: 90, lots: 4, ...at(120) });
    expect(given().when({ type: 'PlaceOcoPair', limit, stop: other })).toEqual(['book.oco-legs-do-not-fit']);
  });
});

describe('stops of different triggers', () => {
  it('trigger by trades first, then by the index, then by the mark', () => {
    const scene = given();
    const terms = { kind: 'stop-limit', stopTicks: 98 } as const;
    for (const trigger of ['mark', 'index', 'last'] as const)
      scene.place(trigger, 'sell', 90, 1, { ...terms, trigger });
    const fallen = { lowTicks: 98, highTicks: 98 };
    const beat = { ...STILL, traded: { ...fallen, lastTicks: 98 }, index: fallen, mark: fallen };
    const triggered = scene.when(beat).filter((sentence) => sentence.startsWith('triggered'));
    expect(triggered).toEqual(['last', 'index', 'mark'].map((trigger) => `triggered ${trigger}, rests: book`));
  });
});
