import { describe, expect, it } from '@jest/globals';
import { isRefusal } from '../../server/core/refusal.js';
import { NO_IMPACT } from '../../server/market/simulator/impact.js';
import { TEST_LAUNCH_AT, testModel } from '../../server/market/simulator/simulator.testkit.js';
import { seededDraw } from '../../server/trading/matching/command-maker.fixture.js';
import {
  createBook,
  execute,
  indicative,
  newOrder,
  type Book,
  type Liquidity,
  type Order,
  type OrderMatched,
  type Side,
} from '../../server/trading/matching/book.js';
import { STILL } from '../../server/trading/matching/book.fixture.js';

/** Bots in the call before the open: one trades everything with itself and with agents, one knows which way the night went. */

const SYMBOLS = ['AAPLUSDT', 'TSLAUSDT', 'JPMUSDT'];
const SESSIONS = 30;
const model = testModel(SYMBOLS);
const OPEN = { ...STILL, opening: true } as const;

interface Night {
  readonly closeTicks: number;
  readonly indexTicks: number;
  readonly quotes: Liquidity;
}

function nightsOf(symbol: string): Night[] {
  const nights: Night[] = [];
  for (let at = TEST_LAUNCH_AT; nights.length < SESSIONS;) {
    const { open, nextChangeAt } = model.sessionState(symbol, at);
    if (nextChangeAt === undefined) throw new Error(`${symbol} has no next session`);
    if (!open) {
      const quotes = model.ladder(symbol, nextChangeAt, NO_IMPACT);
      const prices = {
        closeTicks: model.priceTicksAt(symbol, at),
        indexTicks: model.priceTicksAt(symbol, nextChangeAt),
      };
      nights.push({ ...prices, quotes });
    }
    at = nextChangeAt;
  }
  return nights;
}

function gather(
  book: Book,
  owner: string,
  side: Side,
  priceTicks: number,
  lots: number,
  terms: Partial<Order> = {},
): void {
  const order = newOrder({ orderId: `${owner}-${book.nextSequence}`, owner, side, priceTicks, lots, ...terms });
  execute(book, { type: 'PlaceOrder', order }, undefined, undefined, 'call');
}

function fillsOf(book: Book, quotes: Liquidity): OrderMatched[] {
  const events = execute(book, OPEN, quotes);
  if (isRefusal(events)) throw new Error(events.refusal);
  return events.flatMap((event) => (event.type === 'OrderMatched' ? [event] : []));
}

/** What an account's fills brought at the index, in tick-lots. */
function gainOf(fills: readonly OrderMatched[], owner: (name: string) => boolean, indexTicks: number): number {
  let gain = 0;
  for (const { takerOwner, makerOwner, takerSide, priceTicks, lots } of fills) {
    const worth = (indexTicks - priceTicks) * lots * (takerSide === 'buy' ? 1 : -1);
    if (owner(takerOwner)) gain += worth;
    if (owner(makerOwner)) gain -= worth;
  }
  return gain;
}

const isUser = (name: string): boolean => name !== 'house';

describe.each(SYMBOLS)('the opening auction of %s', (symbol) => {
  const nights = nightsOf(symbol);

  it('pays users together nothing at the index, whatever they gather before it', () => {
    const draw = seededDraw(7);
    let trades = 0;
    for (const { closeTicks, indexTicks, quotes } of nights)
      for (let n = 0; n < 20; n += 1) {
        const book = createBook();
        const reach = Math.ceil(closeTicks / 50);
        const most = quotes.bids[0]![1] * 4;
        for (let order = draw(6); order >= 0; order -= 1)
          gather(
            book,
            `bot-${order % 3}`,
            draw(2) === 0 ? 'buy' : 'sell',
            closeTicks - reach + draw(2 * reach),
            1 + draw(most),
            draw(2) === 0 ? {} : { timeInForce: 'OPG', kind: draw(2) === 0 ? 'limit' : 'market' },
          );
        const fills = fillsOf(book, quotes);
        trades += fills.length;
        expect(new Set(fills.map(({ priceTicks }) => priceTicks)).size).toBeLessThanOrEqual(1);
        expect(gainOf(fills, isUser, indexTicks)).toBeLessThanOrEqual(0);
      }
    expect(trades).toBeGreaterThan(SESSIONS);
  });

  /** Eve, who comes last and knows the gap, wants the others' orders at the close. Answers her gain in basis points. */
  function insider({ closeTicks, indexTicks, quotes }: Night, opensWith: Liquidity): number {
    const side = indexTicks > closeTicks ? ('buy' as const) : ('sell' as const);
    const lots = quotes.asks[0]![1];
    const book = createBook();
    gather(book, 'ann', side === 'buy' ? 'sell' : 'buy', closeTicks, lots);
    gather(book, 'eve', side, closeTicks, lots);
    return (gainOf(fillsOf(book, opensWith), (name) => name === 'eve', indexTicks) * 10_000) / (indexTicks * lots);
  }

  it('is of no use to whoever comes last, even with the price of the open in their hands', () => {
    const gains = nights.map((night) => insider(night, night.quotes));
    const halfSpreads = nights.map(({ quotes, indexTicks }) => {
      const [bid, ask] = [quotes.bids[0]![0], quotes.asks[0]![0]];
      return ((ask - bid) * 10_000) / indexTicks;
    });
    gains.forEach((gain, n) => expect(gain).toBeLessThanOrEqual(halfSpreads[n]!));
  });

  it('would be worth knowing if it were held at the orders gathered alone', () => {
    const gains = nights.map((night) => insider(night, { bids: [], asks: [] }));
    expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeGreaterThan(20);
  });

  it('shows before it a price that is the same for every night to come', () => {
    const [{ closeTicks }] = nights as [Night];
    const book = createBook();
    gather(book, 'ann', 'sell', closeTicks - 5, 10);
    gather(book, 'ben', 'buy', closeTicks + 5, 10);
    // It is a function of the book and the last close: no seed and no quote goes into it.
    expect(indicative(book, closeTicks)).toEqual({ priceTicks: closeTicks, lots: 10, surplusLots: 0 });
  });
});
