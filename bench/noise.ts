/**
 * One visitor who asks without pause, in a process of their own: `noise.js <port> <kind>` from `noisy.bench.ts`. Says `ready` when the
 * accounts are there, begins at `begin`, ends at `end` or after a minute, and answers what came of it. Only this machine is asked.
 */

import http from 'node:http';
import { NOISES, type Ask, type Noise, type NoiseName } from './noises.js';

export interface NoiseReport {
  /** Answered with what was asked for. */
  readonly done: number;
  /** Answered otherwise, mostly that it is too much. */
  readonly refused: number;
}

const LONGEST_MS = 60_000;
const REQUESTS_MAX = 200_000;
class Visitor {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 400 });
  private isOver = false;
  private sent = 0;

  constructor(
    private readonly port: number,
    private readonly localAddress: string,
  ) {}

  async account(trades: number): Promise<string> {
    const { text } = await this.send({ path: '/web/tempLogin' });
    const { token } = (JSON.parse(text) as { data: { token: string } }).data;
    for (let n = 0; n < trades; n += 1) {
      const form = `symbol=BTCUSDT&side=${n % 2 === 0 ? 'buy' : 'sell'}&type=market&quantity=0.001`;
      await this.send({ path: '/web/placeOrder', form, token });
    }
    return token;
  }

  async ask(connections: number, ask: Ask): Promise<NoiseReport> {
    let [done, refused] = [0, 0];
    setTimeout(() => this.end(), LONGEST_MS).unref();
    const one = async (): Promise<void> => {
      while (!this.isOver && this.sent < REQUESTS_MAX) {
        const { status } = await this.send(ask((this.sent += 1)));
        if (this.isOver) return;
        if (status === 200) done += 1;
        else refused += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    return { done, refused };
  }

  end(): void {
    this.isOver = true;
    this.agent.destroy();
  }

  private send({ path, form, token }: ReturnType<Ask>): Promise<{ status: number; text: string }> {
    const { port, localAddress, agent } = this;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const method = form === undefined ? 'GET' : 'POST';
    return new Promise((resolve) => {
      const failed = (): void => resolve({ status: 0, text: '' });
      const request = http.request({ host: '127.0.0.1', port, localAddress, agent, method, path, headers });
      request.on('error', failed).on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text = text.length < 2_000 ? text + chunk.toString() : text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', failed);
      });
      request.end(form);
    });
  }
}

async function run(port: number, name: NoiseName): Promise<void> {
  const noise: Noise = NOISES[name];
  const visitor = new Visitor(port, `127.8.1.${1 + Object.keys(NOISES).indexOf(name)}`);
  const tokens = await Promise.all(Array.from({ length: noise.accounts }, () => visitor.account(noise.trades)));
  process.on('message', (message) => {
    if (message === 'end') visitor.end();
    if (message !== 'begin') return;
    void visitor.ask(noise.connections, noise.ask(tokens)).then((report) => process.send?.(report));
  });
  process.send?.('ready');
}

const [port, name] = process.argv.slice(2);
await run(Number(port), name as NoiseName);
