import { Injectable, Logger } from '@nestjs/common';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { AccountUpdate, Channel } from '../../../contracts/stream.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { TouchedOrder } from '../../core/live.js';
import { LiveAssets, LiveOrders, type LiveOrder, type LiveTrade } from '../../core/ports/live-account.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { EventStore } from '../../engine/history/event-store.js';
import type { Session } from '../http/sessions.js';
import { LiveSources, type LiveMessage, type LiveSource } from './live-source.js';

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
@Injectable()
export class AccountLive implements LiveSource {
  readonly kinds = ['account'] as const;
  private readonly log = new Logger('AccountLive');
  private readonly listeners = new Set<(message: LiveMessage) => void>();
  private readonly sequences = new Map<string, number>();
  private readonly touched = new Map<string, Touched>();
  private sending = false;

  constructor(
    private readonly orders: LiveOrders,
    private readonly assets: LiveAssets,
    private readonly sources: LiveSources,
    private readonly store: EventStore,
  ) {}

  /** From now on, by what the kind of a stream declares. */
  follow(declarationOf: (stream: string) => DeclaredStream | undefined): void {
    this.sources.add(this);
    this.store.subscribe((realm, events) => this.take(realm, events, declarationOf));
  }

  async snapshot(_: Channel, realm: TradingRealm, session: Session | undefined): Promise<AccountUpdate | Refusal> {
    if (session === undefined) return refuse('session.missing');
    const { ownerId, userId } = session;
    // Taken before anything is read: a message that overtakes the reading follows the snapshot and is not lost in it.
    const sequence = this.sequences.get(userId) ?? 0;
    const orders = need(await this.orders.openOrders(realm, ownerId, { symbol: undefined }));
    const { rows, position } = await this.assets.assets(realm, ownerId);
    return { sequence, position, orders, trades: [], assets: rows, changed: [] };
  }

  onMessage(listener: (message: LiveMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Takes up durable facts; nothing is read for users without a socket. */
  private take(
    realm: string,
    events: readonly RecordedEvent[],
    declarationOf: (stream: string) => DeclaredStream | undefined,
  ): void {
    if (realm !== 'demo' && realm !== 'real') return;
    for (const event of events) {
      for (const posting of event.postings ?? []) {
        if (posting.account.startsWith('user/')) this.touch(realm, posting.account.split('/')[1] ?? '');
      }
      const declared = declarationOf(event.stream);
      if (declared?.orders !== undefined) this.takeOrders(realm, declared.orders(event));
      if (declared?.audience === 'person') this.takeChange(realm, event);
    }
    if (this.touched.size > 0 && !this.sending) void this.sendAll();
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
    if (!this.sources.hasAccountListeners(userOf(ownerId))) return undefined;
    const known = this.touched.get(ownerId) ?? { realm, orders: new Map(), trades: new Set(), changed: new Set() };
    this.touched.set(ownerId, known);
    return known;
  }

  /** One user after the other until nothing is left; facts that come meanwhile are gathered. */
  private async sendAll(): Promise<void> {
    this.sending = true;
    // The read models take up the same append right after this; an earlier read would lack it.
    await Promise.resolve();
    for (let next = this.touched.entries().next(); !next.done; next = this.touched.entries().next()) {
      const [ownerId, touched] = next.value;
      this.touched.delete(ownerId);
      await this.sendUpdate(ownerId, touched).catch((error: unknown) =>
        this.log.error(`an account update was not sent: ${String(error)}`),
      );
    }
    this.sending = false;
  }

  private async sendUpdate(ownerId: string, { realm, orders: ids, trades: tradeIds, changed }: Touched): Promise<void> {
    const userId = userOf(ownerId);
    // Counted first: if the read fails, the next message shows a gap and the client refetches.
    const sequence = (this.sequences.get(userId) ?? 0) + 1;
    this.sequences.set(userId, sequence);
    const read = [...ids].map(([orderId, symbol]) => this.orders.order(realm, ownerId, { symbol, orderId }));
    const orders = (await Promise.all(read)).filter((order): order is LiveOrder => !isRefusal(order));
    const trades = tradeIds.size === 0 ? [] : await this.tradesOf(realm, ownerId, tradeIds);
    const { rows, position } = await this.assets.assets(realm, ownerId);
    const data: AccountUpdate = { sequence, position, orders, trades, assets: rows, changed: [...changed] };
    for (const listener of this.listeners) listener({ kind: 'account', userId, data });
  }

  private async tradesOf(realm: TradingRealm, ownerId: string, ids: ReadonlySet<string>): Promise<LiveTrade[]> {
    const { items } = need(await this.orders.trades(realm, ownerId, { limit: TRADES_MAX }));
    return items.filter(({ tradeId }) => ids.has(tradeId));
  }
}

/** Owner ids are `<userId>.<generation>`. */
function userOf(ownerId: string): string {
  const dot = ownerId.lastIndexOf('.');
  return dot < 0 ? ownerId : ownerId.slice(0, dot);
}

function need<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(`the read models do not answer: ${answer.refusal}`);
  return answer;
}
