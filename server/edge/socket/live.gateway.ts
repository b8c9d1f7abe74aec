import type { OnModuleDestroy } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
} from '@nestjs/websockets';
import { refusals, type RefusalCode, type RefusalRule } from '../../../contracts/refusal.contract.js';
import type { Channel, SubscribeAnswer } from '../../../contracts/stream.contract.js';
import { Clock } from '../../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { EdgeConfig } from '../edge-config.js';
import { Messages } from '../http/messages.js';
import { realmOf } from '../http/realm-of.js';
import { UserSessions } from '../http/sessions.js';
import { validate } from '../http/validate.js';
import { channelSchema, heartbeatSchema } from './channels.js';
import { accountRoom, LiveSources, marketRoom, type LiveMessage } from './live-source.js';
import type { LiveServer, LiveSocket } from './socket-adapter.js';
import { TickerFilters } from './ticker-filters.js';

const LOOK_AFTER_MS = 5_000;

/** The messages of live data: a socket's requests and their answers. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, OnModuleDestroy {
  private readonly filters = new TickerFilters();
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly config: EdgeConfig,
    private readonly sessions: UserSessions,
    private readonly sources: LiveSources,
    private readonly messages: Messages,
    private readonly clock: Clock,
  ) {}

  afterInit(io: LiveServer): void {
    this.sources.watch(io.of('/').adapter.rooms);
    const timer = setInterval(() => this.endExpired(io), LOOK_AFTER_MS);
    timer.unref();
    this.stops.push(
      () => clearInterval(timer),
      this.sources.onMessage((message) => this.send(io, message)),
      this.sessions.onEnd?.((sessionId, refusal) => this.end(io, sessionId, refusal)) ?? (() => undefined),
    );
  }

  onModuleDestroy(): void {
    for (const stop of this.stops) stop();
  }

  handleConnection(socket: LiveSocket): void {
    const { ended } = socket.data;
    if (ended !== undefined) this.sendEnded(socket, ended);
  }

  handleDisconnect(socket: LiveSocket): void {
    for (const room of socket.data.channels.values()) this.filters.leave(room);
    // A snapshot that is still on its way must not leave a filter for the second time.
    socket.data.channels.clear();
  }

  @SubscribeMessage('heartbeat')
  heartbeat(@MessageBody() beat: unknown): { main_type: 1; time: number } | undefined {
    return heartbeatSchema.safeParse(beat).success ? { main_type: 1, time: this.clock.now() } : undefined;
  }

  @SubscribeMessage('subscribe')
  async subscribe(@ConnectedSocket() socket: LiveSocket, @MessageBody() wanted: unknown): Promise<SubscribeAnswer> {
    const checked = validate(channelSchema, wanted);
    if (isRefusal(checked)) return this.refused(socket, checked);
    const channel = checked.input as Channel;
    const { session, channels } = socket.data;
    const source = this.sources.of(channel.kind);
    if (source === undefined) return this.refused(socket, refuse('request.unavailable'));
    if (channel.kind === 'account' && session === undefined) return this.refused(socket, refuse('session.missing'));
    const limit = this.config.limits.channelsPerSocket;
    if (channels.size >= limit && !channels.has(keyOf(channel))) {
      return this.refused(socket, refuse('request.too-many', { retryAfterSeconds: 1 }));
    }
    const realm = realmOf(session);
    // Joined before the snapshot is taken, so that nothing falls between the two.
    this.join(socket, channel, realm);
    try {
      const snapshot = await source.snapshot(channel, realm, session);
      if (!isRefusal(snapshot)) return { ok: true, snapshot };
      this.leave(socket, channel);
      return this.refused(socket, snapshot);
    } catch {
      this.leave(socket, channel);
      return this.refused(socket, refuse('request.unavailable'));
    }
  }

  @SubscribeMessage('unsubscribe')
  unsubscribe(@ConnectedSocket() socket: LiveSocket, @MessageBody() wanted: unknown): { ok: boolean } {
    const checked = channelSchema.safeParse(wanted);
    return { ok: checked.success && this.leave(socket, checked.data as Channel) };
  }

  private join(socket: LiveSocket, channel: Channel, realm: 'demo' | 'real'): void {
    const { channels, session } = socket.data;
    const key = keyOf(channel);
    const before = channels.get(key);
    if (before !== undefined) this.leaveRoom(socket, before);
    const base = channel.kind === 'account' ? accountRoom(session?.userId ?? '') : marketRoom(realm, channel);
    const filtered = channel.kind === 'tickers' && channel.symbols !== undefined;
    const room = filtered ? this.filters.join(base, channel.symbols ?? []) : base;
    channels.set(key, room);
    void socket.join(room);
  }

  private leave(socket: LiveSocket, channel: Channel): boolean {
    const key = keyOf(channel);
    const room = socket.data.channels.get(key);
    if (room === undefined) return false;
    socket.data.channels.delete(key);
    this.leaveRoom(socket, room);
    return true;
  }

  private leaveRoom(socket: LiveSocket, room: string): void {
    this.filters.leave(room);
    void socket.leave(room);
  }

  private send(io: LiveServer, message: LiveMessage): void {
    if (message.kind === 'account') return void io.to(accountRoom(message.userId)).emit('account', message.data);
    switch (message.kind) {
      case 'tickers': {
        const room = marketRoom(message.realm, { kind: 'tickers' });
        io.to(room).emit('tickers', message.data);
        for (const [part, data] of this.filters.parts(room, message.data)) io.to(part).emit('tickers', data);
        return;
      }
      case 'book':
        return void io
          .to(marketRoom(message.realm, { kind: 'book', symbol: message.data.symbol }))
          .emit('book', message.data);
      case 'trades':
        return void io
          .to(marketRoom(message.realm, { kind: 'trades', symbol: message.data.symbol }))
          .emit('trades', message.data);
      case 'candles': {
        const { symbol, period } = message.data;
        return void io.to(marketRoom(message.realm, { kind: 'candles', symbol, period })).emit('candles', message.data);
      }
      case 'contractCandles': {
        const { symbol, price, period } = message.data;
        const room = marketRoom(message.realm, { kind: 'contractCandles', symbol, price, period });
        return void io.to(room).emit('contractCandles', message.data);
      }
    }
  }

  /** A session is over: its sockets are notified, and continue as a visitor's only after a new connection. */
  private end(io: LiveServer, sessionId: string, refusal: Refusal): void {
    for (const socket of io.of('/').sockets.values()) {
      if (socket.data.session?.id !== sessionId) continue;
      this.sendEnded(socket, refusal);
      setTimeout(() => socket.disconnect(true), 100).unref();
    }
  }

  private sendEnded(socket: LiveSocket, refusal: Refusal): void {
    const rule: RefusalRule = refusals[refusal.refusal as RefusalCode];
    const code = rule.code ?? rule.status;
    const message = this.messages.refusal(socket.data.lang, refusal);
    const title = this.messages.titleOf(socket.data.lang, code);
    socket.emit('sessionEnded', { code, message, title, time: 2 });
  }

  private refused(socket: LiveSocket, refusal: Refusal): SubscribeAnswer {
    return { ok: false, refusal: refusal.refusal, message: this.messages.refusal(socket.data.lang, refusal) };
  }

  /** Sockets of expired sessions are notified only here. */
  private endExpired(io: LiveServer): void {
    const now = this.clock.now();
    for (const { data } of io.of('/').sockets.values()) {
      if (data.session !== undefined && data.session.expiresAt <= now)
        this.end(io, data.session.id, refuse('session.expired'));
    }
  }
}

/** A socket has one ticker subscription, whatever it filters; of the others one a symbol and period. */
function keyOf(channel: Channel): string {
  return marketRoom('demo', channel);
}
