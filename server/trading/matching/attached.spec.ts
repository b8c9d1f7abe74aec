import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coveredLots } from '../../../shared/attached.js';
import { given, placing, STILL } from './book.fixture.js';
import {
  apply,
  bookHash,
  createBook,
  createPositionBook,
  decide,
  execute,
  LIMITS,
  loadBook,
  newOrder,
  ordersOf,
  saveBook,
  type Attached,
  type AttachedLevel,
  type Book,
  type BookEvent,
  type Order,
} from './book.js';
import { answerText } from './book.fixture.js';
import { CommandMaker, seededDraw } from './command-maker.fixture.js';

const price = (stopTicks: number) => ({ stopTicks, priceTicks: stopTicks - 5 });
/** `50:110:90`, by the mark price. */
const levels = (...written: readonly string[]): { readonly attached: Attached } => ({
  attached: {
    trigger: 'mark',
    levels: written.map((level, index) => {
      const [share, gain, loss] = level.split(':').map(Number);
      return {
        number: index + 1,
        share: share!,
        takeProfit: gain ? price(gain) : null,
        stopLoss: loss ? price(loss) : null,
      };
    }),
  },
});
const mark = (ticks: number) => ({ ...STILL, mark: { lowTicks: ticks, highTicks: ticks } });
/** What waits: `ann.t1 sell 2 at 110`. */
const waiting = (book: Book, owner = 'ann'): string[] =>
  ordersOf(book, owner)
    .filter(({ place }) => place === 'stops')
    .map(({ order, remainingLots }) => `${order.orderId} ${order.side} ${remainingLots} at ${order.stopTicks}`);

