import { describe, expect, it } from '@jest/globals';
import { answerText, placing, STILL } from './book.fixture.js';
import {
  createBook,
  bookHash,
  createPositionBook,
  execute,
  HOUSE,
  LIMITS,
  restoreBook,
  storeBook,
  newOrder,
  type BookCommand,
  type BookLimits,
  type Liquidity,
  type MomentPrices,
  type Order,
  type PositionChange,
  type PositionSide,
  type Side,
} from './book.js';

const QUOTES: Liquidity = { bids: [[99, 100]], asks: [[101, 100]] };
const closing = { positionSide: 'long', reduceOnly: true } as const;

/** A book in which these owners have lots open: `ann: 10` is a long in hedge mode, other sides are named. */
function given(
  open: Readonly<Record<string, number | Partial<Record<PositionSide, number>>>> = {},
  limits?: BookLimits,
) {
  const book = createPositionBook(limits);
  const when = (command: BookCommand, liquidity?: Liquidity, prices?: MomentPrices, phase?: 'call' | 'continuous') =>
    answerText(execute(book, command, liquidity, prices, phase));
  const changes = Object.entries(open).flatMap(([owner, lots]): PositionChange[] =>
    Object.entries(typeof lots === 'number' ? { long: lots } : lots).map(([positionSide, each]) => ({
      owner,
      positionSide: positionSide as PositionSide,
      lots: each,
    })),
  );
  const net = changes.reduce((sum, { positionSide, lots }) => sum + (positionSide === 'short' ? -lots : lots), 0);
  when(adjusting([...changes, { owner: HOUSE, positionSide: 'both', lots: -net }]));
  const place = (id: string, side: Side, price: number, lots: number, terms: Partial<Order> = closing) =>
    when(placing(id.split('-')[0]!, side, price, lots, { orderId: id, ...terms }), undefined);
  const openOf = (owner: string) => book.positions!.of(owner);
  return { book, when, place, openOf };
}

const adjusting = (changes: readonly PositionChange[]): BookCommand => ({
  type: 'AdjustPositions',
  changes,
  reason: 'deleveraging',
});
const opens = { positionSide: 'long', reduceOnly: false } as const;
const shorts = { positionSide: 'short', reduceOnly: false } as const;
const oneWay = { positionSide: 'both', reduceOnly: false } as const;
const reduceOnly = { positionSide: 'both', reduceOnly: true } as const;
const market = { kind: 'market', timeInForce: 'IOC' } as const;

describe('positions', () => {
  it('are moved by fills of both, each on its own side', () => {
    const { place, openOf } = given();
    place('ann', 'buy', 100, 5, opens);
    place('ben', 'sell', 100, 3, shorts);
    place('cat', 'sell', 100, 1, oneWay);
    expect([openOf('ann').long, openOf('ben').short, openOf('cat').both]).toEqual([4, 3, -1]);
  });

  it('are turned round by a one-way order that may open', () => {
    const { place, openOf, when } = given({ ann: { both: 4 } });
    place('ben', 'buy', 100, 10, opens);
    when(placing('ann', 'sell', 100, 6, oneWay));
    expect(openOf('ann').both).toBe(-2);
  });

  it('stand beside each other in hedge mode', () => {
    const { when, openOf } = given({ ann: 5 });
    when(placing('ann', 'sell', 95, 3, { ...market, ...shorts }), QUOTES);
    expect(openOf('ann')).toEqual({ long: 5, short: 3, both: 0 });
  });

  it('are named by the fill that moves them, and an agent’s is not', () => {
    const { book } = given();
    const order = newOrder({ orderId: 'ann', owner: 'ann', side: 'buy', priceTicks: 101, lots: 2, ...opens });
    const [, fill] = execute(book, { type: 'PlaceOrder', order }, QUOTES) as object[];
    expect(fill).toMatchObject({ makerPositionSide: null, takerPositionSide: 'long' });
  });

  it('change without a fill where bought and sold are equal', () => {
    const { when, openOf } = given({ ann: 5, ben: { short: 8 } });
    const changes = [
      { owner: 'ann', positionSide: 'long', lots: -2 },
      { owner: 'ben', positionSide: 'short', lots: -2 },
    ] as const;
    expect(when(adjusting(changes))).toEqual(['positions adjusted: ann long -2, ben short -2']);
    expect([openOf('ann').long, openOf('ben').short]).toEqual([3, 6]);
    expect(when(adjusting([changes[0]]))).toEqual(['book.position-changes-do-not-balance']);
    expect(when(adjusting(changes.map((change) => ({ ...change, lots: -4 }))))).toEqual(['book.position-below-zero']);
  });

  it('are not there in a book of another product, which takes no order that names one', () => {
    const book = createBook();
    expect(answerText(execute(book, placing('ann', 'buy', 100, 1, opens)))).toEqual(['book.position-side-not-allowed']);
    expect(answerText(execute(book, adjusting([])))).toEqual(['book.position-side-not-allowed']);
    expect(given().place('ann', 'buy', 100, 1, {})).toEqual(['book.position-side-not-allowed']);
  });
});

