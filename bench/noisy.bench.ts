import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { loadavg, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { figure, row, type BenchRow } from './kit.js';
import type { NoiseReport } from './noise.js';
import { NOISES, type NoiseName } from './noises.js';
import { BenchPlace, cpuSeconds, databaseCpuSeconds } from './server.js';
import { atRate, makePeople, percentile, person, trader, type Worker } from './steady.js';

const TRADERS = 4;
const ORDERS_PER_SECOND = 25;
const QUIET_SECONDS = 4;
const NOISY_SECONDS = 9;
const SETTLING_MS = 1_000;
const RATIO_MAX = 3;
/** Of people elsewhere, before the right log-ins flood and meanwhile. */
const LOGINS_PER_SECOND = 2;
/** The visitor would be another machine: their process gets what the server leaves. */
const NOISE_PRIORITY = 15;
const TRADER_ADDRESS = '127.8.0.2';
const OTHER_ADDRESS = '127.8.0.3';

interface Measured {
  readonly times: number[];
  readonly cpuSeconds: number;
}

/**
 * The effect of one visitor on another's trading. A trader orders at a steady rate on a server with its default limits. One visitor
 * after another sends the most expensive requests without pause. Each is compared with the quiet seconds around it.
 */
export async function bench(): Promise<BenchRow[]> {
  process.env['PERSONAL_KEY'] = randomBytes(32).toString('base64');
  const place = await BenchPlace.open();
  try {
    const databaseUrl = await place.database('glassbook');
    const { port, pid } = await place.server(databaseUrl, { TRUST_PROXY: '127.0.0.1' });
    const cpu = () => cpuSeconds(pid) + databaseCpuSeconds(place.cluster.pid);
    await makePeople(databaseUrl, 4);
    const traders = await Promise.all(Array.from({ length: TRADERS }, (_, n) => trader(port, n, TRADER_ADDRESS)));
    const trade = (seconds: number) => measured(cpu, () => atRate(ORDERS_PER_SECOND, seconds, traders));
    // The first request of each kind is the slowest, and a first log-in opens the account.
    const others = [1, 2, 3].map((n) => person(port, n, OTHER_ADDRESS));
    await Promise.all([trade(QUIET_SECONDS * 2), ...others.map((logIn) => logIn())]);
    const rows: BenchRow[] = [];
    let before = await trade(QUIET_SECONDS);
    for (const name of Object.keys(NOISES) as NoiseName[]) {
      const noisy = await besideNoise(port, name, () => trade(NOISY_SECONDS), others);
      const after = await trade(QUIET_SECONDS);
      rows.push(...rowsOf(name, noisy, [before, after]));
      before = after;
    }
    return rows;
  } finally {
    await place.close();
  }
}

interface Noisy extends Measured {
  readonly report: NoiseReport;
  /** Of people elsewhere; none where the noise is no log-ins. */
  readonly quietLogins: readonly number[];
  readonly logins: readonly number[];
}

async function besideNoise(
  port: number,
  name: NoiseName,
  trade: () => Promise<Measured>,
  others: readonly Worker[],
): Promise<Noisy> {
  const isOfLogins = name === 'right log-ins';
  const logIn = () => (isOfLogins ? atRate(LOGINS_PER_SECOND, NOISY_SECONDS, others) : Promise.resolve([]));
  const quietLogins = await logIn();
  const child = fork(fileURLToPath(new URL('./noise.js', import.meta.url)), [`${port}`, name]);
  try {
    await heardFrom(child);
    setPriority(child.pid ?? 0, NOISE_PRIORITY);
    const reported = heardFrom(child) as Promise<NoiseReport>;
    child.send('begin');
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    const [during, logins] = await Promise.all([trade(), logIn()]);
    child.send('end');
    return { ...during, quietLogins, logins, report: await reported };
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  }
}

function heardFrom(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the visitor ended with ${code}`)));
  });
}

async function measured(cpu: () => number, work: () => Promise<number[]>): Promise<Measured> {
  const from = cpu();
  const times = await work();
  return { times, cpuSeconds: cpu() - from };
}

function rowsOf(name: NoiseName, noisy: Noisy, quiet: readonly Measured[]): BenchRow[] {
  const quietTimes = quiet.flatMap(({ times }) => times);
  const p95 = percentile(noisy.times, 0.95);
  const { seconds, done, refused } = noisy.report;
  const quietCpu = quiet.reduce((sum, each) => sum + each.cpuSeconds, 0) / (quiet.length * QUIET_SECONDS);
  const noisyCpu = noisy.cpuSeconds / NOISY_SECONDS;
  const perSecond = ORDERS_PER_SECOND + (done + refused) / seconds;
  const rows = [
    row({
      name: `order latency p95 beside a flood of ${name}`,
      ours: p95,
      peer: percentile(quietTimes, 0.95),
      unit: 'ms',
      atMost: RATIO_MAX,
      note: `peer: quiet; p50 ${figure(percentile(noisy.times, 0.5))} against ${figure(percentile(quietTimes, 0.5))} ms; ${figure(done / seconds)} a second done and ${figure(refused / seconds)} refused over ${NOISES[name].connections} connections; load ${loadavg()[0]?.toFixed(1)}`,
    }),
    row({
      name: 'processor time of server and database for one request, order or flood',
      ours: (noisyCpu * 1000) / perSecond,
      peer: (quietCpu * 1000) / ORDERS_PER_SECOND,
      unit: 'ms',
      note: `peer: one order in the quiet seconds, with all that they do besides; ${figure(noisyCpu)} against ${figure(quietCpu)} cores`,
    }),
  ];
  if (noisy.logins.length === 0) return rows;
  const logIn = row({
    name: 'log-in p95 of somebody elsewhere beside that flood',
    ours: percentile(noisy.logins, 0.95),
    peer: percentile(noisy.quietLogins, 0.95),
    unit: 'ms',
    atMost: RATIO_MAX,
    note: `peer: quiet; none of ${noisy.logins.length} refused`,
  });
  return [...rows, logIn];
}
