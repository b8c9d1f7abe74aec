import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerText, STILL } from './book.fixture.js';
import {
  apply,
  closableLots,
  createPositionBook,
  decide,
  execute,
  LIMITS,
  newOrder,
  ordersOf,
  type Book,
  type BookCommand,
  type Order,
  type PositionChange,
  type PositionSide,
  type Side,
} from './book.js';
import { CommandMaker, seededDraw } from './command-maker.fixture.js';

/** Ann holds so many lots, and the house the other side. */
function holding(positionSide: PositionSide, lots: number, limits = LIMITS): Book {
  const book = createPositionBook(limits);
  adjust(book, positionSide, lots);
  return book;
}

function adjust(
  book: Book,
  positionSide: PositionSide,
  lots: number,
  reason = 'settlement' as const,
): readonly string[] {
  const changes: PositionChange[] = [
    { owner: 'ann', positionSide, lots },
    { owner: 'house', positionSide: 'both', lots: positionSide === 'short' ? lots : -lots },
  ];
  return when(book, { type: 'AdjustPositions', changes, reason });
}

const when = (book: Book, command: BookCommand): readonly string[] => answerText(execute(book, command));

let pairs = 0;
function protect(book: Book, positionSide: PositionSide, gain: number | null, loss: number | null, terms = {}) {
  pairs += 1;
  const leg = (ticks: number | null, letter: string, worst: number) =>
    ticks === null ? null : { orderId: `${letter}${pairs}`, stopTicks: ticks, priceTicks: ticks + worst };
  const worst = positionSide === 'short' ? 5 : -5;
  return when(book, {
    type: 'ProtectPosition',
    owner: 'ann',
    positionSide,
    trigger: 'mark',
    takeProfit: leg(gain, 't', worst),
    stopLoss: leg(loss, 's', worst),
    ...terms,
  });
}

function place(book: Book, owner: string, side: Side, priceTicks: number, lots: number, terms: Partial<Order> = {}) {
  pairs += 1;
  const positionSide = side === 'buy' ? 'long' : 'short';
  const rest = { positionSide, reduceOnly: false, ...terms } as const;
  return when(book, {
    type: 'PlaceOrder',
    order: newOrder({ orderId: `${owner}-${pairs}`, owner, side, priceTicks, lots, ...rest }),
  });
}

const mark = (ticks: number) => ({ ...STILL, mark: { lowTicks: ticks, highTicks: ticks } });
/** `take-profit sell 4 at 110`, the older first. */
const pair = (book: Book): string[] =>
  ordersOf(book, 'ann')
    .filter(({ order }) => order.wholePosition)
    .map(({ order, remainingLots }) => `${order.kind} ${order.side} ${remainingLots} at ${order.stopTicks}`);