describe('an order that may only close', () => {
  it('is refused without a position, and beyond it', () => {
    const { place, when } = given({ ann: 5 });
    expect(place('ben', 'sell', 100, 1)).toEqual(['order.reduce-only-no-position']);
    expect(place('ann', 'sell', 100, 6)).toEqual(['order.reduce-only-exceeds-position']);
    expect(place('ann', 'buy', 100, 1, { ...opens, reduceOnly: true })).toEqual(['order.reduce-only-no-position']);
    expect(place('ann', 'buy', 100, 1, reduceOnly)).toEqual(['order.reduce-only-no-position']);
    place('ann', 'sell', 105, 5);
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', priceTicks: null, stopTicks: null } as const;
    expect(when({ ...amend, lots: 6 })).toEqual(['order.reduce-only-exceeds-position']);
  });

  it('takes no budget', () => {
    const { when } = given({ ann: { short: 5 } });
    const budget = { ...market, ...shorts, lots: 0, budgetTickLots: 500 };
    expect(when(placing('ann', 'buy', 110, 0, budget), QUOTES)).toEqual(['book.budget-not-for-reduce-only']);
  });

  it('shrinks when the position does, the worse price first and then the younger', () => {
    const { place, when } = given({ ann: 10 });
    for (const [id, price] of [
      ['ann-a', 105],
      ['ann-b', 105],
      ['ann-c', 104],
    ] as const)
      place(id, 'sell', price, id === 'ann-c' ? 4 : 3);
    expect(when(placing('ann', 'sell', 95, 5, { ...market, ...closing, orderId: 'ann-now' }), QUOTES)).toEqual([
      'accepted ann-now, rests: no',
      'ann-now takes 5 at 99 from house',
      'cancelled ann-b with 3 left: reduce-only',
      'reduced ann-a by 2 to 1',
    ]);
  });

  it('rests for no more than others leave to it', () => {
    const { place } = given({ ann: 10 });
    place('ann-a', 'sell', 105, 8);
    expect(place('ann-b', 'sell', 104, 6)).toEqual(['accepted ann-b, rests: book', 'reduced ann-a by 4 to 4']);
    expect(place('ann-c', 'sell', 106, 6)).toEqual([
      'accepted ann-c, rests: book',
      'cancelled ann-c with 6 left: reduce-only',
    ]);
  });

  it('may have a stop beside it for the whole position, which goes when the position is closed', () => {
    const { place, when, openOf } = given({ ann: 10 });
    place('ann-gain', 'sell', 101, 10);
    place('ann-loss', 'sell', 90, 10, { ...closing, kind: 'stop', stopTicks: 95 });
    expect(when(placing('ben', 'buy', 101, 4, opens))).toEqual([
      'accepted ben, rests: no',
      'ben takes 4 at 101 from ann-gain',
      'reduced ann-loss by 4 to 6',
    ]);
    when(placing('cat', 'buy', 101, 6, opens));
    expect(openOf('ann').long).toBe(0);
    expect(when({ type: 'CancelOrder', orderId: 'ann-loss', owner: 'ann', reason: 'user' })).toEqual([
      'order.not-found',
    ]);
  });

  it('takes the other leg of its pair along when nothing is left to close', () => {
    const { when } = given({ ann: 10 });
    const limit = newOrder({ orderId: 'gain', owner: 'ann', side: 'sell', priceTicks: 105, lots: 10, ...closing });
    const stop = { ...limit, orderId: 'loss', kind: 'stop', priceTicks: 90, stopTicks: 95, trigger: 'last' } as const;
    when({ type: 'PlaceOcoPair', limit, stop });
    expect(when(placing('ann', 'sell', 95, 10, { ...market, ...closing, orderId: 'now' }), QUOTES)).toEqual([
      'accepted now, rests: no',
      'now takes 10 at 99 from house',
      'cancelled loss with 10 left: reduce-only',
      'cancelled gain with 10 left: oco-cancelled',
    ]);
  });

  it('never turns a one-way position that another order closed first, within one command', () => {
    const { place, when, openOf } = given({ ann: { both: 10 } });
    place('ann-plain', 'sell', 101, 10, oneWay);
    place('ann-only', 'sell', 102, 10, reduceOnly);
    expect(when(placing('ben', 'buy', 103, 20, { ...opens, timeInForce: 'IOC' }))).toEqual([
      'accepted ben, rests: no',
      'ben takes 10 at 101 from ann-plain',
      'cancelled ann-only with 10 left: reduce-only',
      'cancelled ben with 10 left: ioc',
    ]);
    expect(openOf('ann').both).toBe(0);
  });

  it('shrinks in an auction too', () => {
    const { book, when } = given({ ann: { both: 10 } });
    const gather = (id: string, side: Side, lots: number, terms: Partial<Order>) =>
      when(placing(id.split('-')[0]!, side, 100, lots, { orderId: id, ...terms }), undefined, undefined, 'call');
    gather('ann-plain', 'sell', 8, oneWay);
    gather('ann-only', 'sell', 10, reduceOnly);
    gather('ben', 'buy', 20, opens);
    expect(when({ ...STILL, opening: true })).toEqual([
      'ben takes 8 at 100 from ann-plain',
      'reduced ann-only by 8 to 2',
      'ben takes 2 at 100 from ann-only',
    ]);
    expect(book.positions!.of('ann').both).toBe(0);
  });

  it('that is to fill whole leaves no mark when it cannot', () => {
    const { place, when, book } = given({ ann: { both: 10 } });
    place('ann-only', 'sell', 102, 10, reduceOnly);
    place('cat', 'buy', 98, 4, opens);
    place('ann-stop', 'sell', 90, 10, { ...reduceOnly, kind: 'stop', stopTicks: 97, timeInForce: 'FOK' });
    const beat = { ...STILL, traded: { lowTicks: 97, highTicks: 97, lastTicks: 97 } };
    expect(when(beat)).toEqual([
      'last trade at 97',
      'triggered ann-stop, rests: no',
      'cancelled ann-stop with 10 left: fok',
    ]);
    expect(book.positions!.of('ann').both).toBe(10);
    expect(book.find('ann-only')!.remainingLots).toBe(10);
  });

  it('shrinks when the position is taken over', () => {
    const { place, when } = given({ ann: 10 });
    place('ann', 'sell', 105, 10);
    const taken = [
      { owner: 'ann', positionSide: 'long', lots: -7 },
      { owner: HOUSE, positionSide: 'both', lots: 7 },
    ] as const;
    expect(when(adjusting(taken))).toEqual(['positions adjusted: ann long -7, house both 7', 'reduced ann by 7 to 3']);
  });

  it('keeps a triggered stop before what rests at a price', () => {
    const { place, when } = given({ ann: 10 });
    place('ann-gain', 'sell', 105, 10);
    place('ann-loss', 'sell', 96, 10, { ...closing, kind: 'stop', stopTicks: 98 });
    const beat = { ...STILL, traded: { lowTicks: 98, highTicks: 98, lastTicks: 98 } };
    expect(when(beat, { bids: [[97, 4]], asks: [] })).toEqual([
      'last trade at 98',
      'triggered ann-loss, rests: triggered',
      'ann-loss takes 4 at 97 from house',
      'reduced ann-gain by 4 to 6',
      'cancelled ann-gain with 6 left: reduce-only',
    ]);
  });
});

