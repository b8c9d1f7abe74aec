import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { WsMessageHandler } from '@nestjs/common';
import { AbstractWsAdapter } from '@nestjs/websockets';
import type { Redis } from 'ioredis';
import { Server, type Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../../../contracts/stream.contract.js';
import type { Language } from '../../../shared/language.js';
import { isFresh, type Clock } from '../../core/clock.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { EdgeConfig } from '../edge-config.js';
import { acceptedLanguage } from '../http/messages.js';
import type { Session, SessionSource } from '../http/sessions.js';
import { openRedis, redisAdapter } from '../redis.js';
import { addressOf, networkOf, type Trust, trustOf } from '../http/trusted-address.js';

/** What is known of a socket. */
interface SocketData {
  session: Session | undefined;
  /** Why the session that its token names is over. */
  ended: Refusal | undefined;
  lang: Language;
  /** Channel key → room. */
  channels: Map<string, string>;
}

export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** A socket that reads slower than this falls behind for good, and holds memory for everybody else's messages. */
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;
const LOOK_AFTER_MS = 5_000;
/** A connection without a request by then is closed. */
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
 * Sockets on the server's own port: whom we let in, how many and how fast, and when we let go of them. Messages are encoded
 * once a room and written to every socket as one ready frame; nothing is compressed, because compressing for each socket costs
 * more than the bytes it saves.
 */
export class SocketAdapter extends AbstractWsAdapter {
  private readonly perAddress = new Map<string, number>();
  private readonly redis: Redis | undefined;
  private readonly trust: Trust;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: HttpServer,
    private readonly config: EdgeConfig,
    private readonly sessions: SessionSource<Session>,
    private readonly clock: Clock,
  ) {
    super(server);
    this.trust = trustOf(config.trustProxy);
    this.redis = config.redisUrl === null ? undefined : openRedis(config.redisUrl);
  }

  create(): LiveServer {
    const { limits } = this.config;
    const io: LiveServer = new Server({
      path: '/socket.io',
      serveClient: false,
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: limits.socketMessageBytes,
      perMessageDeflate: false,
      httpCompression: false,
      connectTimeout: JOIN_WITHIN_MS,
      pingInterval: 25_000,
      pingTimeout: 20_000,
      allowRequest: (request, decide) => {
        const isFull = this.connectionsOf(this.networkOf(request)) >= limits.socketsPerAddress;
        decide(isFull ? 'request.too-many' : null, !isFull);
      },
      ...(this.redis ? { adapter: redisAdapter(this.redis) } : {}),
    });
    io.use((socket, next) => void this.admit(socket).then(() => next(), next));
    io.attach(this.server);
    io.engine.on('connection', (connection: Connection) => this.opened(connection));
    this.timer = setInterval(() => dropSlowReaders(io), LOOK_AFTER_MS);
    this.timer.unref();
    return io;
  }

  /** What a handler returns is the answer; nothing is answered where it returns `undefined`. */
  bindMessageHandlers(
    socket: LiveSocket,
    handlers: WsMessageHandler<keyof ClientToServer>[],
    transform: (data: unknown) => { subscribe(listener: (answer: unknown) => void): unknown },
  ): void {
    for (const { message, callback } of handlers) {
      socket.on(message, (body: unknown, ack: unknown) => {
        transform(callback(body)).subscribe((answer) => {
          // A client may leave the acknowledgement out, or send anything in its place.
          if (typeof ack === 'function' && answer !== undefined) ack(answer);
        });
      });
    }
  }

  override async close(io: LiveServer): Promise<void> {
    clearInterval(this.timer);
    io.disconnectSockets(true);
    // The HTTP server is closed by its owner, so only the engine is told.
    io.engine.close();
    await io.of('/').adapter.close();
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

  private isTooFast(window: { startedAt: number; messages: number }): boolean {
    const now = this.clock.now();
    if (!isFresh(window.startedAt, now, 1000)) Object.assign(window, { startedAt: now, messages: 0 });
    window.messages += 1;
    return window.messages > this.config.limits.socketMessagesPerSecond;
  }

  private async admit(socket: LiveSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const found = typeof token === 'string' && token !== '' ? await this.sessions.find(token) : undefined;
    const [session, ended] = isRefusal(found) ? [undefined, found] : [found, undefined];
    const lang = session?.lang ?? acceptedLanguage(socket.handshake.headers['accept-language']);
    socket.data = { session, ended, lang, channels: new Map() };
  }
}

function dropSlowReaders(io: LiveServer): void {
  for (const socket of io.of('/').sockets.values()) {
    // Told to disconnect, it would first wait until everything was read.
    if (unreadBytes(socket.conn) > BUFFERED_BYTES_MAX) socket.conn.close(true);
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
