import { setTimeout as sleep } from 'node:timers/promises';
import type { TickerView } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { isFresh, type Clock } from '../../core/clock.js';
import type { Market } from './market.js';
import type { Tickers } from './tickers.js';

/** Lists of the whole market are this old at most; rows that somebody looks at are live by socket. */
const OPEN_MS = 5_000;
/** Where the market is closed only the rolling day moves on. */
const CLOSED_MS = 60_000;
/** Making so many takes some milliseconds even where none of their candles is there yet; orders wait no longer. */
const SLICE = 16;

const WARM_SLICE = 4;
const WARM_REST_MS = 15;

/** Makes things of a list a few at a time, and lets whatever waits go first in between. */
export async function inSlices<In, Out>(list: readonly In[], make: (each: In) => Out): Promise<Out[]> {
  const made: Out[] = [];
  for (let at = 0; at < list.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const each of list.slice(at, at + SLICE)) made.push(make(each));
  }
  return made;
}

/** Tickers for lists of thousands: made in slices, and shared by everybody who reads one. */
export class TickerBoard {
  private readonly kept = new Map<string, TickerView>();

  constructor(
    private readonly market: Market,
    private readonly tickers: Tickers,
    private readonly clock: Clock,
  ) {}

  /** The tickers of a realm's books in the given order, each some seconds old at most. */
  of(realm: TradingRealm, symbols: readonly string[]): Promise<TickerView[]> {
    return inSlices(symbols, (symbol) => this.ticker(realm, symbol));
  }

  /**
   * Makes each ticker once, for the first reader of a list after a start: 24 hours of thousands of instruments take seconds. A few at a
   * time with rests between, so people who are there already notice nothing.
   */
  async warm(isOver: () => boolean): Promise<void> {
    const symbols = this.market.symbols();
    for (let at = 0; at < symbols.length && !isOver(); at += WARM_SLICE) {
      for (const symbol of symbols.slice(at, at + WARM_SLICE)) if (this.market.has(symbol)) this.ticker('demo', symbol);
      await sleep(WARM_REST_MS, undefined, { ref: false });
    }
  }

  private ticker(realm: TradingRealm, symbol: string): TickerView {
    const now = this.clock.now();
    const key = `${realm}/${symbol}`;
    const known = this.kept.get(key);
    if (known !== undefined && isFresh(known.at, now, OPEN_MS)) return known;
    const { market } = this;
    const stoodStill = known !== undefined && !market.isOpen(symbol, now) && !market.isOpen(symbol, known.at);
    if (stoodStill && isFresh(known.at, now, CLOSED_MS)) return known;
    const made = this.tickers.ticker(realm, symbol, now);
    this.kept.set(key, made);
    return made;
  }
}
