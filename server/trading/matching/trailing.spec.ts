import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { given, placing, STILL, type Scene } from './book.fixture.js';
import {
  apply,
  bookHash,
  createBook,
  decide,
  loadBook,
  orderOf,
  saveBook,
  type BookEvent,
  type Trail,
} from './book.js';
import { trailedTicks } from '../../../shared/trailing.js';

const by = (size: number, terms: Partial<Trail> = {}): Trail => ({
  unit: 'ticks',
  size,
  activationTicks: null,
  isActive: true,
  ...terms,
});
const trailing = (stopTicks: number, trail: Trail) =>
  ({ kind: 'trailing-stop', stopTicks, trigger: 'mark', trail }) as const;
const from = (stopTicks: number, size: number) =>
  trailing(stopTicks, by(size, { activationTicks: stopTicks, isActive: false }));
const mark = (scene: Scene, lowTicks: number, highTicks = lowTicks) =>
  scene.when({ ...STILL, mark: { lowTicks, highTicks } });

describe('a trailing stop', () => {
  it('to sell follows the price up, stays where it is when it falls, and triggers there', () => {
    const scene = given(['buy 90 ben:9']);
    scene.place('ann', 'sell', 85, 2, trailing(95, by(5)));
    expect(mark(scene, 103)).toEqual(['ann trails 103 at 98, at worst for 88']);
    expect(mark(scene, 99)).toEqual([]);
    expect(mark(scene, 98)).toEqual(['triggered ann, rests: no', 'ann takes 2 at 90 from ben']);
  });

  it('to buy follows the price down, and its worst price with it', () => {
    const scene = given(['sell 100 ben:9']);
    scene.place('ann', 'buy', 115, 2, trailing(105, by(5)));
    expect(mark(scene, 92)).toEqual(['ann trails 92 at 97, at worst for 107']);
    expect(mark(scene, 96)).toEqual([]);
    expect(mark(scene, 97)).toEqual(['triggered ann, rests: no', 'ann takes 2 at 100 from ben']);
  });

  it('by a share follows at that share of the best price, further from the market where it is no whole tick', () => {
    const half = by(50, { unit: 'bps' });
    expect(trailedTicks('sell', half, 1_001)).toBe(995);
    expect(trailedTicks('buy', half, 1_001)).toBe(1_007);
  });

  it('is triggered by a beat where it stood before it, and moves after that', () => {
    const scene = given(['buy 90 ben:9']);
    scene.place('ann', 'sell', 85, 2, trailing(95, by(5)));
    expect(mark(scene, 96, 110)).toEqual(['ann trails 110 at 105, at worst for 95']);
    expect(mark(scene, 104)).toEqual(['triggered ann, rests: triggered']);
  });

  it('waits for its activation price and triggers before that at no price', () => {
    const scene = given(['buy 90 ben:9']);
    scene.place('ann', 'sell', 85, 2, from(110, 5));
    expect(mark(scene, 80, 109)).toEqual([]);
    expect(mark(scene, 111)).toEqual(['ann trails 111 at 106, at worst for 86']);
    expect(mark(scene, 106)).toEqual(['triggered ann, rests: no', 'ann takes 2 at 90 from ben']);
  });

  it('is refused where its activation price is behind the market', () => {
    const prices = { lastTicks: null, indexTicks: null, markTicks: 110 };
    const placed = (side: 'buy' | 'sell', ticks: number) => placing('ann', side, 90, 1, from(ticks, 5));
    expect(given().when(placed('sell', 110), undefined, prices)).toEqual(['order.activation-already-reached']);
    expect(given().when(placed('buy', 110), undefined, prices)).toEqual(['order.activation-already-reached']);
    expect(given().when(placed('buy', 109), undefined, prices)).toEqual(['accepted ann, rests: stops']);
  });

  it('says how it trails, and nothing else does', () => {
    const unfit = (terms: Parameters<Scene['place']>[4]) => given().place('ann', 'sell', 85, 2, terms);
    const refused = ['book.stop-price-not-allowed'];
    expect(unfit({ kind: 'trailing-stop', stopTicks: 95 })).toEqual(refused);
    expect(unfit({ kind: 'stop', stopTicks: 95, trail: by(5) })).toEqual(refused);
    expect(unfit(trailing(95, by(0)))).toEqual(refused);
    expect(unfit(trailing(95, by(10_000, { unit: 'bps' })))).toEqual(refused);
    expect(unfit(trailing(95, by(5, { activationTicks: 96, isActive: false })))).toEqual(refused);
  });

  it('is no leg of a pair, and nobody amends its trigger price', () => {
    const scene = given();
    scene.place('ann', 'sell', 85, 2, trailing(95, by(5)));
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', priceTicks: null } as const;
    expect(scene.when({ ...amend, stopTicks: 99, lots: null })).toEqual(['book.stop-price-not-allowed']);
    expect(scene.when({ ...amend, stopTicks: null, lots: 1 })).toEqual(['amended ann, keeps its place']);
    const { order: limit } = placing('gain', 'sell', 120, 2, { owner: 'eve' });
    const { order: stop } = placing('loss', 'sell', 85, 2, { owner: 'eve', ...trailing(95, by(5)) });
    expect(scene.when({ type: 'PlaceOcoPair', limit, stop })).toEqual(['book.oco-legs-do-not-fit']);
  });

  it('stands the same whether it was lived through, replayed or loaded', () => {
    const scene = given();
    scene.place('ann', 'sell', 85, 2, trailing(95, by(5)));
    scene.place('eve', 'sell', 85, 2, from(130, 5));
    mark(scene, 120);
    const loaded = loadBook(saveBook(scene.book));
    expect(bookHash(loaded)).toBe(bookHash(scene.book));
    const beat = { ...STILL, mark: { lowTicks: 116, highTicks: 131 } };
    expect(decide(loaded, beat)).toEqual(decide(scene.book, beat));
  });

  it('stands at its distance from the best price since it was placed, whatever the prices do', () => {
    const prices = fc.array(fc.integer({ min: 60, max: 140 }), { maxLength: 60 });
    const sides = fc.constantFrom('buy' as const, 'sell' as const);
    fc.assert(
      fc.property(prices, sides, fc.integer({ min: 1, max: 30 }), fc.boolean(), (ticks, side, size, waits) => {
        const sign = side === 'sell' ? 1 : -1;
        const start = waits ? 100 + sign * 10 : 100 - sign * size;
        const book = createBook();
        const play = (events: ReturnType<typeof decide>) => {
          for (const event of events as BookEvent[]) apply(book, event);
        };
        play(decide(book, placing('ann', side, 100, 1, waits ? from(start, size) : trailing(start, by(size)))));
        let best = waits ? null : 100;
        for (const now of ticks) {
          if (best !== null && sign * now <= sign * best - size) {
            play(decide(book, { ...STILL, mark: { lowTicks: now, highTicks: now } }));
            expect(orderOf(book, 'ann')?.place).toBe('triggered');
            return;
          }
          play(decide(book, { ...STILL, mark: { lowTicks: now, highTicks: now } }));
          if (best === null ? sign * now >= sign * start : sign * now > sign * best) best = now;
          const expected = best === null ? start : best - sign * size;
          expect(orderOf(book, 'ann')).toMatchObject({ place: 'stops', order: { stopTicks: expected } });
        }
      }),
    );
  });
});
