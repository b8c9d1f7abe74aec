import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Redis } from 'ioredis';
import { Server, type Socket } from 'socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Language } from '../../../shared/language.js';
import type { Channel, ClientToServer, ServerToClient, SubscribeAnswer } from '../../../contracts/stream.contract.js';
import { refusals, type RefusalCode, type RefusalRule } from '../../../contracts/refusal.contract.js';
import { isFresh, type Clock } from '../../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { EdgeConfig } from '../edge-config.js';
import { acceptedLanguage, type Messages } from '../http/messages.js';
import type { Session, SessionSource } from '../http/sessions.js';
import { addressOf, networkOf, type Trust, trustOf } from '../http/trusted-address.js';
import { validate } from '../http/validate.js';
import { channelSchema, heartbeatSchema } from './channels.js';
import { accountRoom, marketRoom, type LiveMessage, type LiveSources } from './live-source.js';
import { TickerFilters } from './ticker-filters.js';

export interface GatewayParts {
  config: EdgeConfig;
  sessions: SessionSource<Session>;
  sources: LiveSources;
  messages: Messages;
  clock: Clock;
}

interface SocketData {
  session: Session | undefined;
  lang: Language;
  /** Channel key → room. */
  channels: Map<string, string>;
}

type Client = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** A socket that reads slower than this falls behind for good, and holds memory for everybody else's messages. */
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;
const LOOK_AFTER_MS = 5_000;
/** A connection on which nothing is asked for by then goes. */
const JOIN_WITHIN_MS = 10_000;

/** A connection below socket.io's protocol, as its engine hands it out. */
interface Connection {
  readonly request: IncomingMessage;
  on(event: 'packet', listener: () => void): void;
  once(event: 'close', listener: () => void): void;
  /** At once, without a word. */
  close(discard: true): void;
}

/**
 * Live data on the same port. Messages are encoded once a room and written to every socket as one ready frame; nothing is
 * compressed, because compressing for each socket costs more than the bytes it saves.
 */
export class Gateway {
  private readonly io: Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
  private readonly filters = new TickerFilters();
  private readonly perAddress = new Map<string, number>();
  private readonly redis: Redis | undefined;
  private readonly stops: (() => void)[] = [];
  private readonly trust: Trust;

  constructor(private readonly parts: GatewayParts) {
    const { config } = parts;
    this.trust = trustOf(config.trustProxy);
    this.redis = config.redisUrl === null ? undefined : new Redis(config.redisUrl);
    // It connects again by itself, and what this server's own sockets are told does not go through it.
    this.redis?.on('error', () => undefined);
    this.io = new Server({
      path: '/socket.io',
      serveClient: false,
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: config.limits.socketMessageBytes,
      perMessageDeflate: false,
      httpCompression: false,
      connectTimeout: JOIN_WITHIN_MS,
      pingInterval: 25_000,
      pingTimeout: 20_000,
      allowRequest: (request, decide) => {
        const isFull = this.connectionsOf(this.networkOf(request)) >= config.limits.socketsPerAddress;
        decide(isFull ? 'request.too-many' : null, !isFull);
      },
      ...(this.redis ? { adapter: createAdapter(this.redis) } : {}),
    });
  }

  /** Begins to take sockets on the server's port. */
  start(server: HttpServer): void {
    this.io.use((socket, next) => void this.admit(socket).then(() => next(), next));
    this.io.on('connection', (socket) => this.connected(socket));
    this.io.attach(server);
    this.io.engine.on('connection', (connection: Connection) => this.opened(connection));
    const { sources, sessions } = this.parts;
    sources.watch(this.io.of('/').adapter.rooms);
    this.stops.push(sources.onMessage((message) => this.send(message)));
    this.stops.push(sessions.onEnd?.((sessionId, refusal) => this.end(sessionId, refusal)) ?? (() => undefined));
    const timer = setInterval(() => this.lookAfter(), LOOK_AFTER_MS);
    timer.unref();
    this.stops.push(() => clearInterval(timer));
  }

