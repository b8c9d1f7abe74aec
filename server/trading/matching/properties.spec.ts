import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as books from './book.js';
import type { Book, BookEvent, Order, OrderStatus, PositionSide } from './book.js';
import { CommandMaker, seededDraw } from './command-maker.fixture.js';

interface Watch {
  readonly event?: (book: Book, event: BookEvent) => void;
  readonly after?: (book: Book) => void;
}

/** Plays random commands with and without agents, and lets the watch look at every moment. */
function play(seed: number, { event, after }: Watch, hasPositions = false): Book {
  const maker = new CommandMaker(seededDraw(seed), undefined, hasPositions, hasPositions);
  const book = hasPositions ? books.createPositionBook() : books.createBook();
  for (let step = 0; step < 80; step += 1) {
    const command = maker.command(book);
    const liquidity = maker.liquidity();
    const decided = books.decide(book, command, liquidity);
    after?.(book);
    if (!Array.isArray(decided)) continue;
    for (const each of decided) {
      event?.(book, each);
      books.apply(book, each);
    }
    after?.(book);
  }
  return book;
}

const always = (check: (seed: number) => void): void => fc.assert(fc.property(fc.integer(), check), { numRuns: 50 });

describe('whatever is asked of a book', () => {
  it('deciding leaves no mark on it', () => {
    always((seed) => {
      const maker = new CommandMaker(seededDraw(seed));
      const book = books.createBook();
      for (let step = 0; step < 80; step += 1) {
        const before = books.bookHash(book);
        const command = maker.command(book);
        const decided = books.decide(book, command, maker.liquidity());
        expect(books.bookHash(book)).toBe(before);
        if (Array.isArray(decided)) for (const event of decided) books.apply(book, event);
      }
    });
  });

  it('users are never left crossed', () => {
    always((seed) => {
      play(seed, {
        after: ({ bids, asks }) =>
          expect(bids.best()?.priceTicks ?? 0).toBeLessThan(asks.best()?.priceTicks ?? Infinity),
      });
    });
  });

  it('the maker of every fill is the oldest order at the best price, and gets that price or a better one', () => {
    always((seed) => {
      play(seed, {
        event: (book, event) => {
          if (event.type !== 'OrderMatched' || event.makerOrderId === null) return;
          const best = book.opposite(event.takerSide).best();
          expect(best?.oldest?.order.orderId).toBe(event.makerOrderId);
          const given = (event.priceTicks - best!.priceTicks) * (event.takerSide === 'buy' ? -1 : 1);
          // Only agents pay more than the maker asks for: in an auction, where one price is for all.
          if (event.takerOrderId === null) expect(given).toBeLessThanOrEqual(0);
          else expect(event.priceTicks).toBe(best!.priceTicks);
        },
      });
    });
  });

  it('every level counts its lots and orders, and knows nothing of orders that are gone', () => {
    always((seed) => {
      play(seed, {
        after: (book) => {
          const open = [...book.everyOrder()];
          expect(open).toHaveLength(book.orders.size);
          for (const { level, order } of open) {
            const peers = open.filter((other) => other.level === level);
            expect(level.lots).toBe(peers.reduce((sum, { remainingLots }) => sum + remainingLots, 0));
            expect(level.orders).toBe(peers.length);
            expect(book.find(order.orderId)?.order).toBe(order);
          }
        },
      });
    });
  });

  it('a saved book comes back the same, and goes on the same', () => {
    always((seed) => {
      const book = play(seed, {});
      const saved = books.saveBook(book);
      const loaded = books.loadBook(JSON.parse(JSON.stringify(saved)) as books.SavedBook);
      expect(books.saveBook(loaded)).toEqual(saved);
      const [one, other] = [book, loaded].map((each) => {
        const maker = new CommandMaker(seededDraw(seed + 1));
        for (let step = 0; step < 30; step += 1) books.execute(each, maker.command(each), maker.liquidity());
        return books.bookHash(each);
      });
      expect(one).toBe(other);
    });
  });

  it('lots are neither made nor lost: ordered is filled, open, taken off or cancelled', () => {
    always((seed) => {
      const ledger = new Ledger();
      const book = play(seed, { event: (_, event) => ledger.note(event) });
      for (const { order, remainingLots } of Array.from(book.everyOrder())) {
        expect(ledger.remainingOf(order.orderId)).toBe(remainingLots);
      }
    });
  });
});

const inPositions = (watch: Watch): void =>
  always((seed) => {
    play(seed, watch, true);
  });

