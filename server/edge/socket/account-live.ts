import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { AssetRow } from '../../../contracts/asset.contract.js';
import type { AccountUpdate, Channel } from '../../../contracts/stream.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { TouchedOrder } from '../../core/live.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Session } from '../http/sessions.js';
import type { LiveMessage, LiveSource } from './live-source.js';

/** Reads an owner's orders, trades and assets, as durable as the position says. */
export interface AccountReader {
  openOrders(realm: TradingRealm, ownerId: string): Promise<AccountUpdate['orders']>;
  orders(
    realm: TradingRealm,
    ownerId: string,
    ids: readonly { symbol: string; orderId: string }[],
  ): Promise<AccountUpdate['orders']>;
  newestTrades(realm: TradingRealm, ownerId: string, limit: number): Promise<AccountUpdate['trades']>;
  assets(realm: TradingRealm, ownerId: string): Promise<{ rows: AssetRow[]; position: number }>;
}

/** Who hears of the events of a stream. */
interface DeclaredStream {
  readonly audience: 'person' | 'house';
  orders?(event: RecordedEvent): readonly TouchedOrder[];
}

interface Touched {
  readonly realm: TradingRealm;
  readonly orders: Map<string, string>;
  readonly trades: Set<string>;
  readonly changed: Set<string>;
}

const TRADES_MAX = 50;

/** Own orders, trades and balances for sockets: what a durable fact touched, read once for all facts that came together. */
export class AccountLive implements LiveSource {
  readonly kinds = ['account'] as const;
  private readonly listeners = new Set<(message: LiveMessage) => void>();
  private readonly sequences = new Map<string, number>();
  private readonly touched = new Map<string, Touched>();
  private telling = false;

  constructor(
    private readonly reader: AccountReader,
    /** What the kind of a stream declares. */
    private readonly declarationOf: (stream: string) => DeclaredStream | undefined,
    private readonly hasListeners: (userId: string) => boolean,
    private readonly log: { error(message: string): void },
  ) {}

  async snapshot(_: Channel, realm: TradingRealm, session: Session | undefined): Promise<AccountUpdate | Refusal> {
    if (session === undefined) return refuse('session.missing');
    const { ownerId, userId } = session;
    // Taken before anything is read: a message that overtakes the reading follows the snapshot and is not lost in it.
    const sequence = this.sequences.get(userId) ?? 0;
    const orders = await this.reader.openOrders(realm, ownerId);
    const { rows, position } = await this.reader.assets(realm, ownerId);
    return { sequence, position, orders, trades: [], assets: rows, changed: [] };
  }

  onMessage(listener: (message: LiveMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Takes up durable facts; nothing is read for users that nobody listens to. */
  take(realm: string, events: readonly RecordedEvent[]): void {
    if (realm !== 'demo' && realm !== 'real') return;
    for (const event of events) {
      for (const posting of event.postings ?? []) {
        if (posting.account.startsWith('user/')) this.touch(realm, posting.account.split('/')[1] ?? '');
      }
      const declared = this.declarationOf(event.stream);
      if (declared?.orders !== undefined) this.takeOrders(realm, declared.orders(event));
      if (declared?.audience === 'person') this.takeChange(realm, event);
    }
    if (this.touched.size > 0 && !this.telling) void this.tellAll();
  }

  private takeOrders(realm: TradingRealm, orders: readonly TouchedOrder[]): void {
    for (const { symbol, owner, orderId, tradeId } of orders) {
      const touched = this.touch(realm, owner);
      touched?.orders.set(orderId, symbol);
      if (tradeId !== undefined) touched?.trades.add(tradeId);
    }
  }

  private takeChange(realm: TradingRealm, { stream, data }: RecordedEvent): void {
    const { userId } = data as { userId?: unknown };
    if (typeof userId === 'string') this.touch(realm, `${userId}.1`)?.changed.add(stream);
  }

  private touch(realm: TradingRealm, ownerId: string): Touched | undefined {
    if (!this.hasListeners(userOf(ownerId))) return undefined;
    const known = this.touched.get(ownerId) ?? { realm, orders: new Map(), trades: new Set(), changed: new Set() };
    this.touched.set(ownerId, known);
    return known;
  }

  /** One user after the other until nothing is left; facts that come meanwhile are gathered. */
  private async tellAll(): Promise<void> {
    this.telling = true;
    // The read models hear of the same append right after this; asked before, they would answer without it.
    await Promise.resolve();
    for (let next = this.touched.entries().next(); !next.done; next = this.touched.entries().next()) {
      const [ownerId, touched] = next.value;
      this.touched.delete(ownerId);
      await this.tell(ownerId, touched).catch((error: unknown) =>
        this.log.error(`an account update was not told: ${String(error)}`),
      );
    }
    this.telling = false;
  }

  private async tell(ownerId: string, { realm, orders: ids, trades: tradeIds, changed }: Touched): Promise<void> {
    const userId = userOf(ownerId);
    // Counted first: when the reading fails, the next message shows a gap and the client asks anew.
    const sequence = (this.sequences.get(userId) ?? 0) + 1;
    this.sequences.set(userId, sequence);
    const wanted = [...ids].map(([orderId, symbol]) => ({ symbol, orderId }));
    const orders = wanted.length === 0 ? [] : await this.reader.orders(realm, ownerId, wanted);
    const newest = tradeIds.size === 0 ? [] : await this.reader.newestTrades(realm, ownerId, TRADES_MAX);
    const trades = newest.filter(({ tradeId }) => tradeIds.has(tradeId));
    const { rows, position } = await this.reader.assets(realm, ownerId);
    const data: AccountUpdate = { sequence, position, orders, trades, assets: rows, changed: [...changed] };
    for (const listener of this.listeners) listener({ kind: 'account', userId, data });
  }
}

/** Owner ids are `<userId>.<generation>`. */
function userOf(ownerId: string): string {
  const dot = ownerId.lastIndexOf('.');
  return dot < 0 ? ownerId : ownerId.slice(0, dot);
}
