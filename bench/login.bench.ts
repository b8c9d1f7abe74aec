import { randomBytes } from 'node:crypto';
import { median, row, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';
import { atRate, makePeople, percentile, person, trader } from './steady.js';

/** Enough people to stay below the limit of log-ins a minute for one person. */
const PEOPLE = 80;
const LOGINS_PER_SECOND = 20;
const ORDERS_PER_SECOND = 100;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
const LOGIN_P95_MS_MAX = 150;

/**
 * People log in while others trade, both at a steady rate, in rounds that alternate with rounds of trading alone. The difference is
 * the cost of a log-in to traders.
 */
export async function bench(): Promise<BenchRow[]> {
  process.env['PERSONAL_KEY'] = randomBytes(32).toString('base64');
  const place = await BenchPlace.open();
  try {
    const databaseUrl = await place.database('glassbook');
    const { port } = await place.server(databaseUrl);
    await makePeople(databaseUrl, PEOPLE);
    const traders = await Promise.all(Array.from({ length: 8 }, (_, n) => trader(port, n)));
    const people = Array.from({ length: PEOPLE }, (_, n) => person(port, n));
    const trade = () => atRate(ORDERS_PER_SECOND, ROUND_SECONDS, traders);
    const enter = () => atRate(LOGINS_PER_SECOND, ROUND_SECONDS, people);
    await Promise.all([trade(), enter()]);
    const alone: number[] = [];
    const beside: number[] = [];
    const logins: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(percentile(await trade(), 0.99));
      const [orders, entered] = await Promise.all([trade(), enter()]);
      beside.push(percentile(orders, 0.99));
      logins.push(...entered);
    }
    return [
      row({
        name: `log-in p95 at ${LOGINS_PER_SECOND} a second, beside ${ORDERS_PER_SECOND} orders a second`,
        ours: percentile(logins, 0.95),
        peer: LOGIN_P95_MS_MAX,
        unit: 'ms',
        atMost: 1,
        note: `peer: the limit; p50 ${percentile(logins, 0.5).toFixed(1)} ms over ${logins.length} log-ins`,
      }),
      row({
        name: 'order latency p99 beside the log-ins',
        ours: median(beside),
        peer: median(alone),
        unit: 'ms',
        atMost: 1.2,
        note: `peer: without log-ins, in turns; median of ${ROUNDS} rounds of ${ROUND_SECONDS} s`,
      }),
    ];
  } finally {
    await place.close();
  }
}
