import { describe, expect, it } from '@jest/globals';
import { isRefusal } from '../../server/core/refusal.js';
import { BEAT_MS } from '../../server/market/book-market.js';
import { impactOfFills, NO_IMPACT } from '../../server/market/simulator/impact.js';
import { TEST_LAUNCH_AT, testModel } from '../../server/market/simulator/simulator.testkit.js';
import { seededDraw } from '../../server/trading/matching/command-maker.fixture.js';
import {
  createBook,
  execute,
  HOUSE,
  newOrder,
  type Book,
  type BookCommand,
  type Liquidity,
  type Order,
  type OrderMatched,
  type Phase,
} from '../../server/trading/matching/book.js';
import { agentFills } from '../../server/trading/venue/order.decider.js';
import { STILL } from '../../server/trading/matching/book.fixture.js';

/** Bots at the close: they gather whatever they like until the cut-off, trade with agents, and sell back at once or the next morning. */

const SYMBOLS = ['AAPLUSDT', 'TSLAUSDT', 'JPMUSDT'];
const SESSIONS = 25;
const model = testModel(SYMBOLS);
const CLOSE = { ...STILL, closing: true } as const;

interface Evening {
  readonly at: number;
  readonly opensAt: number;
  readonly cutOffTicks: number;
  readonly indexTicks: number;
  readonly quotes: Liquidity;
}

function eveningsOf(symbol: string): Evening[] {
  const evenings: Evening[] = [];
  for (let at = TEST_LAUNCH_AT; evenings.length < SESSIONS;) {
    const { open, nextChangeAt, cutOffAt } = model.sessionState(symbol, at);
    if (nextChangeAt === undefined) throw new Error(`${symbol} has no next session`);
    if (open && cutOffAt !== undefined) {
      const last = nextChangeAt - BEAT_MS;
      const opensAt = model.sessionState(symbol, nextChangeAt).nextChangeAt ?? 0;
      const prices = {
        cutOffTicks: model.priceTicksAt(symbol, cutOffAt),
        indexTicks: model.priceTicksAt(symbol, last),
      };
      evenings.push({ at: last, opensAt, ...prices, quotes: model.ladder(symbol, last, NO_IMPACT) });
    }
    at = nextChangeAt;
  }
  return evenings;
}

type Terms = Pick<Order, 'owner' | 'side' | 'priceTicks' | 'lots'> & Partial<Order>;

function send(book: Book, command: BookCommand, quotes?: Liquidity, phase?: Phase): OrderMatched[] {
  const events = execute(book, command, quotes, undefined, phase);
  if (isRefusal(events)) return [];
  return events.flatMap((event) => (event.type === 'OrderMatched' ? [event] : []));
}

function place(book: Book, terms: Terms, quotes?: Liquidity, phase?: Phase): OrderMatched[] {
  const order = newOrder({ orderId: `${terms.owner}-${book.nextSequence}`, timeInForce: 'ATC', ...terms });
  return send(book, { type: 'PlaceOrder', order }, quotes, phase);
}

const closes = (book: Book, quotes: Liquidity): OrderMatched[] => send(book, CLOSE, quotes);

/** What fills brought the users of these names at the index, in tick-lots. */
function gainOf(
  fills: readonly OrderMatched[],
  indexTicks: number,
  of = (name: string): boolean => name !== HOUSE,
): number {
  let gain = 0;
  for (const { takerOwner, makerOwner, takerSide, priceTicks, lots } of fills) {
    const worth = (indexTicks - priceTicks) * lots * (takerSide === 'buy' ? 1 : -1);
    if (of(takerOwner)) gain += worth;
    if (of(makerOwner)) gain -= worth;
  }
  return gain;
}

