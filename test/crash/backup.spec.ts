import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isClusterRunning, openCluster } from '../../scripts/postgres/cluster.js';
import { buy, comesTo, demoTrader, findOrder, isReady, readiness } from '../kit/fault-lab.js';
import { buildServer, startServer, type ServerProcess } from '../kit/server-process.js';
import { ROOT } from '../kit/sources.js';

describe('a backup that is made while people trade', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-backup-'));
  const dataDir = join(folder, 'data');
  const backup = join(folder, 'backup');
  const restored = join(folder, 'restored');
  let server: ServerProcess;
  let token: string;
  const before: string[] = [];

  beforeAll(async () => {
    buildServer();
    server = await startServer(dataDir);
    token = await demoTrader(server.url);
    for (let n = 0; n < 20; n += 1) {
      before.push(`before-${n}`);
      expect(await buy(server.url, token, `before-${n}`)).toMatchObject({ status: 200 });
    }
  }, 180_000);

  /** A read model that is still reading says so, and to come again. */
  const found = (id: string) =>
    comesTo(
      () => findOrder(server.url, token, id),
      ({ status }) => status !== 503,
      30_000,
    );

  afterAll(async () => {
    await server?.end('SIGTERM');
    for (const directory of [dataDir, restored])
      if (isClusterRunning(directory)) await (await openCluster({ directory })).stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('is a folder without secrets, and nobody who trades meanwhile is refused', async () => {
    const copying = run('dist/scripts/backup.js', [backup], { DATA_DIR: dataDir });
    let isDone = false;
    void copying.then(() => (isDone = true));
    for (let n = 0; !isDone; n += 1) expect(await buy(server.url, token, `during-${n}`)).toMatchObject({ status: 200 });
    expect(await copying).toMatchObject({ code: 0 });
    expect(readdirSync(backup).sort()).toEqual(['postgres', 'postgres.json']);
  }, 180_000);

  it('restores every order that was accepted before it began, and the audit finds nothing wrong', async () => {
    mkdirSync(restored, { mode: 0o755 });
    for (const part of ['postgres', 'postgres.json']) await copyAsIs(join(backup, part), restored);
    cpSync(join(dataDir, 'secrets'), join(restored, 'secrets'), { recursive: true });
    await server.end('SIGTERM');
    server = await startServer(restored);
    expect(isReady(await readiness(server.url))).toBe(true);
    for (const id of before) expect(await found(id)).toMatchObject({ status: 200 });
    const verified = await run('dist/scripts/with-database.js', ['dist/server/cli/audit.js', 'verify'], {
      DATA_DIR: restored,
    });
    expect(verified).toMatchObject({ code: 0 });
    expect(await buy(server.url, token, 'after')).toMatchObject({ status: 200 });
  }, 180_000);
});

/** As `cp -a`: with its owner, who may be the database's own user. */
async function copyAsIs(from: string, into: string): Promise<void> {
  const { code, output } = await runProgram('cp', ['-a', from, into]);
  if (code !== 0) throw new Error(output);
}

function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  return runProgram(process.execPath, [join(ROOT, program), ...args], env);
}

function runProgram(command: string, args: string[], env: Record<string, string> = {}) {
  const inherited = { ...process.env };
  for (const name of ['DATABASE_URL', 'NODE_OPTIONS']) delete inherited[name];
  const child = spawn(command, args, { cwd: ROOT, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
