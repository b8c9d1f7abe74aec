import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { TickerView } from '../../../contracts/market.contract.js';
import type { Channel } from '../../../contracts/stream.contract.js';
import { isFresh, type Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { LiveMessage, LiveSource, Snapshot } from '../../edge/socket/live-source.js';
import { beatOf, instantOf } from '../../market/book-market.js';
import type { Candles } from '../../market/runtime/candles.js';
import type { Market } from '../../market/runtime/market.js';
import type { RealmFlows } from '../../market/runtime/realm-candles.js';
import { LiveCandles, type WatchedCandles } from './live-candles.js';
import { together, type PublicTrades } from './public-trades.js';
import type { Products } from './products.js';
import { keyOf, type PublicBooks } from './public-books.js';
import { inSlices } from '../../market/runtime/ticker-board.js';
import type { Tickers } from '../../market/runtime/tickers.js';
import type { DayOfTrades } from './user-trades.js';

const TRADES_MAX = 50;
const TICKERS_EVERY_MS = 1000;
const TICKERS_A_SECOND = 700;
const REALMS: readonly TradingRealm[] = ['demo', 'real'];

/** The watched channels, set by the gateway. */
interface Watched extends WatchedCandles {
  watchedSymbols(realm: TradingRealm, kind: 'book' | 'trades'): readonly string[];
  watchedTickers(realm: TradingRealm): ReadonlySet<string> | 'all';
}

interface Parts {
  readonly market: Market;
  readonly products: Products;
  readonly tickers: Tickers;
  readonly books: PublicBooks;
  readonly trades: PublicTrades;
  readonly day: DayOfTrades;
  readonly flows: RealmFlows;
  readonly candles: Pick<Candles, 'before'>;
  readonly watched: Watched;
  readonly clock: Clock;
}

/** Market data for sockets. Unwatched data is not made. */
export class MarketLive implements LiveSource {
  readonly kinds = ['tickers', 'book', 'trades', 'candles'] as const;
  private readonly listeners = new Set<(message: LiveMessage) => void>();
  private readonly lastTickers = new Map<string, TickerView>();
  private tickersAt = 0;
  private roundAt = 0;
  private tradesTo = 0;

  private readonly market: Market;
  private readonly products: Products;
  private readonly tickers: Tickers;
  private readonly books: PublicBooks;
  private readonly trades: PublicTrades;
  private readonly watched: Watched;
  private readonly clock: Clock;
  private readonly candles: LiveCandles;

  constructor({ market, products, tickers, books, trades, watched, clock, ...flow }: Parts) {
    [this.market, this.products, this.tickers, this.books, this.trades] = [market, products, tickers, books, trades];
    [this.watched, this.clock] = [watched, clock];
    this.candles = new LiveCandles({ market, watched, clock, ...flow }, (message) => this.send(message));
  }

  snapshot(channel: Channel, realm: TradingRealm): Snapshot | Refusal | Promise<Snapshot | Refusal> {
    const now = this.clock.now();
    if (channel.kind === 'tickers') {
      const wanted = channel.symbols ?? this.market.symbols();
      const missing = wanted.find((symbol) => !this.market.has(symbol));
      if (missing !== undefined) return refuse('market.symbol-unknown', { symbol: missing });
      return inSlices(wanted, (symbol) => this.tickers.ticker(realm, symbol, now));
    }
    if (channel.kind === 'account') return refuse('session.missing');
    if (channel.kind === 'contractCandles') return refuse('request.unavailable');
    const { symbol } = channel;
    const isKnown = channel.kind === 'candles' ? this.market.has(symbol) : this.isTraded(symbol);
    if (!isKnown) return refuse('market.symbol-unknown', { symbol });
    switch (channel.kind) {
      case 'book':
        return this.books.join(realm, symbol, now);
      case 'trades':
        return this.trades.page(realm, symbol, now + 1, TRADES_MAX, instantOf(beatOf(now)));
      case 'candles':
        return this.candles.join(realm, symbol, channel.period);
    }
  }

  onMessage(listener: (message: LiveMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sends what has changed since the last beat. */
  beat(now: number): void {
    const watchedBooks = this.sendBooks(now);
    this.sendTrades(now);
    const sendsAll = !isFresh(this.tickersAt, now, TICKERS_EVERY_MS);
    // A book and its ticker show one instant, so whoever watches both never sees them disagree.
    const round = sendsAll ? this.nextOfRound() : [];
    for (const realm of REALMS) {
      const watched = this.watched.watchedTickers(realm);
      const due = sendsAll ? [...(watched === 'all' ? round : watched)] : watchedBooks[realm];
      // A book's ticker comes with the book, whoever else watches it.
      this.sendTickers(realm, watched, [...new Set([...due, ...watchedBooks[realm]])], now);
    }
    if (!sendsAll) return;
    this.tickersAt = now;
    this.candles.send(now);
  }

  private isTraded(symbol: string): boolean {
    return this.products.named(symbol)?.market.has(symbol) ?? false;
  }

  /** Answers whose books are watched. */
  private sendBooks(now: number): Record<TradingRealm, string[]> {
    const watched: Record<TradingRealm, string[]> = { demo: [], real: [] };
    for (const realm of REALMS) {
      for (const symbol of this.watched.watchedSymbols(realm, 'book')) {
        if (!this.isTraded(symbol)) continue;
        watched[realm].push(symbol);
        const diff = this.books.step(realm, symbol, now);
        if (diff !== undefined) this.send({ kind: 'book', realm, data: diff });
      }
    }
    this.books.forgetAllBut(new Set(REALMS.flatMap((realm) => watched[realm].map((symbol) => keyOf(realm, symbol)))));
    return watched;
  }

  private sendTrades(now: number): void {
    // The tape of a beat that books have not met yet would tell which orders it will reach.
    const to = instantOf(beatOf(now));
    const from = Math.max(this.tradesTo, to - 5000);
    this.tradesTo = to;
    const users = this.trades.news(now);
    for (const realm of REALMS) {
      for (const symbol of this.watched.watchedSymbols(realm, 'trades')) {
        if (!this.isTraded(symbol)) continue;
        const trades = together(this.trades.printed(realm, symbol, from, to), users.get(keyOf(realm, symbol)) ?? []);
        if (trades.length > 0) this.send({ kind: 'trades', realm, data: { symbol, trades } });
      }
    }
  }

  /** Who watches everything gets so many tickers a second, in turns: making thousands at once would keep orders waiting. */
  private nextOfRound(): string[] {
    const symbols = this.market.symbols();
    const from = this.roundAt >= symbols.length ? 0 : this.roundAt;
    this.roundAt = from + TICKERS_A_SECOND;
    return symbols.slice(from, this.roundAt);
  }

  private sendTickers(
    realm: TradingRealm,
    watched: ReadonlySet<string> | 'all',
    symbols: readonly string[],
    now: number,
  ): void {
    const changed: TickerView[] = [];
    for (const symbol of symbols) {
      if (!this.market.has(symbol) || (watched !== 'all' && !watched.has(symbol))) continue;
      const key = keyOf(realm, symbol);
      const before = this.lastTickers.get(key);
      if (before !== undefined && !this.market.isOpen(symbol, now)) continue;
      const ticker = this.tickers.ticker(realm, symbol, now);
      if (before === undefined || !same(before, ticker)) changed.push(ticker);
      this.lastTickers.set(key, ticker);
    }
    if (changed.length > 0) this.send({ kind: 'tickers', realm, data: changed });
  }

  private send(message: LiveMessage): void {
    for (const listener of this.listeners) listener(message);
  }
}

function same(a: TickerView, b: TickerView): boolean {
  return a.last === b.last && a.bid === b.bid && a.ask === b.ask && a.volume24h === b.volume24h;
}