describe('attached levels', () => {
  it('come with the fill of a taker in the same command, as a pair of which one cancels the other', () => {
    const scene = given(['sell 100 ben:4', 'buy 95 eve:9']);
    expect(scene.place('ann', 'buy', 100, 4, levels('100:110:90'))).toEqual([
      'accepted ann, rests: no',
      'ann takes 4 at 100 from ben',
      'accepted ann.t1, rests: stops',
      'accepted ann.s1, rests: stops',
    ]);
    expect(waiting(scene.book)).toEqual(['ann.t1 sell 4 at 110', 'ann.s1 sell 4 at 90']);
    expect(scene.when(mark(90))).toEqual([
      'triggered ann.s1, rests: no',
      'cancelled ann.t1 with 4 left: oco',
      'ann.s1 takes 4 at 95 from eve',
    ]);
  });

  it('grow with every fill of a maker, by shares of which a hundred leave no lot out', () => {
    const scene = given();
    scene.place('ann', 'buy', 100, 9, levels('50:110:90', '50:120:'));
    scene.place('ben', 'sell', 100, 3);
    expect(waiting(scene.book)).toEqual(['ann.t1 sell 1 at 110', 'ann.s1 sell 1 at 90', 'ann.t2 sell 2 at 120']);
    scene.place('cat', 'sell', 100, 5);
    expect(waiting(scene.book)).toEqual(['ann.t1 sell 4 at 110', 'ann.s1 sell 4 at 90', 'ann.t2 sell 4 at 120']);
  });

  it('come with fills in auctions and of triggered stops as well', () => {
    const call = given();
    const placed = placing('ann', 'buy', 100, 3, levels('100::90'));
    for (const command of [placed, placing('ben', 'sell', 99, 3)])
      expect(execute(call.book, command, undefined, undefined, 'call')).toHaveLength(1);
    expect(call.when({ ...STILL, opening: true }).at(-1)).toBe('accepted ann.s1, rests: stops');
    const stop = given(['sell 101 ben:5']);
    stop.place('ann', 'buy', 105, 2, { kind: 'stop', stopTicks: 100, trigger: 'mark', ...levels('100:110:') });
    expect(stop.when(mark(100)).slice(1)).toEqual(['ann takes 2 at 101 from ben', 'accepted ann.t1, rests: stops']);
  });

  it('whose price has been passed are met by the next beat, and not by what came before the fill', () => {
    const scene = given(['sell 100 ben:2', 'buy 99 eve:9']);
    scene.place('ann', 'buy', 105, 2, { kind: 'stop', stopTicks: 104, trigger: 'mark', ...levels('100:103:') });
    expect(scene.when(mark(104)).at(-1)).toBe('accepted ann.t1, rests: stops');
    expect(scene.when(mark(104))).toEqual(['triggered ann.t1, rests: no', 'ann.t1 takes 2 at 99 from eve']);
  });

  it('leave what their owner did: a cancelled pair is not made again, an amended one goes on growing', () => {
    const scene = given();
    scene.place('ann', 'buy', 100, 9, levels('100:110:90'));
    scene.place('ben', 'sell', 100, 2);
    const change = {
      type: 'AmendOrder',
      orderId: 'ann.s1',
      owner: 'ann',
      priceTicks: 70,
      stopTicks: 80,
      lots: 1,
    } as const;
    expect(scene.when(change)).toEqual(['amended ann.t1, keeps its place', 'amended ann.s1, loses its place']);
    scene.place('cat', 'sell', 100, 3);
    expect(waiting(scene.book)).toEqual(['ann.t1 sell 4 at 110', 'ann.s1 sell 4 at 80']);
    scene.when({ type: 'CancelOrder', orderId: 'ann.t1', owner: 'ann', reason: 'user' });
    scene.place('dan', 'sell', 100, 4);
    expect(waiting(scene.book)).toEqual(['ann.t1-5 sell 4 at 110', 'ann.s1-5 sell 4 at 90']);
  });

  it('become others for what is filled from then on, and may be taken off', () => {
    const scene = given();
    scene.place('ann', 'buy', 100, 9, levels('100:110:90'));
    scene.place('ben', 'sell', 100, 4);
    const amend = {
      type: 'AmendOrder',
      orderId: 'ann',
      owner: 'ann',
      priceTicks: null,
      stopTicks: null,
      lots: null,
    } as const;
    const [level] = levels('50:120:80').attached.levels;
    const attached = { trigger: 'mark', fromLots: 4, levels: [{ ...level!, number: 2 }] } as const;
    expect(scene.when({ ...amend, attached })).toEqual(['amended ann, keeps its place']);
    scene.place('cat', 'sell', 100, 3);
    const before = ['ann.t1 sell 4 at 110', 'ann.s1 sell 4 at 90'];
    expect(waiting(scene.book)).toEqual([...before, 'ann.t2-4 sell 2 at 120', 'ann.s2-4 sell 2 at 80']);
    expect(scene.when({ ...amend, attached: null })).toEqual(['amended ann, keeps its place']);
    scene.place('dan', 'sell', 100, 2);
    expect(waiting(scene.book)).toHaveLength(4);
    expect(scene.book.coming).toBe(0);
  });

  it('that an amendment changes leave fills of an auction just before to those of before', () => {
    const scene = given(['sell 101 eve:9']);
    const inCall = (owner: string, side: 'buy' | 'sell', lots: number, terms: Partial<Order> = {}) =>
      execute(scene.book, placing(owner, side, 100, lots, terms), undefined, undefined, 'call');
    inCall('ann', 'buy', 9, levels('100:110:'));
    inCall('ben', 'sell', 2);
    const [level] = levels('50:120:').attached.levels;
    const attached = { trigger: 'mark', levels: [{ ...level!, number: 2 }] } as const;
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', stopTicks: null, lots: null } as const;
    expect(scene.when({ ...amend, priceTicks: 101, attached })).toEqual([
      'ben takes 2 at 100 from ann',
      'amended ann, loses its place',
      'ann takes 7 at 101 from eve',
      'accepted ann.t1, rests: stops',
      'accepted ann.t2-2, rests: stops',
    ]);
    expect(waiting(scene.book)).toEqual(['ann.t1 sell 2 at 110', 'ann.t2-2 sell 4 at 120']);
  });

  it('that an amendment only prices anew go on as they were after an auction too', () => {
    const scene = given(['sell 101 eve:9']);
    const inCall = (owner: string, side: 'buy' | 'sell', lots: number, terms: Partial<Order> = {}) =>
      execute(scene.book, placing(owner, side, 100, lots, terms), undefined, undefined, 'call');
    inCall('ann', 'buy', 9, levels('100:110:'));
    inCall('ben', 'sell', 2);
    const [level] = levels('100:110:').attached.levels;
    const anew = { ...level!, takeProfit: { stopTicks: 110, priceTicks: 104 } };
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', stopTicks: null, lots: null } as const;
    scene.when({ ...amend, priceTicks: 101, attached: { trigger: 'mark', levels: [anew] } });
    expect(waiting(scene.book)).toEqual(['ann.t1 sell 9 at 110']);
  });

  it('that an order gets after an auction has filled some protect only what is filled from then on', () => {
    const scene = given(['sell 101 eve:9']);
    const inCall = (owner: string, side: 'buy' | 'sell', lots: number) =>
      execute(scene.book, placing(owner, side, 100, lots), undefined, undefined, 'call');
    inCall('ann', 'buy', 9);
    inCall('ben', 'sell', 2);
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', stopTicks: null, lots: null } as const;
    scene.when({ ...amend, priceTicks: 101, ...levels('100:110:') });
    expect(waiting(scene.book)).toEqual(['ann.t1-2 sell 7 at 110']);
  });

  it('of an order by budget count by what it may buy, against the limit of one order', () => {
    const scene = given(['sell 100 ben:9'], { ...LIMITS, notionalTickLots: 1_000 });
    const budget = { kind: 'market', lots: 0, budgetTickLots: 900 } as const;
    expect(scene.place('ann', 'buy', 100, 0, { ...budget, ...levels('100:120:') })).toEqual([
      'book.attached-not-allowed',
    ]);
    expect(scene.place('ann', 'buy', 100, 0, { ...budget, ...levels('100:110:') })[0]).toMatch(/^accepted ann/);
  });

  it('count towards the orders of their book before they come', () => {
    const scene = given([], { ...LIMITS, openOrdersPerBook: 4 });
    expect(scene.place('ann', 'buy', 90, 1, levels('100:110:80'))).toEqual(['accepted ann, rests: book']);
    expect(scene.place('ben', 'buy', 90, 1, levels('100:110:'))).toEqual(['order.book-full']);
    expect(scene.place('ben', 'buy', 90, 1)).toEqual(['accepted ben, rests: book']);
    expect(scene.place('cat', 'buy', 90, 1)).toEqual(['order.book-full']);
    scene.when({ type: 'CancelOrder', orderId: 'ann', owner: 'ann', reason: 'user' });
    expect(scene.place('cat', 'buy', 90, 1, levels('50:110:80', '50:120:'))).toEqual(['order.book-full']);
    expect(scene.place('cat', 'buy', 90, 1, levels('100:110:'))).toEqual(['accepted cat, rests: book']);
  });

  it('keep a pair whose prices are in order', () => {
    const scene = given(['sell 100 ben:2']);
    scene.place('ann', 'buy', 100, 2, levels('100:110:90'));
    const amend = { type: 'AmendOrder', owner: 'ann', priceTicks: null, lots: null } as const;
    expect(scene.when({ ...amend, orderId: 'ann.s1', stopTicks: 111 })).toEqual(['order.oco-prices-out-of-order']);
    expect(scene.when({ ...amend, orderId: 'ann.t1', stopTicks: 90 })).toEqual(['order.oco-prices-out-of-order']);
  });

  it('belong to orders that open, are at most the whole, and count towards open orders', () => {
    const scene = given();
    const refused = ['book.attached-not-allowed'];
    expect(scene.place('ann', 'sell', 100, 2, levels('100:90:110'))).toEqual(refused);
    expect(scene.place('ann', 'buy', 100, 2, levels('60:110:', '50:110:'))).toEqual(refused);
    expect(scene.place('ann', 'buy', 100, 2, levels('100:90:110'))).toEqual(refused);
    expect(scene.place('ann', 'buy', 100, 2, levels('100::'))).toEqual(refused);
    const tight = given([], { ...createBook().limits, openOrdersPerOwner: 2 });
    expect(tight.place('ann', 'buy', 100, 2, levels('100:110:90'))).toEqual(['order.too-many-open-orders']);
  });

  it('keep their room while their order waits, so that no fill brings more orders than an owner may have', () => {
    const scene = given([], { ...createBook().limits, openOrdersPerOwner: 4 });
    scene.place('ann', 'buy', 100, 2, { ...levels('100:110:90'), orderId: 'a-1' });
    scene.place('ann', 'buy', 99, 1, { orderId: 'a-2' });
    expect(scene.place('ann', 'buy', 98, 1, { orderId: 'a-3' })).toEqual(['order.too-many-open-orders']);
    scene.place('ben', 'sell', 100, 2);
    expect(ordersOf(scene.book, 'ann')).toHaveLength(3);
    scene.place('ann', 'buy', 98, 1, { orderId: 'a-4' });
    expect(ordersOf(scene.book, 'ann')).toHaveLength(4);
  });
});

