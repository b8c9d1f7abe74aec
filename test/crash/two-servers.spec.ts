import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isClusterRunning, openCluster } from '../../scripts/postgres/cluster.js';
import {
  buy,
  databaseUrlOf,
  demoTrader,
  comesTo,
  findOrder,
  freePort,
  inDatabase,
  isReady,
  readiness,
} from '../kit/fault-lab.js';
import { buildServer, launchServer, refusalOf, startServer, type ServerProcess } from '../kit/server-process.js';

interface Lease {
  lease_holder: string;
  lease_epoch: number;
}

describe('two servers on one database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-two-'));
  const firstDir = join(folder, 'first');
  const secondDir = join(folder, 'second');
  let first: ServerProcess;
  let second: ReturnType<typeof launchServer>;
  let secondUrl: string;
  let databaseUrl: string;
  let token: string;
  const taken: string[] = [];

  const order = async (url: string): Promise<number> => {
    const id = `two-${taken.length}`;
    const { status } = await buy(url, token, id);
    if (status === 200) taken.push(id);
    return status;
  };
  const leases = (): Promise<Lease[]> =>
    inDatabase(firstDir, async (client) => (await client.query(LEASES)).rows as Lease[]);
  const holders = async (): Promise<string[]> => [...new Set((await leases()).map((lease) => lease.lease_holder))];
  const isOf =
    ({ pid }: { pid: number }) =>
    (found: string[]): boolean =>
      found.length === 1 && found[0]?.endsWith(`/${pid}`) === true;

  beforeAll(async () => {
    buildServer();
    first = await startServer(firstDir);
    token = await demoTrader(first.url);
    databaseUrl = await databaseUrlOf(firstDir);
  }, 180_000);

  afterAll(async () => {
    await second?.end('SIGKILL');
    await first?.end('SIGTERM');
    if (isClusterRunning(firstDir)) await (await openCluster({ directory: firstDir })).stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('a second without the market’s seeds ends and says why, and has taken nothing', async () => {
    const before = await leases();
    const PERSONAL_KEY = readFileSync(join(firstDir, 'secrets', 'personal-key'), 'utf8').trim();
    const { code, output } = await refusalOf(join(folder, 'third'), { DATABASE_URL: databaseUrl, PERSONAL_KEY });
    expect(output).toContain('market whose seeds are not in the data folder');
    expect(code).toBe(2);
    expect(await leases()).toEqual(before);
    expect(await readiness(first.url)).toMatchObject({ status: 200 });
    expect(await order(first.url)).toBe(200);
  }, 60_000);

  it('a second without the key of personal data ends and says which file it needs', async () => {
    const { code, output } = await refusalOf(join(folder, 'fourth'), { DATABASE_URL: databaseUrl });
    expect(output).toContain(`${join(folder, 'fourth', 'secrets', 'personal-key')} is missing`);
    expect(output).toContain('set PERSONAL_KEY');
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  }, 60_000);

  it('the second listens, says that it is not ready and why, and refuses every call as unavailable', async () => {
    mkdirSync(secondDir);
    cpSync(join(firstDir, 'secrets'), join(secondDir, 'secrets'), { recursive: true });
    const port = await freePort();
    secondUrl = `http://127.0.0.1:${port}`;
    second = launchServer(secondDir, { DATABASE_URL: databaseUrl, PORT: String(port) });
    const waits = ({ text }: { text: string }): boolean => text.includes(`/${first.pid} writes it`);
    const { status, text } = await comesTo(() => readiness(secondUrl), waits, 30_000);
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ ready: false, checks: { started: { ready: false } } });
    expect((await fetch(`${secondUrl}/health/live`)).status).toBe(200);
    expect(await buy(secondUrl, token, 'early')).toMatchObject({ status: 503, refusal: 'request.unavailable' });
    expect(await readiness(first.url)).toMatchObject({ status: 200 });
  }, 60_000);

  it('the second takes over within ten seconds when the first hangs', async () => {
    process.kill(first.pid, 'SIGSTOP');
    await comesTo(holders, isOf(second), 10_000);
    await second.serving;
    await comesTo(() => readiness(secondUrl), isReady, 30_000);
    expect(await order(secondUrl)).toBe(200);
  }, 60_000);

  it('the first finds that it was fenced off, says so once as an error, and lets nobody trade', async () => {
    process.kill(first.pid, 'SIGCONT');
    const stands = ({ text }: { text: string }): boolean => text.includes(`standing-by`);
    const { status, text } = await comesTo(() => readiness(first.url), stands, 10_000);
    expect(status).toBe(503);
    expect(text).not.toContain('running');
    expect(await order(first.url)).toBe(503);
    expect(await order(secondUrl)).toBe(200);
    expect(errorsOf(first)).toEqual([expect.stringMatching(/\/\d+ writes it, standing by$/)]);
  }, 60_000);

  it('the first takes the realms again when the second has ended, and nothing is lost or doubled', async () => {
    await second.end('SIGKILL');
    await comesTo(() => readiness(first.url), isReady, 15_000);
    expect(isOf(first)(await holders())).toBe(true);
    expect(await order(first.url)).toBe(200);
    for (const id of taken) expect(await findOrder(first.url, token, id)).toMatchObject({ status: 200 });
    const doubled = await inDatabase(firstDir, async (client) => (await client.query(DOUBLED)).rows);
    expect(doubled).toEqual([]);
  }, 60_000);
});

/** Sentences of the log. */
const errorsOf = ({ log }: ServerProcess): string[] =>
  log()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

const LEASES = 'SELECT lease_holder, lease_epoch FROM realm_heads ORDER BY realm';
const DOUBLED = `SELECT data::json -> 'order' ->> 'tag' AS tag FROM events
  WHERE realm = 'demo' AND type = 'SpotOrderAccepted' GROUP BY 1 HAVING count(*) > 1`;