describe('the pair of a whole position', () => {
  it('closes all of it whatever its size has become, and one cancels the other', () => {
    const book = holding('long', 4);
    protect(book, 'long', 110, 90);
    place(book, 'ben', 'sell', 100, 3);
    place(book, 'ann', 'buy', 100, 3);
    expect(pair(book)).toEqual(['take-profit sell 7 at 110', 'stop sell 7 at 90']);
    place(book, 'cat', 'buy', 100, 2);
    place(book, 'ann', 'sell', 100, 2, { positionSide: 'long' });
    expect(pair(book)).toEqual(['take-profit sell 5 at 110', 'stop sell 5 at 90']);
    place(book, 'dan', 'buy', 88, 9);
    when(book, mark(90));
    expect([book.positions?.of('ann').long, pair(book)]).toEqual([0, []]);
  });

  it('keeps its ids at other prices, and gets new ones for another trigger or another number of orders', () => {
    const book = holding('short', 3);
    protect(book, 'short', 90, 110);
    const ids = () => ordersOf(book, 'ann').map(({ order }) => order.orderId);
    const before = ids();
    expect(protect(book, 'short', 90, 110)).toEqual([]);
    expect(protect(book, 'short', 89, 110)).toHaveLength(2);
    expect([ids(), pair(book)]).toEqual([before, ['take-profit buy 3 at 89', 'stop buy 3 at 110']]);
    protect(book, 'short', 89, null);
    expect(pair(book)).toEqual(['take-profit buy 3 at 89']);
    protect(book, 'short', 89, null, { trigger: 'last' });
    expect(ordersOf(book, 'ann').map(({ order }) => order.trigger)).toEqual(['last']);
    protect(book, 'short', null, null);
    expect(pair(book)).toEqual([]);
  });

  it('takes no lots from other orders that close, and comes before them when it triggers', () => {
    const book = holding('long', 4);
    protect(book, 'long', null, 90);
    place(book, 'ann', 'sell', 120, 4, { positionSide: 'long' });
    expect(pair(book)).toEqual(['stop sell 4 at 90']);
    place(book, 'ben', 'buy', 89, 3);
    when(book, mark(90));
    const left = ordersOf(book, 'ann').map(
      ({ order, remainingLots, place: at }) => `${order.kind} ${remainingLots} ${at}`,
    );
    expect(left).toEqual(['stop 1 triggered']);
    place(book, 'cat', 'buy', 85, 3);
    when(book, STILL);
    expect(book.positions?.of('ann').long).toBe(0);
  });

  it('ends with the position, so none is left for one that turned', () => {
    const book = holding('both', 2);
    protect(book, 'both', 110, 90);
    place(book, 'ben', 'buy', 100, 5);
    expect(place(book, 'ann', 'sell', 100, 5, { positionSide: 'both' }).slice(2)).toEqual([
      expect.stringMatching(/^cancelled s\d+ with 2 left: reduce-only$/),
      expect.stringMatching(/^cancelled t\d+ with 2 left: oco-cancelled$/),
    ]);
    expect([book.positions?.of('ann').both, pair(book)]).toEqual([-3, []]);
  });

  it('follows what happens without a fill, on both sides of hedge mode', () => {
    const book = holding('long', 6);
    adjust(book, 'short', 4);
    protect(book, 'long', 110, null);
    protect(book, 'short', null, 120);
    adjust(book, 'long', -2);
    adjust(book, 'short', 3);
    expect(pair(book)).toEqual(['take-profit sell 4 at 110', 'stop buy 7 at 120']);
    adjust(book, 'long', -4);
    expect(pair(book)).toEqual(['stop buy 7 at 120']);
  });

  it('is refused without a position, with prices out of order, without room, and in another quantity', () => {
    const book = holding('long', 6, { ...LIMITS, openOrdersPerOwner: 1 });
    expect(protect(book, 'short', 90, null)).toEqual(['order.reduce-only-no-position']);
    expect(protect(book, 'long', 90, 90)).toEqual(['order.oco-prices-out-of-order']);
    expect(protect(book, 'long', 110, 90)).toEqual(['order.too-many-open-orders']);
    protect(book, 'long', 110, null);
    const [only] = ordersOf(book, 'ann');
    const amend = { type: 'AmendOrder', orderId: only!.order.orderId, owner: 'ann', stopTicks: null } as const;
    expect(when(book, { ...amend, priceTicks: null, lots: 2 })).toEqual(['book.whole-position-has-no-quantity']);
  });

  it('waits with exactly the lots that are open, whatever is asked of the book', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const maker = new CommandMaker(seededDraw(seed), undefined, true, true, true, true, true);
        const book = createPositionBook();
        for (let step = 0; step < 120; step += 1) {
          const command = maker.command(book);
          const decided = decide(book, command, maker.liquidity(), maker.prices(), maker.phase(command));
          if (Array.isArray(decided)) for (const event of decided) apply(book, event);
          const whole = [...book.everyOrder()].filter(({ order }) => order.wholePosition);
          expect(book.wholePositions).toBe(whole.length);
          for (const { order, remainingLots, place: at } of whole) {
            const open = closableLots(book.positions!.of(order.owner), order.side, order.positionSide!);
            if (at === 'stops') expect(remainingLots).toBe(open);
            else expect(remainingLots).toBeLessThanOrEqual(open);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