describe('attached levels in a book with positions', () => {
  const contract = (orderId: string, side: Order['side'], lots: number, terms: Partial<Order>) =>
    ({
      type: 'PlaceOrder',
      order: newOrder({
        orderId,
        owner: orderId.slice(0, 3),
        side,
        priceTicks: 100,
        lots,
        reduceOnly: false,
        ...terms,
      }),
    }) as const;

  it('only close, and never more than their side has', () => {
    const book = createPositionBook();
    execute(book, contract('ben', 'sell', 9, { positionSide: 'short' }));
    execute(book, contract('ann', 'buy', 9, { positionSide: 'long', ...levels('100:110:90') }));
    execute(book, contract('cat', 'buy', 4, { positionSide: 'long' }));
    expect(answerText(execute(book, contract('ann-out', 'sell', 4, { positionSide: 'long' })))).toEqual([
      'accepted ann-out, rests: no',
      'ann-out takes 4 at 100 from cat',
      'reduced ann.s1 by 4 to 5',
      'reduced ann.t1 by 4 to 5',
    ]);
  });

  it('of a position that turns cover what opens alone', () => {
    const book = createPositionBook();
    execute(book, contract('ben', 'buy', 5, { positionSide: 'both' }));
    execute(book, contract('ann', 'sell', 5, { positionSide: 'both' }));
    execute(book, contract('cat', 'sell', 8, { positionSide: 'both' }));
    execute(book, contract('ann-turn', 'buy', 8, { positionSide: 'both', ...levels('50:110:', '50:120:') }));
    expect(waiting(book)).toEqual(['ann-turn.t1 sell 2 at 110', 'ann-turn.t2 sell 1 at 120']);
  });
});

