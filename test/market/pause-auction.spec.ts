import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import { isRefusal } from '../../server/core/refusal.js';
import { BEAT_MS } from '../../server/market/book-market.js';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { NO_IMPACT } from '../../server/market/simulator/impact.js';
import { PauseFinder } from '../../server/market/simulator/pause-finder.js';
import { PausedSource } from '../../server/market/simulator/paused-source.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../../server/market/simulator/simulator.testkit.js';
import { STILL } from '../../server/trading/matching/book.fixture.js';
import { createBook, execute, newOrder, type OrderMatched, type Side } from '../../server/trading/matching/book.js';

/** Bots in the call of a pause: they know all that was public before it, and trade with agents in the auction that ends it. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS = 60;
const SYMBOLS = ['AAPLUSDT', '7203USDT'];
const RESUMES = { ...STILL, opening: true, resumes: true } as const;

const terms = { calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS };
const specs = testCatalogue.specs
  .filter(({ symbol }) => SYMBOLS.includes(symbol))
  .map((spec): InstrumentSpec => ({ ...spec, volatilityAnnual: 3.5, driftAnnual: 0 }));
const model = new PriceModel({ ...terms, specs, seedOf: testSeedOf });
const source = new PausedSource(model, terms);
const finder = new PauseFinder(model, terms);

/** Of each pause after which the session goes on: which way the price went into it, and what came after. */
function pausesOf(symbol: string) {
  const pauses = finder.between(symbol, TEST_LAUNCH_AT, TEST_LAUNCH_AT + DAYS * DAY_MS);
  return pauses
    .filter(({ from, until }) => source.sessionState(symbol, until).open && source.sessionState(symbol, from - 1).open)
    .map(({ from, until }) => {
      const [before, last] = [source.priceTicksAt(symbol, from - 5 * MINUTE_MS), source.priceTicksAt(symbol, from)];
      return {
        into: last > before ? ('buy' as const) : ('sell' as const),
        indexTicks: source.priceTicksAt(symbol, until),
        laterTicks: source.priceTicksAt(symbol, until + 5 * MINUTE_MS),
        quotes: source.ladder(symbol, until, NO_IMPACT),
        at: until - BEAT_MS,
      };
    });
}

/** What an order of the call brought at a later price, as a share of what it cost. */
function gainOf(side: Side, { quotes, indexTicks }: ReturnType<typeof pausesOf>[number], worthTicks: number): number {
  const book = createBook();
  const lots = Math.max(1, Math.floor((quotes.asks[0]?.[1] ?? 2) / 2));
  const priceTicks = side === 'buy' ? indexTicks * 2 : 1;
  const order = newOrder({ orderId: 'eve', owner: 'eve', side, priceTicks, lots });
  execute(book, { type: 'PlaceOrder', order }, undefined, undefined, 'call');
  const events = execute(book, RESUMES, quotes);
  if (isRefusal(events)) throw new Error(events.refusal);
  const fills = events.filter((event): event is OrderMatched => event.type === 'OrderMatched');
  expect(fills.length).toBeGreaterThan(0);
  const sign = side === 'buy' ? 1 : -1;
  const gained = fills.reduce((sum, fill) => sum + sign * (worthTicks - fill.priceTicks) * fill.lots, 0);
  return gained / (indexTicks * fills.reduce((sum, fill) => sum + fill.lots, 0));
}

describe.each(SYMBOLS)('the auction that ends a pause of %s', (symbol) => {
  const pauses = pausesOf(symbol);
  const against = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

  it('gives nobody a better price than that of its beat', () => {
    expect(pauses.length).toBeGreaterThan(20);
    for (const pause of pauses)
      for (const side of ['buy', 'sell'] as const) expect(gainOf(side, pause, pause.indexTicks)).toBeLessThanOrEqual(0);
  });

  it('pays neither who follows the move that paused trading, nor who bets on its return', () => {
    for (const bets of [(side: Side) => side, against]) {
      const gains = pauses.map((pause) => gainOf(bets(pause.into), pause, pause.laterTicks));
      const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
      const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
      // Three standard errors: what chance alone brings once in seven hundred tries.
      expect(mean).toBeLessThanOrEqual(3 * Math.sqrt(variance / gains.length));
    }
  });
});
