import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { isRefusal } from '../../core/refusal.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { Market } from '../../market/runtime/market.js';
import { QUOTE_INTERVAL_MS } from '../../market/simulator/market-source.js';
import type { TapeTrade } from '../../market/simulator/tape.js';
import { decide, type PriceRange, type TradedRange } from '../matching/book.js';
import type { BookKind, BookState } from '../venue/book.state.js';
import type { AdvanceMarket } from '../venue/order.commands.js';
import { isOutgrown } from '../venue/order.decider.js';
import { hasOrders, keyOf } from './public-books.js';

/** No further back than this: what a stopped server missed is not traded afterwards. */
const CATCH_UP_MAX_MS = 5_000;
/** How far back the first look at a book goes, such as after a start. */
const FIRST_LOOK_MS = 1_000;

/**
 * Lets the market reach users' resting orders and stops. It asks the book what would happen, which changes nothing, and
 * sends a command only when something would: so the history holds what touches users and no ticks.
 */
export class Advancer {
  private readonly advancedTo = new Map<string, number>();
  private readonly busy = new Set<string>();

  constructor(
    private readonly writers: Writers,
    private readonly market: Market,
    private readonly kind: BookKind,
    private readonly log: { error(message: string): void },
  ) {}

  /** Advances one book to an instant when its orders could be reached. Answers whether a command was sent. */
  async advance(realm: TradingRealm, symbol: string, at: number): Promise<boolean> {
    const key = keyOf(realm, symbol);
    const state = this.writers.peek(realm, this.kind, symbol);
    if (!hasOrders(state)) return this.forget(realm, symbol);
    if (this.busy.has(key)) return false;
    // An order meets what trades after it was placed; an empty book had no order to meet the rest.
    const since = this.advancedTo.get(key) ?? Math.max(firstPlacedAt(state), at - FIRST_LOOK_MS);
    const from = Math.max(since, at - CATCH_UP_MAX_MS);
    this.advancedTo.set(key, at);
    if (from >= at) return false;
    const data = this.request(state, symbol, from, at);
    if (data === undefined || !this.wouldMatter(state, data)) return false;
    this.busy.add(key);
    try {
      const command = new this.kind.product.commands.advance({ realm, at, actor: 'market' }, data);
      const result = await this.writers.execute(realm, command);
      if (result.ok) return true;
      const { refusal } = result.refusal;
      // The writer reports its own unavailability.
      if (refusal !== 'request.unavailable') this.log.error(`${key} was not advanced: ${refusal}`);
      // Nothing happened, so the next step sends it again.
      this.advancedTo.set(key, from);
      return false;
    } finally {
      this.busy.delete(key);
    }
  }

  /** The book is empty: trades until then meet no order. Answers, as `advance` does, that nothing was sent. */
  forget(realm: TradingRealm, symbol: string): false {
    this.advancedTo.delete(keyOf(realm, symbol));
    return false;
  }

  private request(state: BookState, symbol: string, from: number, at: number): AdvanceMarket | undefined {
    const terms = this.market.terms(symbol);
    if (isRefusal(terms) || isOutgrown(state, terms.spec)) return undefined;
    const liquidity = this.market.ladder(symbol, at, state.book.impact);
    if (liquidity === undefined) return undefined;
    const tape = this.market.tape(symbol, from, at);
    const noiseTakers = tape.map(({ side, lots, limitTicks }) => ({ side, lots, limitTicks }));
    const opening = !this.market.isOpen(symbol, from);
    const index = this.indexSince(state, symbol, from, at);
    return { symbol, liquidity, traded: rangeOf(tape), noiseTakers, index, opening };
  }

  /** Range of the index at the beats from an instant (not included) to another, for stops that watch it. */
  private indexSince({ book }: BookState, symbol: string, from: number, at: number): PriceRange | null {
    if (book.stops.index.buy.best() === null && book.stops.index.sell.best() === null) return null;
    let lowTicks = Infinity;
    let highTicks = -Infinity;
    for (let instant = at; instant > from; instant -= QUOTE_INTERVAL_MS) {
      const ticks = this.market.priceTicks(symbol, instant);
      lowTicks = Math.min(lowTicks, ticks);
      highTicks = Math.max(highTicks, ticks);
    }
    return { lowTicks, highTicks };
  }

  /** A last price that moved without touching anybody is no fact worth keeping. */
  private wouldMatter(state: BookState, data: AdvanceMarket): boolean {
    const { traded, noiseTakers, index, opening, liquidity } = data;
    const events = decide(state.book, { type: 'AdvanceMarket', traded, noiseTakers, index, opening }, liquidity);
    return !isRefusal(events) && events.some((event) => event.type !== 'LastTradeMoved');
  }
}

function firstPlacedAt({ terms }: BookState): number {
  let first = Infinity;
  for (const { placedAt } of terms.values()) first = Math.min(first, placedAt);
  return first;
}

function rangeOf(tape: readonly TapeTrade[]): TradedRange | null {
  const last = tape.at(-1);
  if (last === undefined) return null;
  let lowTicks = last.priceTicks;
  let highTicks = last.priceTicks;
  for (const { priceTicks } of tape) {
    if (priceTicks < lowTicks) lowTicks = priceTicks;
    if (priceTicks > highTicks) highTicks = priceTicks;
  }
  return { lowTicks, highTicks, lastTicks: last.priceTicks };
}
