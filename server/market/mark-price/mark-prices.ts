import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from '../simulator/beats.js';
import { NO_IMPACT, type Impact } from '../simulator/impact.js';
import type { BookSource } from '../simulator/market-source.js';
import { ticksOf } from '../simulator/price-tree.js';
import { isSameSession } from '../simulator/same-session.js';
import { exactIndexTicks, indexTicks } from './index-price.js';
import { markPrice, type BookTrace, type MarkPrice } from './mark-price.js';
import { TapeSince } from './tape-since.js';

/** Mark prices of books, for whoever has the prices that seeds give: the market that runs, and the audit of one that is over. */
export class MarkPrices {
  private readonly tape: TapeSince;

  constructor(private readonly source: Pick<BookSource, 'sessionState' | 'exactTicksAt' | 'priceTicksAt' | 'trades'>) {
    this.tape = new TapeSince((symbol, fromMs, toMs) => source.trades(symbol, fromMs, toMs));
  }

  /** While the market is closed, that of its last beat. A book that nobody touched has no trace. */
  at(symbol: string, at: Instant, trace: BookTrace | null): MarkPrice {
    const { open, closedAt = at } = this.source.sessionState(symbol, at);
    const lastOpen = open ? at : closedAt - BEAT_MS;
    const index = exactIndexTicks(this.source, symbol, at);
    const trade = trace?.lastTrade ?? null;
    const last = trade !== null && this.isNewest(symbol, trade.at, lastOpen) ? trade.priceTicks : index;
    return markPrice(index, trace === null ? null : ((trace.impact as Impact | null) ?? NO_IMPACT), last, lastOpen);
  }

  /** As stops watch it and tickers show it. */
  ticksAt(symbol: string, at: Instant, trace: BookTrace | null): number {
    // The mark of a book that nobody pushed is its index.
    if (trace === null || trace.impact === null) return indexTicks(this.source, symbol, at);
    return ticksOf(this.at(symbol, at, trace).markTicks);
  }

  /** The last price as tickers show it: a trade of users until the tape trades again or a session begins, else the price of the agents. */
  lastTicksAt(symbol: string, at: Instant, trace: BookTrace | null): number {
    const trade = trace?.lastTrade ?? null;
    const isLast =
      trade !== null && isSameSession(this.source, symbol, trade.at, at + 1) && this.isNewest(symbol, trade.at, at);
    return isLast ? trade.priceTicks : this.source.priceTicksAt(symbol, at);
  }

  /** Whether a user's trade is the newest one: until the tape trades again. The tape shows beat by beat. */
  isNewest(symbol: string, tradedAt: Instant, at: Instant): boolean {
    const shownTo = Math.floor(at / BEAT_MS) * BEAT_MS;
    return tradedAt <= at && !this.tape.hasPrinted(symbol, tradedAt + 1, shownTo);
  }
}
