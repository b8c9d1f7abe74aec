import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WebSocket, WebSocketServer } from 'ws';
import { row, type BenchRow } from './kit.js';
import { BenchPlace, cpuSeconds, residentMb } from './server.js';

const SOCKETS = 1000;
const SECONDS = 10;

/** What one socket received while the clock ran. */
interface Traffic {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * Tickers and one book to a thousand sockets: processor time of the server, less what it uses with nobody listening, against
 * a bare `ws` server that sends as many messages of the same size to as many sockets. The receivers are the same.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const { port, pid } = await place.server(await place.database('glassbook'));
    const idle = await cpuDuring(pid, () => wait(SECONDS));
    const sockets = await openAll(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, subscribe);
    await wait(3);
    let traffic: Traffic = { messages: 0, bytes: 0 };
    const busy = await cpuDuring(pid, async () => void (traffic = await received(sockets)));
    const memory = residentMb(pid);
    for (const socket of sockets) socket.terminate();
    const bare = await bareCpu(traffic);
    const ours = busy - idle;
    return [
      row({
        name: `fan-out to ${SOCKETS} sockets, ${Math.round(traffic.messages / SECONDS)} messages/s`,
        ours,
        peer: bare,
        unit: `CPU s in ${SECONDS} s`,
        atMost: 1.6,
        note: `peer: bare ws, ${Math.round(traffic.bytes / traffic.messages)} bytes a message; ours less ${idle.toFixed(2)} s with nobody listening`,
      }),
      row({
        name: `memory with ${SOCKETS} sockets`,
        ours: memory,
        peer: 400,
        unit: 'MB',
        atMost: 1,
        note: 'peer: the limit',
      }),
    ];
  } finally {
    await place.close();
  }
}

async function openAll(url: string, greet: (socket: WebSocket) => Promise<void>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let n = 0; n < SOCKETS; n += 50) {
    const opened = Array.from({ length: 50 }, async () => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      await greet(socket);
      return socket;
    });
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

/** The socket.io handshake and two subscriptions, answered. */
async function subscribe(socket: WebSocket): Promise<void> {
  const until = (prefix: string): Promise<void> =>
    new Promise((resolve) => {
      const listen = (data: Buffer): void => {
        if (!data.toString('latin1', 0, 8).startsWith(prefix)) return;
        socket.off('message', listen);
        resolve();
      };
      socket.on('message', listen);
    });
  socket.on('message', (data: Buffer) => data.length === 1 && data[0] === 0x32 && socket.send('3'));
  const joined = until('40');
  socket.send('40');
  await joined;
  for (const [id, channel] of [{ kind: 'tickers' }, { kind: 'book', symbol: 'BTCUSDT' }].entries()) {
    const answered = until(`43${id}`);
    socket.send(`42${id}${JSON.stringify(['subscribe', channel])}`);
    await answered;
  }
}

async function received(sockets: readonly WebSocket[]): Promise<Traffic> {
  let messages = 0;
  let bytes = 0;
  const count = (data: Buffer): void => {
    messages += 1;
    bytes += data.length;
  };
  for (const socket of sockets) socket.on('message', count);
  await wait(SECONDS);
  for (const socket of sockets) socket.off('message', count);
  return { messages, bytes };
}

/** Processor seconds of a bare server that sends the same: as many rounds, each of one text to every socket. */
async function bareCpu(traffic: Traffic): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), ['--bare-ws'], { execArgv: [] });
  const port = await answerOf<number>(child);
  const sockets = await openAll(`ws://127.0.0.1:${port}`, () => Promise.resolve());
  const rounds = Math.round(traffic.messages / SOCKETS);
  const bytes = Math.round(traffic.bytes / traffic.messages);
  for (const socket of sockets) socket.on('message', () => undefined);
  const cpu = await cpuDuring(child.pid ?? 0, async () => {
    child.send({ rounds, bytes, seconds: SECONDS });
    await answerOf(child);
  });
  for (const socket of sockets) socket.terminate();
  child.kill();
  return cpu;
}

function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Answer)));
}

async function cpuDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return cpuSeconds(pid) - before;
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function serveBare(): void {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('listening', () => process.send?.((server.address() as { port: number }).port));
  process.on('message', ({ rounds, bytes, seconds }: { rounds: number; bytes: number; seconds: number }) => {
    const text = 'x'.repeat(bytes);
    let sent = 0;
    const timer = setInterval(
      () => {
        for (const socket of server.clients) socket.send(text);
        sent += 1;
        if (sent < rounds) return;
        clearInterval(timer);
        setImmediate(() => process.send?.('done'));
      },
      (seconds * 1000) / rounds,
    );
  });
}

if (process.argv[2] === '--bare-ws') serveBare();
