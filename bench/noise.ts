/**
 * One visitor who sends requests without pause, in a separate process: `noise.js <port> <kind>` from `noisy.bench.ts`. Prints
 * `ready` when the accounts exist, begins at `begin`, ends at `end` or after a minute, and prints the result. It calls only this
 * machine.
 */

import autocannon from 'autocannon';
import { NOISES, type Noise, type NoiseName } from './noises.js';

export interface NoiseReport {
  readonly seconds: number;
  /** Answered with success. */
  readonly done: number;
  /** Answered otherwise, mostly that it is too much. */
  readonly refused: number;
}

const LONGEST_SECONDS = 60;
const REQUESTS_MAX = 200_000;

async function account(url: string, visitor: Record<string, string>, trades: number): Promise<string> {
  const opened = await fetch(`${url}/web/tempLogin`, { headers: visitor });
  const { token } = ((await opened.json()) as { data: { token: string } }).data;
  const headers = { ...visitor, authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
  for (let n = 0; n < trades; n += 1) {
    const body = `symbol=BTCUSDT&side=${n % 2 === 0 ? 'buy' : 'sell'}&type=market&quantity=0.001`;
    await (await fetch(`${url}/web/placeOrder`, { method: 'POST', headers, body })).text();
  }
  return token;
}

/** Every connection sends the next request as soon as the last is answered. */
function flood(
  url: string,
  visitor: Record<string, string>,
  noise: Noise,
  tokens: readonly string[],
  report: (result: autocannon.Result) => void,
): autocannon.Instance {
  const ask = noise.requestOf(tokens);
  let sent = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { path, form, token } = ask((sent += 1));
    const headers = {
      ...visitor,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    return { ...request, method: form === undefined ? 'GET' : 'POST', path, headers, body: form };
  };
  const options = {
    url,
    connections: noise.connections,
    duration: LONGEST_SECONDS,
    maxOverallRequests: REQUESTS_MAX,
    // Each connection builds its requests in place, so each needs an object of its own.
    setupClient: (client: autocannon.Client) => client.setRequests([{ setupRequest }]),
  };
  return autocannon(options, (error, result) => {
    if (error) throw error as Error;
    report(result);
  });
}

async function run(port: number, name: NoiseName): Promise<void> {
  const noise: Noise = NOISES[name];
  const url = `http://127.0.0.1:${port}`;
  // Limits count by address, and the load generator has one: the server trusts its forwarded addresses.
  const visitor = { 'x-forwarded-for': `127.8.1.${1 + Object.keys(NOISES).indexOf(name)}` };
  const tokens = await Promise.all(Array.from({ length: noise.accounts }, () => account(url, visitor, noise.trades)));
  process.once('message', () => {
    const flooding = flood(url, visitor, noise, tokens, (result) => {
      const refused = result.non2xx + result.errors;
      process.send?.({ seconds: result.duration, done: result['2xx'], refused } satisfies NoiseReport);
    });
    process.once('message', () => flooding.stop());
  });
  process.send?.('ready');
}

const [port, name] = process.argv.slice(2);
await run(Number(port), name as NoiseName);