describe('whatever is filled', () => {
  const shares = fc
    .array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })
    .filter((each) => each.reduce((sum, share) => sum + share, 0) <= 100);

  it('levels cover more and more, by their shares within a lot, and exactly at every hundred lots', () => {
    fc.assert(
      fc.property(shares, fc.nat({ max: 1_000 }), (each, filled) => {
        const own = each.map((share) => ({ share }));
        const whole = each.reduce((sum, share) => sum + share, 0);
        const [before, after] = [coveredLots(own, filled), coveredLots(own, filled + 1)];
        const sum = after.reduce((all, lots) => all + lots, 0);
        expect(after.every((lots, index) => lots >= before[index]!)).toBe(true);
        expect(sum - before.reduce((all, lots) => all + lots, 0)).toBeLessThanOrEqual(1);
        if (whole === 100) expect(sum).toBe(filled + 1);
        each.forEach((share, index) => {
          expect(after[index]! - (share * (filled + 1)) / 100).toBeLessThan(1);
          expect(coveredLots(own, 100 * filled)[index]).toBe(share * filled);
        });
      }),
    );
  });

  it('what came with fills is each level of what was filled, and a saved book goes on the same', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const maker = new CommandMaker(seededDraw(seed), undefined, false, false, true, true);
        const book = createBook();
        const filled = new Map<string, number>();
        const came = new Map<string, number>();
        const own = new Map<string, { readonly levels: readonly AttachedLevel[]; readonly since: number }>();
        const add = (to: Map<string, number>, key: string | null, lots: number) =>
          key !== null && to.set(key, (to.get(key) ?? 0) + lots);
        for (let step = 0; step < 80; step += 1) {
          const [command, liquidity] = [maker.command(book), maker.liquidity()];
          const decided = decide(book, command, liquidity);
          const loaded = loadBook(JSON.parse(JSON.stringify(saveBook(book))) as ReturnType<typeof saveBook>);
          expect(bookHash(loaded)).toBe(bookHash(book));
          expect(decide(loaded, command, liquidity)).toEqual(decided);
          for (const event of Array.isArray(decided) ? decided : []) {
            note(book, event);
            apply(book, event);
          }
          for (const [orderId, { levels: each, since }] of own) {
            const covered = coveredLots(each, (filled.get(orderId) ?? 0) - since);
            for (const [index, { number, takeProfit, stopLoss }] of each.entries()) {
              if (takeProfit) expect(came.get(`${orderId} ${number} take-profit`) ?? 0).toBe(covered[index]);
              if (stopLoss) expect(came.get(`${orderId} ${number} stop`) ?? 0).toBe(covered[index]);
            }
          }
        }

        function note(now: Book, event: BookEvent): void {
          if (event.type === 'OrderMatched')
            for (const orderId of [event.makerOrderId, event.takerOrderId]) add(filled, orderId, event.lots);
          if (event.type === 'OrderAccepted') {
            const { orderId, attached, parent, kind, lots } = event.order;
            // The maker names some orders as one that has ended.
            filled.delete(orderId);
            for (const key of came.keys()) if (key.startsWith(`${orderId} `)) came.delete(key);
            if (attached === undefined) own.delete(orderId);
            else own.set(orderId, { levels: attached.levels, since: 0 });
            if (parent !== undefined) add(came, `${parent.orderId} ${parent.level} ${kind}`, lots);
          }
          if (event.type !== 'OrderAmended') return;
          const { orderId, attached } = event;
          if (attached === null) own.delete(orderId);
          else if (attached !== undefined) own.set(orderId, { levels: attached.levels, since: attached.fromLots ?? 0 });
          if (!event.byFill) return;
          const { parent, kind, lots } = now.find(event.orderId)!.order;
          add(came, `${parent!.orderId} ${parent!.level} ${kind}`, event.lots - lots);
        }
      }),
      { numRuns: 60 },
    );
  });
});