describe.each(SYMBOLS)('the closing auction of %s', (symbol) => {
  const evenings = eveningsOf(symbol);

  it('pays users together nothing at the index, at one price, whatever they gather and leave in the book', () => {
    const draw = seededDraw(11);
    let trades = 0;
    for (const { cutOffTicks, indexTicks, quotes } of evenings)
      for (let n = 0; n < 20; n += 1) {
        const book = createBook();
        const reach = Math.ceil(cutOffTicks / 60);
        for (let order = draw(7); order >= 0; order -= 1) {
          const side = draw(2) === 0 ? ('buy' as const) : ('sell' as const);
          const timeInForce = draw(3) === 0 ? ('GTC' as const) : ('ATC' as const);
          const priceTicks = cutOffTicks - reach + draw(2 * reach);
          place(book, {
            owner: `bot-${order % 4}`,
            side,
            timeInForce,
            priceTicks,
            lots: 1 + draw(quotes.bids[0]![1] * 4),
          });
        }
        const auctioned = closes(book, quotes);
        trades += auctioned.length;
        expect(gainOf(auctioned, indexTicks)).toBeLessThanOrEqual(0);
        const self = auctioned.filter(({ makerOwner, takerOwner }) => makerOwner === takerOwner);
        expect(self).toEqual([]);
      }
    expect(trades).toBeGreaterThan(SESSIONS);
  });

  it('sells nothing back for a gain: not in the same beat, and not the next morning', () => {
    const draw = seededDraw(12);
    let sold = 0;
    for (const { at, opensAt, indexTicks, quotes } of evenings)
      for (const side of ['buy', 'sell'] as const) {
        const book = createBook();
        const far = side === 'buy' ? indexTicks * 2 : 1;
        const lots = 1 + draw(quotes.asks[0]![1] * 6);
        place(book, { owner: 'eve', side, priceTicks: far, lots });
        const bought = closes(book, quotes);
        const left = impactOfFills(NO_IMPACT, agentFills(bought), at, model.impactScale(symbol, at));
        for (const later of [at, opensAt]) {
          const back = createBook();
          const taken = bought.reduce((sum, fill) => sum + fill.lots, 0);
          const other = side === 'buy' ? ('sell' as const) : ('buy' as const);
          const terms = { owner: 'eve', side: other, priceTicks: side === 'buy' ? 1 : indexTicks * 2, lots: taken };
          const fills = place(back, { ...terms, timeInForce: 'IOC' }, model.ladder(symbol, later, left));
          sold += fills.length;
          expect(gainOf(bought, indexTicks) + gainOf(fills, model.priceTicksAt(symbol, later))).toBeLessThanOrEqual(0);
        }
      }
    expect(sold).toBeGreaterThan(SESSIONS);
  });

  it('would pay who could take an order back, and lets nobody: not by a cancellation, nor by an order against their own', () => {
    let option = 0;
    for (const { cutOffTicks, indexTicks, quotes } of evenings) {
      const book = createBook();
      const lots = Math.max(1, Math.floor(quotes.asks[0]![1] / 2));
      place(book, { owner: 'ann', side: 'sell', priceTicks: 1, lots });
      place(book, { owner: 'eve', side: 'buy', priceTicks: cutOffTicks * 2, lots });
      // Ann is there to trade with, so Eve pays no spread: who may leave when the price has fallen since gains on average.
      option += Math.max(0, indexTicks - cutOffTicks);
      const own = book.closing.best()!.youngest!.orderId;
      const cancel = { type: 'CancelOrder', orderId: own, owner: 'eve', reason: 'user' } as const;
      expect(execute(book, cancel, quotes, undefined, 'cut-off')).toMatchObject({ refusal: 'order.closing-cut-off' });
      const against = { owner: 'eve', side: 'sell', priceTicks: quotes.asks[0]![0], lots, timeInForce: 'GTC' } as const;
      place(book, { ...against, postOnly: true }, quotes, 'cut-off');
      const filled = closes(book, quotes).filter(({ makerOwner, takerOwner }) =>
        [makerOwner, takerOwner].includes('eve'),
      );
      expect(filled.reduce((sum, fill) => sum + fill.lots, 0)).toBe(lots);
    }
    expect(option).toBeGreaterThan(0);
  });
});