describe('whatever is asked of a book with positions', () => {
  it('an order that may only close never opens or turns a position', () => {
    const orders = new Map<string, Order>();
    inPositions({
      event: (book, event) => {
        if (event.type === 'OrderAccepted') orders.set(event.order.orderId, event.order);
        if (event.type !== 'OrderMatched') return;
        for (const orderId of [event.makerOrderId, event.takerOrderId]) {
          const order = orderId === null ? undefined : orders.get(orderId);
          if (order === undefined || !books.isReducing(order)) continue;
          const open = books.closableLots(book.positions!.of(order.owner), order.side, order.positionSide!);
          expect(event.lots).toBeLessThanOrEqual(open);
        }
      },
    });
  });

  it('orders that close a position offer together no more than is open, and no stop waits with more', () => {
    inPositions({
      after: (book) => {
        const offered = new Map<string, { lots: number; open: number }>();
        for (const { order, remainingLots, place } of Array.from(book.everyOrder())) {
          if (!books.isReducing(order)) continue;
          const open = books.closableLots(book.positions!.of(order.owner), order.side, order.positionSide!);
          if (place === 'stops') expect(remainingLots).toBeLessThanOrEqual(open);
          if (place !== 'book' && place !== 'triggered' && place !== 'closing') continue;
          const key = `${order.owner} ${order.side} ${order.positionSide}`;
          offered.set(key, { lots: (offered.get(key)?.lots ?? 0) + remainingLots, open });
        }
        for (const { lots, open } of offered.values()) expect(lots).toBeLessThanOrEqual(open);
      },
    });
  });

  it('lots that wait to open are those of the open orders that may open', () => {
    inPositions({
      after: (book) => {
        const opening = [...book.everyOrder()].filter(({ order }) => !books.isReducing(order));
        const lotsOf = (side: Order['side']) =>
          opening.filter(({ order }) => order.side === side).reduce((sum, { remainingLots }) => sum + remainingLots, 0);
        expect(book.opening).toEqual({ long: lotsOf('buy'), short: lotsOf('sell') });
      },
    });
  });

  it('positions are what fills and changes made them, and no long or short is below zero', () => {
    always((seed) => {
      const net = new Map<string, number>();
      const add = (owner: string, side: PositionSide | null | undefined, lots: number): unknown =>
        side == null ? undefined : net.set(`${owner} ${side}`, (net.get(`${owner} ${side}`) ?? 0) + lots);
      const signed = (side: PositionSide | null | undefined, bought: number): number =>
        side === 'short' ? -bought : bought;
      const event = (_: Book, each: BookEvent): void => {
        if (each.type === 'PositionsAdjusted')
          for (const { owner, positionSide, lots } of each.changes) add(owner, positionSide, lots);
        if (each.type !== 'OrderMatched') return;
        const bought = each.takerSide === 'buy' ? each.lots : -each.lots;
        add(each.takerOwner, each.takerPositionSide, signed(each.takerPositionSide, bought));
        add(each.makerOwner, each.makerPositionSide, signed(each.makerPositionSide, -bought));
      };
      const book = play(seed, { event }, true);
      for (const [key, lots] of net) {
        const [owner, side] = key.split(' ') as [string, PositionSide];
        if (owner === books.HOUSE) continue;
        expect(book.positions!.of(owner)[side]).toBe(lots);
        if (side !== 'both') expect(lots).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it('deciding leaves no mark on it, and a saved one comes back the same', () => {
    always((seed) => {
      const maker = new CommandMaker(seededDraw(seed), undefined, true, true);
      const book = books.createPositionBook();
      for (let step = 0; step < 80; step += 1) {
        const before = books.bookHash(book);
        const command = maker.command(book);
        const decided = books.decide(book, command, maker.liquidity());
        expect(books.bookHash(book)).toBe(before);
        if (Array.isArray(decided)) for (const event of decided) books.apply(book, event);
      }
      const saved = books.saveBook(book);
      const text = JSON.stringify(saved);
      expect(JSON.stringify(books.saveBook(books.loadBook(JSON.parse(text) as books.SavedBook)))).toBe(text);
    });
  });

  it('lots are neither made nor lost', () => {
    always((seed) => {
      const ledger = new Ledger();
      const book = play(seed, { event: (_, event) => ledger.note(event) }, true);
      for (const { order, remainingLots } of Array.from(book.everyOrder()))
        expect(ledger.remainingOf(order.orderId)).toBe(remainingLots);
    });
  });
});

/** Counts from events alone, and lets every order live through its declared lifecycle. */
class Ledger {
  private readonly orders = new Map<
    string,
    { lots: number; filledLots: number; leftTickLots: number | null; status: OrderStatus }
  >();

  remainingOf(orderId: string): number {
    const { lots, filledLots } = this.orders.get(orderId)!;
    return lots - filledLots;
  }

  note(event: BookEvent): void {
    if (event.type === 'OrderAccepted') {
      const { orderId, lots, budgetTickLots } = event.order;
      this.orders.set(orderId, { lots, filledLots: 0, leftTickLots: budgetTickLots, status: 'unfilled' });
    }
    for (const [orderId, known] of this.orders) known.status = books.statusAfter(known.status, event, orderId);
    if (event.type === 'OrderMatched') this.noteMatch(event);
    if (event.type === 'OrderAmended') this.orders.get(event.orderId)!.lots = event.lots;
    if (event.type === 'OrderReduced') this.noteReduced(event);
    if (event.type === 'OrderCancelled') {
      const { leftTickLots } = this.orders.get(event.orderId)!;
      expect(event.remainingTickLots).toBe(leftTickLots);
      if (leftTickLots === null) expect(event.remainingLots).toBe(this.remainingOf(event.orderId));
    }
  }

  private noteMatch(event: books.OrderMatched): void {
    const { lots, priceTicks, makerOrderId, takerOrderId } = event;
    for (const orderId of [makerOrderId, takerOrderId]) {
      if (orderId === null) continue;
      const known = this.orders.get(orderId)!;
      known.filledLots += lots;
      if (known.leftTickLots !== null) known.leftTickLots -= lots * priceTicks;
      else
        expect(known.lots - known.filledLots).toBe(
          orderId === makerOrderId ? event.makerRemainingLots : event.takerRemainingLots,
        );
      if (known.leftTickLots === null) expect(known.status === 'filled').toBe(known.filledLots === known.lots);
    }
    if (takerOrderId !== null) expect(event.takerRemainingTickLots).toBe(this.orders.get(takerOrderId)!.leftTickLots);
  }

  private noteReduced(event: books.OrderReduced): void {
    const known = this.orders.get(event.orderId)!;
    if (known.leftTickLots === null) known.lots -= event.lots;
    known.leftTickLots = event.remainingTickLots;
  }
}
