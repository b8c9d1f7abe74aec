import { describe, expect, it } from '@jest/globals';
import { NO_IMPACT } from '../../server/market/simulator/impact.js';
import { TEST_LAUNCH_AT, testModel } from '../../server/market/simulator/simulator.testkit.js';
import { createBook, execute, newOrder, type BookCommand, type Liquidity } from '../../server/trading/matching/book.js';
import { isRefusal } from '../../server/core/refusal.js';
import { STILL } from '../../server/trading/matching/book.fixture.js';

/** Bots at the open: one leaves orders in the book over the night, one wants them at their stale price before the first beat. */

const SYMBOLS = ['AAPLUSDT', 'TSLAUSDT', 'JPMUSDT'];
const SESSIONS = 20;
const model = testModel(SYMBOLS);
const BEAT = { ...STILL, opening: true } as const;

interface Open {
  readonly closeTicks: number;
  readonly indexTicks: number;
  readonly quotes: Liquidity;
}

/** Opens after the launch, each with the last price of the session before. */
function opensOf(symbol: string): Open[] {
  const opens: Open[] = [];
  let at = TEST_LAUNCH_AT;
  while (opens.length < SESSIONS) {
    const { open, nextChangeAt } = model.sessionState(symbol, at);
    if (nextChangeAt === undefined) throw new Error(`${symbol} has no next session`);
    if (!open) {
      const quotes = model.ladder(symbol, nextChangeAt, NO_IMPACT);
      const closeTicks = model.priceTicksAt(symbol, at);
      opens.push({ closeTicks, indexTicks: model.priceTicksAt(symbol, nextChangeAt), quotes });
    }
    at = nextChangeAt;
  }
  return opens;
}

/** A resting order of ten lots that the night has put on the wrong side of the market, at the close. */
function stale({ closeTicks, quotes }: Open) {
  const [bid, ask] = [quotes.bids[0]![0], quotes.asks[0]![0]];
  const side = closeTicks >= ask ? ('buy' as const) : closeTicks <= bid ? ('sell' as const) : null;
  if (side === null) return null;
  const book = createBook();
  const order = newOrder({ orderId: 'rests', owner: 'ann', side, priceTicks: closeTicks, lots: 10 });
  execute(book, { type: 'PlaceOrder', order });
  const fills = (command: BookCommand) => {
    const events = execute(book, command, quotes);
    if (isRefusal(events)) throw new Error(events.refusal);
    return events.flatMap((event) => (event.type === 'OrderMatched' ? [event] : []));
  };
  return { side, fills, best: side === 'buy' ? ask : bid };
}

describe.each(SYMBOLS)('an order that rests over the night in %s', (symbol) => {
  const opens = opensOf(symbol);

  it('meets the quotes of the open at their price, never at its own limit, and never better than a taker would', () => {
    let gaps = 0;
    for (const open of opens) {
      const resting = stale(open);
      if (resting === null) continue;
      const fills = resting.fills(BEAT);
      const away = resting.side === 'buy' ? 1 : -1;
      for (const { priceTicks, takerOwner } of fills) {
        expect(takerOwner).toBe('house');
        // A user gains nothing at the index, and pays no more than the quotes that their lots reached.
        expect((priceTicks - open.indexTicks) * away).toBeGreaterThanOrEqual(0);
        expect((priceTicks - resting.best) * away).toBeGreaterThanOrEqual(0);
        expect((open.closeTicks - priceTicks) * away).toBeGreaterThanOrEqual(0);
        if (Math.abs(open.closeTicks - priceTicks) * 10_000 > 20 * open.indexTicks) gaps += 1;
      }
      expect(fills.reduce((sum, { lots }) => sum + lots, 0)).toBeGreaterThan(0);
    }
    // Filled at its own limit, it would have paid more than 20 basis points beyond the market at an open.
    expect(gaps).toBeGreaterThan(0);
  });

  it('cannot be had at its stale limit by whoever comes before the first beat', () => {
    for (const open of opens) {
      const resting = stale(open);
      if (resting === null) continue;
      const side = resting.side === 'buy' ? 'sell' : 'buy';
      const order = newOrder({ orderId: 'eve', owner: 'eve', side, priceTicks: open.closeTicks, lots: 10 });
      const own = resting
        .fills({ type: 'PlaceOrder', order: { ...order, timeInForce: 'IOC' } })
        .filter(({ takerOwner }) => takerOwner === 'eve');
      const gain = own.reduce(
        (sum, { priceTicks, lots }) => sum + (priceTicks - open.indexTicks) * lots * (side === 'sell' ? 1 : -1),
        0,
      );
      expect(gain).toBeLessThanOrEqual(0);
    }
  });
});