describe('a liquidation order', () => {
  it('closes within its band and cancels what its owner has in its way', () => {
    const { place, when, openOf } = given({ ann: 10 });
    place('ann-more', 'buy', 100, 2, opens);
    place('ben', 'buy', 99, 6, opens);
    const terms = { ...market, ...closing, orderId: 'close', selfTrade: 'cancel-maker' } as const;
    expect(when(placing('ann', 'sell', 98, 10, terms))).toEqual([
      'accepted close, rests: no',
      'cancelled ann-more with 2 left: self-trade',
      'close takes 6 at 99 from ben',
      'cancelled close with 4 left: no-liquidity',
    ]);
    expect(openOf('ann').long).toBe(4);
  });
});

describe('limits of one command', () => {
  it('are no reason to leave an order beyond its position', () => {
    const { place, when, book } = given({ ann: 10 }, { ...LIMITS, eventsPerCommand: 3 });
    for (const id of ['ann-a', 'ann-b', 'ann-c', 'ann-d', 'ann-e']) place(id, 'sell', 105, 2);
    when(placing('ann', 'sell', 95, 10, { ...market, ...closing, orderId: 'now' }), QUOTES);
    expect(book.orders.size).toBe(0);
  });
});

describe('positions in a snapshot', () => {
  const owners = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, n) => [`demo-${n}.1`, n + 1]));

  it('are the same after it, in the same pages, however they came about', () => {
    const { book } = given({ ...owners(500), ann: { both: -3 } });
    const stored = storeBook(book);
    const restored = restoreBook(JSON.parse(JSON.stringify(stored)) as typeof stored);
    expect(bookHash(restored)).toBe(bookHash(book));
    expect(storeBook(restored)).toEqual(stored);
    expect(restored.positions?.open).toEqual(book.positions?.open);
    const backwards = given({ ann: { both: -3 }, ...Object.fromEntries(Object.entries(owners(500)).reverse()) });
    expect(storeBook(backwards.book).positions).toEqual(stored.positions);
  });

  it('write what changed since the one before, and nobody who closed', () => {
    const { book } = given({ ann: 10, bob: 5 });
    expect(storeBook(book).positions?.toSorted()).toEqual(['ann 10 0 0', 'bob 5 0 0']);
    book.positions?.set('ann', { long: 0, short: 0, both: 0 });
    book.positions?.set('bob', { long: 0, short: 2, both: 0 });
    expect(storeBook(book).positions).toEqual(['bob 0 2 0']);
    expect(storeBook(given().book).positions).toEqual([]);
  });
});