  get socketCount(): number {
    return this.io.of('/').sockets.size;
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    this.io.disconnectSockets(true);
    // The HTTP server is closed by its owner, so only the engine is told.
    this.io.engine?.close();
    await this.io.of('/').adapter.close();
    this.redis?.disconnect();
  }

  /** Counted here and not where a socket joins: who never joins, or leaves and stays connected, takes a connection too. */
  private opened(connection: Connection): void {
    const address = this.networkOf(connection.request);
    this.perAddress.set(address, this.connectionsOf(address) + 1);
    const window = { startedAt: 0, messages: 0 };
    connection.on('packet', () => this.isTooFast(window) && connection.close(true));
    connection.once('close', () => {
      const left = this.connectionsOf(address) - 1;
      if (left > 0) this.perAddress.set(address, left);
      else this.perAddress.delete(address);
    });
  }

  private networkOf(request: IncomingMessage): string {
    return networkOf(addressOf(request, this.trust));
  }

  private connectionsOf(address: string): number {
    return this.perAddress.get(address) ?? 0;
  }

  private async admit(socket: Client): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const found = typeof token === 'string' && token !== '' ? await this.parts.sessions.find(token) : undefined;
    const session = isRefusal(found) ? undefined : found;
    const lang = session?.lang ?? acceptedLanguage(socket.handshake.headers['accept-language']);
    socket.data = { session, lang, channels: new Map() };
    if (isRefusal(found)) setImmediate(() => this.tellEnded(socket, found));
  }

  private connected(socket: Client): void {
    socket.on('subscribe', (channel, ack) => void this.subscribe(socket, channel).then((answer) => reply(ack, answer)));
    socket.on('unsubscribe', (channel, ack) => reply(ack, { ok: this.unsubscribe(socket, channel) }));
    socket.on('heartbeat', (beat, ack) => {
      if (heartbeatSchema.safeParse(beat).success) reply(ack, { main_type: 1, time: this.parts.clock.now() });
    });
    socket.on('disconnect', () => {
      for (const room of socket.data.channels.values()) this.filters.leave(room);
      // A snapshot that is still on its way must not leave a filter for the second time.
      socket.data.channels.clear();
    });
  }

  private async subscribe(socket: Client, wanted: unknown): Promise<SubscribeAnswer> {
    const checked = validate(channelSchema, wanted);
    if (isRefusal(checked)) return this.refused(socket, checked);
    const channel = checked.input as Channel;
    const { session, channels } = socket.data;
    const source = this.parts.sources.of(channel.kind);
    if (source === undefined) return this.refused(socket, refuse('request.unavailable'));
    if (channel.kind === 'account' && session === undefined) return this.refused(socket, refuse('session.missing'));
    const limit = this.parts.config.limits.channelsPerSocket;
    if (channels.size >= limit && !channels.has(keyOf(channel))) {
      return this.refused(socket, refuse('request.too-many', { retryAfterSeconds: 1 }));
    }
    const realm = session?.realm ?? 'demo';
    // Joined before the snapshot is taken, so that nothing falls between the two.
    this.join(socket, channel, realm);
    try {
      const snapshot = await source.snapshot(channel, realm, session);
      if (!isRefusal(snapshot)) return { ok: true, snapshot };
      this.unsubscribe(socket, channel);
      return this.refused(socket, snapshot);
    } catch {
      this.unsubscribe(socket, channel);
      return this.refused(socket, refuse('request.unavailable'));
    }
  }

  private join(socket: Client, channel: Channel, realm: 'demo' | 'real'): void {
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

  private unsubscribe(socket: Client, wanted: unknown): boolean {
    const checked = channelSchema.safeParse(wanted);
    const key = checked.success ? keyOf(checked.data as Channel) : '';
    const room = socket.data.channels.get(key);
    if (room === undefined) return false;
    socket.data.channels.delete(key);
    this.leaveRoom(socket, room);
    return true;
  }

  private leaveRoom(socket: Client, room: string): void {
    this.filters.leave(room);
    void socket.leave(room);
  }

  private send(message: LiveMessage): void {
    if (message.kind === 'account') return void this.io.to(accountRoom(message.userId)).emit('account', message.data);
    switch (message.kind) {
      case 'tickers': {
        const room = marketRoom(message.realm, { kind: 'tickers' });
        this.io.to(room).emit('tickers', message.data);
        for (const [part, data] of this.filters.parts(room, message.data)) this.io.to(part).emit('tickers', data);
        return;
      }
      case 'book':
        return void this.io
          .to(marketRoom(message.realm, { kind: 'book', symbol: message.data.symbol }))
          .emit('book', message.data);
      case 'trades':
        return void this.io
          .to(marketRoom(message.realm, { kind: 'trades', symbol: message.data.symbol }))
          .emit('trades', message.data);
      case 'candles': {
        const { symbol, period } = message.data;
        return void this.io
          .to(marketRoom(message.realm, { kind: 'candles', symbol, period }))
          .emit('candles', message.data);
      }
    }
  }

  /** A session is over: its sockets are told, and go on as a visitor's only after they connect anew. */
  private end(sessionId: string, refusal: Refusal): void {
    for (const socket of this.io.of('/').sockets.values()) {
      if (socket.data.session?.id !== sessionId) continue;
      this.tellEnded(socket, refusal);
      setTimeout(() => socket.disconnect(true), 100).unref();
    }
  }

  private tellEnded(socket: Client, refusal: Refusal): void {
    const rule: RefusalRule = refusals[refusal.refusal as RefusalCode];
    const code = rule.code ?? rule.status;
    const message = this.parts.messages.refusal(socket.data.lang, refusal);
    const title = this.parts.messages.titleOf(socket.data.lang, code);
    socket.emit('sessionEnded', { code, message, title, time: 2 });
  }

  private refused(socket: Client, refusal: Refusal): SubscribeAnswer {
    return { ok: false, refusal: refusal.refusal, message: this.parts.messages.refusal(socket.data.lang, refusal) };
  }

  private isTooFast(window: { startedAt: number; messages: number }): boolean {
    const now = this.parts.clock.now();
    if (!isFresh(window.startedAt, now, 1000)) Object.assign(window, { startedAt: now, messages: 0 });
    window.messages += 1;
    return window.messages > this.parts.config.limits.socketMessagesPerSecond;
  }

  /** Lets go of sockets that read too slowly, and of those whose session ended by time: nobody else tells them. */
  private lookAfter(): void {
    const now = this.parts.clock.now();
    for (const socket of this.io.of('/').sockets.values()) {
      const { session } = socket.data;
      if (session !== undefined && session.expiresAt <= now) this.end(session.id, refuse('session.expired'));
      // Told to disconnect, it would first wait until everything was read.
      if (unreadBytes(socket.conn) > BUFFERED_BYTES_MAX) socket.conn.close(true);
    }
  }
}

/** What an engine's connection keeps of what it writes; its own types hide it. */
interface Writing {
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  readonly writeBuffer: readonly { readonly data?: { readonly length: number } }[];
}

/** What waits in the connection for a reader: on its way, and behind it. */
function unreadBytes(conn: object): number {
  const { transport, writeBuffer } = conn as Writing;
  const onItsWay = transport.socket?.bufferedAmount ?? 0;
  return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), onItsWay);
}

/** A socket has one ticker subscription, whatever it filters; of the others one a symbol and period. */
function keyOf(channel: Channel): string {
  return marketRoom('demo', channel);
}

/** A client may leave the acknowledgement out, or send anything in its place. */
function reply<Answer>(ack: unknown, answer: Answer): void {
  if (typeof ack === 'function') (ack as (answer: Answer) => void)(answer);
}
