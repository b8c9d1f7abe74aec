import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import type {
  AccountUpdate,
  BookDiff,
  ClientToServer,
  ServerToClient,
  SubscribeAnswer,
} from '../../contracts/stream.contract.js';
import type { BookView, TickerView } from '../../contracts/market.contract.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

type Client = Socket<ServerToClient, ClientToServer>;

describe('live data', () => {
  let started: StartedApp;
  const clients: Client[] = [];

  beforeAll(async () => {
    started = await startApp({ limits: { channelsPerSocket: 3, socketMessagesPerSecond: 20 } });
  }, 120_000);

  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });

  afterAll(() => started.close());

  async function connect(token?: string): Promise<Client> {
    const client: Client = io(started.url, { transports: ['websocket'], forceNew: true, auth: token ? { token } : {} });
    clients.push(client);
    await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject));
    return client;
  }

  /** Anything that a client may send, also messages outside the contract. */
  const subscribe = (client: Client, channel: unknown): Promise<SubscribeAnswer> =>
    client.timeout(30_000).emitWithAck('subscribe', channel as never);

  const next = <Name extends keyof ServerToClient>(client: Client, name: Name) =>
    new Promise<Parameters<ServerToClient[Name]>[0]>((resolve) => client.once(name, resolve as never));

  it('answers a visitor with a snapshot of the demo book, and then with what follows it', async () => {
    const client = await connect();
    const diff = next(client, 'book');
    const answer = await subscribe(client, { kind: 'book', symbol: 'BTCUSDT' });
    const book = (answer as { snapshot: BookView }).snapshot;
    expect(answer.ok).toBe(true);
    expect([book.symbol, book.bids.length > 0, book.asks.length > 0]).toEqual(['BTCUSDT', true, true]);
    const first: BookDiff = await diff;
    expect(first.symbol).toBe('BTCUSDT');
    expect(first.sequence).toBeGreaterThanOrEqual(book.sequence);
  });

  it('sends of the tickers those that were asked for', async () => {
    const client = await connect();
    const message = next(client, 'tickers');
    const answer = await subscribe(client, { kind: 'tickers', symbols: ['ETHUSDT'] });
    expect(answer.ok).toBe(true);
    const tickers: TickerView[] = await message;
    expect(tickers.map(({ symbol }) => symbol)).toEqual(['ETHUSDT']);
  });

  it('stops when it is told to', async () => {
    const client = await connect();
    await subscribe(client, { kind: 'book', symbol: 'BTCUSDT' });
    expect(await client.emitWithAck('unsubscribe', { kind: 'book', symbol: 'BTCUSDT' })).toEqual({ ok: true });
    expect(await client.emitWithAck('unsubscribe', { kind: 'book', symbol: 'BTCUSDT' })).toEqual({ ok: false });
  });

  it('refuses channels that do not exist, by code and in words', async () => {
    const client = await connect();
    for (const channel of [null, 'book', {}, { kind: 'gossip' }, { kind: 'book' }, { kind: 'book', symbol: 7 }, []]) {
      const answer = await subscribe(client, channel);
      expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/\S.{8,}/) });
      expect((answer as { refusal: string }).refusal).toMatch(/^request\./);
    }
    const unknown = await subscribe(client, { kind: 'book', symbol: 'NOSUCHUSDT' });
    expect(unknown).toMatchObject({ ok: false, refusal: 'market.symbol-unknown' });
  });

  it('limits how many channels a socket listens to, and how fast it asks', async () => {
    const client = await connect();
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'XRPUSDT']) await subscribe(client, { kind: 'trades', symbol });
    expect(await subscribe(client, { kind: 'trades', symbol: 'SOLUSDT' })).toMatchObject({
      refusal: 'request.too-many',
    });
    const ended = new Promise((resolve) => client.once('disconnect', resolve));
    for (let n = 0; n < 40; n++) client.emit('heartbeat', { main_type: 1, time: n }, () => undefined);
    await ended;
  });

  it('answers the heartbeat with its time, and nonsense not at all', async () => {
    const client = await connect();
    const answer = await client.emitWithAck('heartbeat', { main_type: 1, time: Date.now() });
    expect(answer.main_type).toBe(1);
    expect(Math.abs(answer.time - Date.now())).toBeLessThan(30_000);
    await expect(client.timeout(200).emitWithAck('heartbeat', { main_type: 2 } as never)).rejects.toThrow();
  });

  it('shows an account to its owner only, with what an order does to it', async () => {
    expect(await subscribe(await connect(), { kind: 'account' })).toMatchObject({
      ok: false,
      refusal: 'session.missing',
    });
    const ann = await Trader.demo(started);
    const client = await connect(ann.token);
    const answer = await subscribe(client, { kind: 'account' });
    const before = (answer as { snapshot: AccountUpdate }).snapshot;
    expect(before.assets).toMatchObject([{ currency: 'USDT', available: '100000' }]);
    const updates: AccountUpdate[] = [];
    client.on('account', (update) => updates.push(update));
    const { envelope, data } = await ann.place({ type: 'market', quantity: '0.01' });
    expect(envelope).toMatchObject({ code: 0, event: 'createOrder' });
    const orderId = data.orders[0]?.orderId;
    const hasOrder = (update: AccountUpdate) => update.orders.some((order) => order.orderId === orderId);
    await until(() => updates.some(hasOrder));
    expect(updates.find(hasOrder)).toMatchObject({
      assets: expect.arrayContaining([expect.objectContaining({ currency: 'BTC' })]),
    });
    expect(updates.map(({ sequence }) => sequence)).toEqual(updates.map((_, n) => (updates[0]?.sequence ?? 0) + n));
  });

  it('tells a socket when its session ends, and lets it go', async () => {
    const ann = await Trader.demo(started);
    const client = await connect(ann.token);
    const notice = next(client, 'sessionEnded');
    const ended = new Promise((resolve) => client.once('disconnect', resolve));
    await ann.given('logout');
    expect(await notice).toMatchObject({ code: 1000, time: 2 });
    await ended;
  });

  it('treats a socket with a token of yesterday as a visitor, and tells it so', async () => {
    const client: Client = io(started.url, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token: 'x'.repeat(32) },
    });
    clients.push(client);
    expect(await next(client, 'sessionEnded')).toMatchObject({ code: 2000, title: 'Session ended' });
    expect((await subscribe(client, { kind: 'book', symbol: 'BTCUSDT' })).ok).toBe(true);
  });
});

