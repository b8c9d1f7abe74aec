import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isClusterRunning, openCluster } from '../../scripts/postgres/cluster.js';
import { isRunning, waitUntil } from '../../scripts/postgres/processes.js';
import { eventually } from '../kit/eventually.js';
import {
  LEASE_SESSIONS,
  buy,
  comesTo,
  demoTrader,
  findOrder,
  inDatabase,
  isReady,
  readiness,
  type Answer,
} from '../kit/fault-lab.js';
import { buildServer, postgresPid, startServer, type ServerProcess } from '../kit/server-process.js';

describe('a server whose database goes away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'glassbook-away-'));
  let server: ServerProcess;
  let token: string;
  let orders = 0;

  const order = (): Promise<Answer> => buy(server.url, token, `away-${(orders += 1)}`);
  const ready = () => readiness(server.url);

  beforeAll(async () => {
    buildServer();
    server = await startServer(dataDir, { LOG_LEVEL: 'warn' });
    token = await demoTrader(server.url);
  }, 180_000);

  afterAll(async () => {
    await server?.end('SIGTERM');
    if (isClusterRunning(dataDir)) await (await openCluster({ directory: dataDir })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  /** Orders until one is taken; meanwhile each must be refused as unavailable, and the log must stay readable. */
  const outage = async (begin: () => Promise<void> | void, longestMs: number): Promise<void> => {
    expect(await order()).toMatchObject({ status: 200 });
    const logged = server.log().length;
    await begin();
    const refused: Answer[] = [];
    await comesTo(
      order,
      (answer) => {
        if (answer.status !== 200) refused.push(answer);
        return answer.status === 200;
      },
      longestMs,
    );
    expect(refused.filter(({ status, refusal }) => status !== 503 || refusal !== 'request.unavailable')).toEqual([]);
    await comesTo(ready, isReady, 5_000);
    expect(server.log().slice(logged)).not.toMatch(/\\n +at /);
    expect(server.log().length - logged).toBeLessThan(20_000);
  };

  it('starts PostgreSQL again when it alone was killed, and serves within 15 seconds', async () => {
    const killed = postgresPid(dataDir);
    await outage(async () => {
      process.kill(killed, 'SIGKILL');
      await waitUntil(() => !isRunning(killed), 5_000);
      await comesTo(ready, ({ status }) => status === 503, 5_000);
    }, 15_000);
    expect(postgresPid(dataDir)).not.toBe(killed);
    expect(isRunning(server.pid)).toBe(true);
    expect(await findOrder(server.url, token, 'away-1')).toMatchObject({ status: 200 });
  }, 60_000);

  it('serves again when one of PostgreSQL’s processes was killed', async () => {
    const [{ pid }] = (await inDatabase(dataDir, (client) => client.query(LEASE_SESSIONS))).rows as [{ pid: number }];
    await outage(() => void process.kill(pid, 'SIGKILL'), 15_000);
  }, 60_000);

  it('takes lost leases again at once, without waiting for an order, and is not ready until then', async () => {
    const holders = () => inDatabase(dataDir, async (client) => (await client.query(LEASE_SESSIONS)).rowCount);
    await eventually(holders).toBe(3);
    // Held by this session, the realm cannot be taken back before the test has looked.
    await inDatabase(dataDir, async (client) => {
      const LOCK = `hashtextextended('glassbook/writer/demo', 0)`;
      const waiting = client.query(`SELECT pg_advisory_lock(${LOCK})`);
      await inDatabase(dataDir, (other) =>
        other.query(`SELECT pg_terminate_backend(pid) FROM (${LEASE_SESSIONS}) AS held`),
      );
      await waiting;
      const { text } = await comesTo(ready, ({ status }) => status === 503, 5_000);
      expect(text).toMatch(/"demo":"(recovering|standing-by) at/);
      expect(await order()).toMatchObject({ status: 503, refusal: 'request.unavailable' });
    });
    await comesTo(ready, isReady, 5_000);
    await eventually(holders).toBe(3);
    expect(await order()).toMatchObject({ status: 200 });
  }, 60_000);
});
