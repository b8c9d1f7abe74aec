import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { Files } from '../../server/edge/work/files.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const PIECE = 'x'.repeat(64 * 1024);
/** What the kernel and the streams of both ends keep for a reader, with room. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

let started: StartedApp;
const sockets: Socket[] = [];

beforeAll(async () => {
  started = await startApp();
}, 120_000);
afterEach(() => {
  jest.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => started.close());

/** A file without an end, and how far it was written. */
function endlessFile() {
  const file = { pieces: 0, over: false };
  async function* write(): AsyncGenerator<string> {
    try {
      for (;;) {
        file.pieces += 1;
        yield await Promise.resolve(PIECE);
      }
    } finally {
      file.over = true;
    }
  }
  jest.spyOn(started.app.get<Files>(Files, { strict: false }), 'pieces').mockImplementation(write);
  return file;
}

/** Requests a file and reads its beginning. */
async function beginToRead(token: string): Promise<Socket> {
  const { port, hostname } = new URL(started.url);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET /web/exportOrders HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  return socket;
}

/** Resolves once nothing more is written, as for an unread file. */
async function standsStill(file: { pieces: number }): Promise<number> {
  let last = -1;
  await until(() => {
    const isStill = file.pieces === last;
    last = file.pieces;
    return Promise.resolve(isStill);
  });
  return last;
}

describe('somebody who stops reading in the middle of a file', () => {
  it('is written no more than what is under way, and holds up nobody', async () => {
    const file = endlessFile();
    const slow = await Trader.demo(started);
    await beginToRead(slow.token);
    expect((await standsStill(file)) * PIECE.length).toBeLessThan(KEPT_BYTES_MAX);
    await slow.when('exportTrades').then('file.one-at-a-time');
    expect((await (await Trader.demo(started)).placed({ type: 'market', quantity: '0.01' })).status).toBe('filled');
  });

  it('ends the work by leaving, and may ask again', async () => {
    const file = endlessFile();
    const slow = await Trader.demo(started);
    const socket = await beginToRead(slow.token);
    expect(file.over).toBe(false);
    socket.destroy();
    await until(() => Promise.resolve(file.over));
    jest.restoreAllMocks();
    await until(async () => (await slow.get('exportOrders')).refusal === '');
  });
});