describe('connections below the protocol of live data', () => {
  const opened: WebSocket[] = [];
  let started: StartedApp;

  beforeAll(async () => {
    started = await startApp({ limits: { socketsPerAddress: 2, socketMessagesPerSecond: 20 } });
  }, 120_000);

  afterEach(() => {
    for (const socket of opened.splice(0)) socket.terminate();
  });

  afterAll(() => started.close());

  /** The first packet, or nothing where the server refuses. */
  function open(): Promise<WebSocket | undefined> {
    const socket = new WebSocket(`${started.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    opened.push(socket);
    return new Promise((resolve) => {
      socket.once('message', () => resolve(socket)).once('error', () => resolve(undefined));
    });
  }

  const over = (socket: WebSocket | undefined) => new Promise((resolve) => socket?.once('close', resolve));

  it('are counted whether they join anything or not, until they end', async () => {
    const [first] = [await open(), await open()];
    expect(first).toBeDefined();
    // Joins, and leaves without going.
    first?.send('40');
    await new Promise((resolve) => first?.once('message', resolve));
    first?.send('41');
    expect((await open()) === undefined).toBe(true);
    first?.close();
    await over(first);
    await until(async () => (await open()) !== undefined);
  });

  it('end when they send too fast, also what is no event', async () => {
    const socket = await open();
    const ended = over(socket);
    for (let n = 0; n < 60; n++) socket?.send('3');
    await ended;
  });

  it('may begin by polling, as a bot’s client does that is told nothing', async () => {
    const client = io(started.url, { forceNew: true, transports: ['polling'] });
    await new Promise((resolve) => client.once('connect', () => resolve(undefined)));
    expect(client.io.engine.transport.name).toBe('polling');
    client.disconnect();
  });
});

describe('the address that a socket is counted under', () => {
  it('is what the nearest trusted proxy says, whatever the asker wrote before it', async () => {
    const started = await startApp({ trustProxy: 1, limits: { socketsPerAddress: 2 } });
    const clients: Client[] = [];
    const connects = (forwarded: string): Promise<boolean> => {
      const extraHeaders = { 'x-forwarded-for': forwarded };
      const client: Client = io(started.url, { transports: ['websocket'], forceNew: true, extraHeaders });
      clients.push(client);
      return new Promise((resolve) =>
        client.once('connect', () => resolve(true)).once('connect_error', () => resolve(false)),
      );
    };
    try {
      expect(await connects('1.1.1.1, 9.9.9.9')).toBe(true);
      expect(await connects('2.2.2.2, 9.9.9.9')).toBe(true);
      expect(await connects('3.3.3.3, 9.9.9.9')).toBe(false);
      expect(await connects('9.9.9.9, 3.3.3.3')).toBe(true);
    } finally {
      for (const client of clients) client.disconnect();
      await started.close();
    }
  });
});
