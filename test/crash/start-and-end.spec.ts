import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isClusterRunning, openCluster } from '../../scripts/postgres/cluster.js';
import { isRunning, waitUntil } from '../../scripts/postgres/processes.js';
import { comesTo, freePort, isReady, readiness } from '../kit/fault-lab.js';
import {
  buildServer,
  launchServer,
  postgresPid,
  refusalOf,
  startServer,
  type ServerProcess,
} from '../kit/server-process.js';

// Some of them start two servers and a database, which a busy machine takes its time for.
jest.setTimeout(180_000);

const ready = async (server: ServerProcess): Promise<number> => (await fetch(`${server.url}/health/ready`)).status;

describe('starting and ending', () => {
  let dataDir: string;

  beforeAll(buildServer);
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'glassbook-start-'));
  });
  afterEach(async () => {
    if (isClusterRunning(dataDir)) await (await openCluster({ directory: dataDir })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends the server and then PostgreSQL on %s', async (signal) => {
    const server = await startServer(dataDir);
    expect(await ready(server)).toBe(200);
    const postgres = postgresPid(dataDir);
    expect(await server.end(signal)).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    expect(readdirSync(dataDir)).not.toContain('server.json');
  });

  it('adopts the PostgreSQL that a killed server leaves behind', async () => {
    const first = await startServer(dataDir);
    const postgres = postgresPid(dataDir);
    await first.end('SIGKILL');
    expect(isRunning(postgres)).toBe(true);
    const second = await startServer(dataDir);
    expect(second.output()).toContain('adopted');
    expect(postgresPid(dataDir)).toBe(postgres);
    expect(await ready(second)).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(isRunning(postgres)).toBe(false);
  });

  it('waits for a PostgreSQL that is slow to answer instead of stopping it', async () => {
    const left = await openCluster({ directory: dataDir });
    process.kill(left.pid, 'SIGSTOP');
    const adopting = openCluster({ directory: dataDir });
    // Longer than a connection to it may otherwise take.
    const longEnough = performance.now() + 6_000;
    await waitUntil(() => performance.now() > longEnough, 10_000);
    process.kill(left.pid, 'SIGCONT');
    expect(await adopting).toMatchObject({ how: 'adopted', pid: left.pid });
  });

  it('repairs by itself what is left when server and PostgreSQL are killed together', async () => {
    const first = await startServer(dataDir);
    const postgres = postgresPid(dataDir);
    process.kill(postgres, 'SIGKILL');
    await first.end('SIGKILL');
    await waitUntil(() => !isRunning(postgres), 30_000);
    const second = await startServer(dataDir);
    expect(await ready(second)).toBe(200);
    await second.end('SIGTERM');
  });

  it('starts all the same when PostgreSQL is killed while it starts, before and after it holds the realms', async () => {
    const port = await freePort();
    const server = launchServer(dataDir, { PORT: String(port), LOG_LEVEL: 'warn' });
    const look = () => readiness(`http://127.0.0.1:${port}`);
    const first = await comesTo(look, ({ status }) => status !== 0, 60_000);
    expect(first).toMatchObject({ status: 503, text: expect.stringContaining('"started":{"ready":false}') });
    process.kill(postgresPid(dataDir), 'SIGKILL');
    const holds = await comesTo(look, ({ text }) => text.includes('running at'), 60_000);
    expect(holds.text).toContain('"started":{"ready":false}');
    process.kill(postgresPid(dataDir), 'SIGKILL');
    await server.serving;
    await comesTo(look, isReady, 15_000);
    expect(server.log()).toContain('the start is tried again');
    expect(server.output().match(/starting it again/g)).toHaveLength(2);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('refuses a second server on the same data folder, by name', async () => {
    const first = await startServer(dataDir);
    const { code, output } = await refusalOf(dataDir, {});
    expect(output).toContain(`Glassbook is already running on ${dataDir} (process ${first.pid}`);
    expect(code).toBe(3);
    expect(await ready(first)).toBe(200);
    await first.end('SIGTERM');
  });

  it('names the port that another program has', async () => {
    const other = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    const { port } = other.address() as { port: number };
    const { code, output } = await refusalOf(dataDir, { PORT: String(port) });
    other.close();
    expect(output).toBe(
      `PORT ${port} is in use by another program on 127.0.0.1. Stop that program or set PORT to another number.`,
    );
    expect(code).toBe(4);
    expect(readdirSync(dataDir)).not.toContain('postgres');
  });

  it('names the database that cannot be opened, and not its password', async () => {
    const { code, output } = await refusalOf(dataDir, { DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:9/exchange' });
    expect(output).toMatch(/^The database exchange at 127\.0\.0\.1:9 cannot be opened \(.*ECONNREFUSED.*\)\. /);
    expect(output).not.toContain('hunter2');
    expect(code).toBe(5);
    expect(readdirSync(dataDir)).toEqual([]);
  }, 60_000);

  it('ends in order although somebody holds his connection', async () => {
    const server = await startServer(dataDir, { SHUTDOWN_TIMEOUT_SECONDS: '1' });
    const holder = connect(Number(new URL(server.url).port), '127.0.0.1');
    holder.on('error', () => undefined);
    const head = ['POST /web/userRegister HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 9'];
    await new Promise<void>((resolve) => holder.write(`${head.join('\r\n')}\r\n\r\n{`, () => resolve()));
    expect(await ready(server)).toBe(200);
    const postgres = postgresPid(dataDir);
    const stoppedAt = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(15_000);
    expect(isRunning(postgres)).toBe(false);
    holder.destroy();
  });

  it('names every wrong setting at once and starts nothing', async () => {
    const { code, output } = await refusalOf(dataDir, { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(output).toContain('PORT is "x"');
    expect(output).toContain('LOG_LEVEL is "loud"');
    expect(code).toBe(2);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
