import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Period, PublicTradeView, TickerView, BookView, CandleRow } from '../../../contracts/market.contract.js';
import type { ContractCandleRow } from '../../../contracts/contract-candle.calls.js';
import {
  channelName,
  type AccountUpdate,
  type BookDiff,
  type Channel,
  type ContractCandle,
} from '../../../contracts/stream.contract.js';
import type { Refusal } from '../../core/refusal.js';
import type { Session } from '../http/sessions.js';
import { symbolsOf } from './ticker-filters.js';

export type Snapshot = TickerView[] | BookView | PublicTradeView[] | CandleRow[] | ContractCandleRow[] | AccountUpdate;

/**
 * One message to everybody who subscribed. Market messages go to the subscribers of a realm, because the books of the two realms
 * differ; account messages to the sockets of a user. Send it only after its facts are durable.
 */
export type LiveMessage =
  | { kind: 'tickers'; realm: TradingRealm; data: TickerView[] }
  | { kind: 'book'; realm: TradingRealm; data: BookDiff }
  | { kind: 'trades'; realm: TradingRealm; data: { symbol: string; trades: PublicTradeView[] } }
  | { kind: 'candles'; realm: TradingRealm; data: { symbol: string; period: Period; candle: CandleRow } }
  | { kind: 'contractCandles'; realm: TradingRealm; data: ContractCandle }
  | { kind: 'account'; userId: string; data: AccountUpdate };

/** Where live data comes from: the market runtime, and the publisher of accounts. */
export interface LiveSource {
  readonly kinds: readonly Channel['kind'][];
  /**
   * What a channel shows now. It is read after the socket has joined, so an earlier message may be older than it: compare the
   * sequences. `session` is undefined for a visitor, who sees the real realm.
   */
  snapshot(
    channel: Channel,
    realm: TradingRealm,
    session: Session | undefined,
  ): Snapshot | Refusal | Promise<Snapshot | Refusal>;
  /** Calls the listener for every message from now on; answers how to stop it. */
  onMessage(listener: (message: LiveMessage) => void): () => void;
}

/** All sources; each adds itself when its module starts. It also tells them which rooms have listeners. */
export class LiveSources {
  private readonly byKind = new Map<Channel['kind'], LiveSource>();
  private readonly listeners = new Set<(message: LiveMessage) => void>();
  private rooms: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  add(source: LiveSource): void {
    for (const kind of source.kinds) {
      if (this.byKind.has(kind)) throw new Error(`two sources of ${kind}`);
      this.byKind.set(kind, source);
    }
    source.onMessage((message) => {
      for (const listener of this.listeners) listener(message);
    });
  }

  of(kind: Channel['kind']): LiveSource | undefined {
    return this.byKind.get(kind);
  }

  onMessage(listener: (message: LiveMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The gateway hands in its live table of rooms. */
  watch(rooms: ReadonlyMap<string, ReadonlySet<string>>): void {
    this.rooms = rooms;
  }

  /** Whether a room has subscribers; sources skip rooms without one. */
  hasListeners(realm: TradingRealm, channel: Channel): boolean {
    const room = marketRoom(realm, channel);
    if (this.rooms.has(room)) return true;
    // A socket that wants some tickers only joins a room below this one: see `TickerFilters`.
    return channel.kind === 'tickers' && [...this.rooms.keys()].some((name) => name.startsWith(`${room}?`));
  }

  /** The instruments whose books or trades somebody watches. */
  watchedSymbols(realm: TradingRealm, kind: 'book' | 'trades'): string[] {
    const prefix = marketRoom(realm, { kind, symbol: '' });
    return [...this.rooms.keys()].filter((room) => room.startsWith(prefix)).map((room) => room.slice(prefix.length));
  }

  /** The instruments whose tickers somebody watches, or everything. */
  watchedTickers(realm: TradingRealm): ReadonlySet<string> | 'all' {
    const room = marketRoom(realm, { kind: 'tickers' });
    if (this.rooms.has(room)) return 'all';
    return symbolsOf([...this.rooms.keys()].filter((name) => name.startsWith(`${room}?`)));
  }

  hasAccountListeners(userId: string): boolean {
    return this.rooms.has(accountRoom(userId));
  }
}

export function marketRoom(realm: TradingRealm, channel: Channel): string {
  return `${realm}/${channelName(channel)}`;
}

export function accountRoom(userId: string): string {
  return `account/${userId}`;
}
