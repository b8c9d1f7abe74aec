import { afterEach, afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { PublicTradeView } from '../../contracts/market.contract.js';
import { LiveSources, type LiveMessage } from '../../server/edge/socket/live-source.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { drawing } from '../kit/image-bytes.js';
import { openPerson } from '../kit/person.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const MEGABYTE = 1_048_576;
/** Uploads of one person at once. */
const PLACES = 4;
const CLIENTS = 40;

let started: StartedApp;
const ends: (() => void)[] = [];
const drips: NodeJS.Timeout[] = [];

beforeAll(async () => {
  started = await startApp({ limits: { uploadPaceMs: 1_000 } });
}, 120_000);
afterEach(() => {
  for (const drip of drips.splice(0)) clearInterval(drip);
  for (const end of ends.splice(0)) end();
});
afterAll(() => started.close());

interface Slow {
  /** By which the server knows its connection. */
  port: number | undefined;
  received: string;
}

/** Sends the beginning of a request, and then a byte from time to time, or nothing more. */
async function begin(head: readonly string[], { body = '', isDripping = true } = {}): Promise<Slow> {
  const { port, hostname } = new URL(started.url);
  // It does not close on request.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  ends.push(() => socket.destroy());
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const slow: Slow = { port: socket.localPort, received: '' };
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (slow.received += chunk.toString()));
  if (head.length > 0) socket.write(`${head.join('\r\n')}${body === '' ? '' : '\r\n\r\n'}${body}`);
  if (isDripping) drips.push(setInterval(() => socket.writable && socket.write('a'), 100));
  return slow;
}

describe('a client that is slow, or gone without a word', () => {
  it('is cut when its head or body does not come, and holds up nobody until then', async () => {
    const server = started.app.getHttpServer() as Server;
    const { headersTimeout, requestTimeout } = server;
    const held = new Map<number | undefined, Socket>();
    const hold = (socket: Socket) => void held.set(socket.remotePort, socket);
    server.on('connection', hold);
    const trader = await Trader.demo(started);
    Object.assign(server, { headersTimeout: 500, requestTimeout: 1_000 });
    try {
      const body = [
        'POST /web/userLogin HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 60000',
      ];
      const kinds: Parameters<typeof begin>[] = [
        [['POST /web/userLogin HTTP/1.1', 'Host: x', 'X-Long: ']],
        [body, { body: '{"account":"' }],
        [body, { body: '{', isDripping: false }],
        [[], { isDripping: false }],
      ];
      const slow = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => begin(...kinds[n % kinds.length]!)));
      expect((await trader.placed({ type: 'market', quantity: '0.01' })).status).toBe('filled');
      await until(() => slow.every(({ port }) => held.get(port)?.destroyed === true));
    } finally {
      server.off('connection', hold);
      Object.assign(server, { headersTimeout, requestTimeout });
    }
  });

  it.each([
    ['falls silent', false],
    ['drips', true],
  ])('keeps no place for an upload that %s', async (_, isDripping) => {
    const person = await openPerson(started);
    const image = await drawing().jpeg().toBuffer();
    const head = [
      'POST /web/uploadImage?purpose=document-front HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${person.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${8 * MEGABYTE}`,
    ];
    const body =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\na';
    const slow = await Promise.all(Array.from({ length: PLACES }, () => begin(head, { body, isDripping })));
    await until(() => slow.every(({ received }) => received !== ''));
    expect((await person.upload('document-front', image)).status).toBe(200);
  });
});

describe('a socket that does not read', () => {
  it('is let go, and with it what waits for it in memory', async () => {
    const publish = liveMessages();
    const socket = new WebSocket(`${started.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    ends.push(() => socket.terminate());
    const isHeard = () => sources().hasListeners('real', { kind: 'trades', symbol: 'BTCUSDT' });
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send('40');
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send('42["subscribe",{"kind":"trades","symbol":"BTCUSDT"}]');
    await until(isHeard);
    socket.pause();
    const trade: PublicTradeView = { id: '1'.repeat(64 * 1024), price: '1', quantity: '1', side: 'buy', at: 0 };
    await until(() => {
      if (isHeard()) publish({ kind: 'trades', realm: 'real', data: { symbol: 'BTCUSDT', trades: [trade] } });
      return !isHeard();
    });
  });
});

const sources = (): LiveSources => started.app.get<LiveSources>(LiveSources, { strict: false });

/** A source of live messages for the test. */
function liveMessages(): (message: LiveMessage) => void {
  let current: (message: LiveMessage) => void = () => undefined;
  sources().add({
    kinds: [],
    snapshot: () => Promise.reject(new Error('it has no channel')),
    onMessage: (listener) => {
      current = listener;
      return () => undefined;
    },
  });
  return (message) => current(message);
}
