import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { declaredCalls } from '../../server/edge/http/call.js';
import { channelSchema } from '../../server/edge/socket/channels.js';
import { ACTORS, Actors, type Actor } from '../kit/actors.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { read, readJson } from '../kit/sources.js';

/** `<METHOD> <path>` → who is let in, as people wrote it down: the source may not be its own witness. */
const MATRIX = readJson<Record<string, string>>('test/golden/access-matrix.json');

/** Refusals of access. Any other answer to an empty request means that the caller was let in. */
const DOORS = new Set([
  'session.missing',
  'session.expired',
  'session.ended',
  'demo.real-only',
  'demo.demo-only',
  'demo.expired',
  'account.frozen',
  'staff.session-missing',
  'staff.setup-needed',
  'staff.role-missing',
]);

/** The requests of a socket: the messages of the gateway, and a subscription of every kind. */
const SOCKET_EVENTS = [...read('server/edge/socket/live.gateway.ts').matchAll(/@SubscribeMessage\('(\w+)'\)/g)].map(
  ([, event]) => event as string,
);
const CHANNELS = channelSchema.options.map((option) => [...option.shape.kind.values][0] as string);
const socketNames = [
  ...SOCKET_EVENTS.filter((event) => event !== 'subscribe').map((event) => `SOCKET ${event}`),
  ...CHANNELS.map((kind) => `SOCKET subscribe ${kind}`),
].sort();

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

describe('every call and every kind of actor', () => {
  let started: StartedApp;
  let actors: Actors;

  beforeAll(async () => {
    started = await startApp();
    actors = new Actors(started);
  }, 120_000);
  afterAll(() => started.close());

  async function isLetIn(token: string, method: string, path: string): Promise<boolean> {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${started.url}/${path.replace(/:\w+/g, 'x')}`, {
      method,
      headers,
      // An upload has to be one before anybody looks at who sends it; to all other calls it is a wrong type of body.
      ...(method === 'POST' && { body: /^web[/]upload/.test(path) ? new FormData() : new URLSearchParams() }),
    });
    const text = await answer.text();
    if (!text.startsWith('{')) return true;
    const refusal = (JSON.parse(text) as { data?: { refusal?: string } }).data?.refusal;
    return refusal === undefined || !DOORS.has(refusal);
  }

  /** Reading spoils no session; a change may end it, so it is made in one of its own. */
  async function whereIsLetIn(actor: Actor): Promise<string[]> {
    const kept = await actors.token(actor);
    const found: string[] = [];
    for (const { method, path } of declaredCalls()) {
      const token = method === 'GET' ? kept : await actors.token(actor);
      if (await isLetIn(token, method, path)) found.push(nameOf({ method, path }));
    }
    return found.sort();
  }

  /** The same for a socket: the requests that are not refused. */
  async function whatOfSockets(actor: Actor): Promise<string[]> {
    const token = await actors.token(actor);
    const socket: Socket = io(started.url, { transports: ['websocket'], forceNew: true, auth: token ? { token } : {} });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    const emit = (event: string, sent: object) => socket.timeout(30_000).emitWithAck(event, sent) as Promise<object>;
    const found: string[] = [];
    for (const kind of CHANNELS) {
      const place = kind === 'tickers' || kind === 'account' ? {} : { symbol: 'BTCUSDT' };
      const own = kind === 'contractCandles' && { symbol: 'BTCUSDT-PERP', price: 'last' };
      const channel = { kind, ...place, ...own, ...(/candles/i.test(kind) && { period: '1m' }) };
      if ('snapshot' in (await emit('subscribe', channel))) found.push(`SOCKET subscribe ${kind}`);
    }
    const left = (await emit('unsubscribe', { kind: 'tickers' })) as { ok: boolean };
    if (left.ok) found.push('SOCKET unsubscribe');
    if ('time' in (await emit('heartbeat', { main_type: 1, time: 0 }))) found.push('SOCKET heartbeat');
    socket.disconnect();
    return found;
  }

  it('have a row each in test/golden/access-matrix.json', () => {
    expect([...declaredCalls().map(nameOf), ...socketNames].sort()).toEqual(Object.keys(MATRIX).sort());
  });

  it.each(ACTORS)('let %s in exactly where the row says so', async (actor) => {
    const found = [...(await whereIsLetIn(actor)), ...(await whatOfSockets(actor))];
    const expected = Object.keys(MATRIX).filter((name) => MATRIX[name]?.split(' ').includes(actor));
    expect(found.sort()).toEqual(expected.sort());
  });
});
