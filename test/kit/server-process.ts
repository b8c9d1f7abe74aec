import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LOAD_SETTINGS } from '../../bench/load-settings.js';
import { ROOT } from './sources.js';

/** The server as a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  pid: number;
  /** Its output so far. */
  output(): string;
  /** Its log so far. */
  log(): string;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Sends a signal and waits for the end; answers the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Builds what is stale of the server, so that a lone test run does not test yesterday's. */
export function buildServer(): void {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--server'], { cwd: ROOT, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
}

/** Starts the server and waits until it serves. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const { serving, ...process } = launchServer(dataDir, env);
  return { ...process, url: await serving };
}

/** A server that may have to wait before it serves. */
export type LaunchedServer = Omit<ServerProcess, 'url'> & {
  /** Its address once it serves; rejects when it ends before. */
  serving: Promise<string>;
};

export function launchServer(dataDir: string, env: Record<string, string> = {}): LaunchedServer {
  const child = launch(dataDir, env);
  const ended = exitOf(child);
  const output = collect(child.stderr);
  const log = collect(child.stdout);
  const announced = new Promise<string>((resolve) => {
    child.stderr?.on('data', () => {
      const address = /client\s+http:\/\/\S+:(\d+)\//.exec(output())?.[1];
      if (address) resolve(`http://127.0.0.1:${address}`);
    });
  });
  const serving = Promise.race([
    announced,
    ended.then(() => {
      throw new Error(`the server ended before it served:\n${output()}`);
    }),
  ]);
  serving.catch(() => undefined);
  const end = (signal: NodeJS.Signals): Promise<number | NodeJS.Signals> => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid ?? -1, output, log, serving, end };
}

/** Starts a server that is expected to refuse; answers its exit code and output. */
export async function refusalOf(
  dataDir: string,
  env: Record<string, string>,
): Promise<{ code: unknown; output: string }> {
  const child = launch(dataDir, env);
  const printed = collect(child.stderr);
  child.stdout?.resume();
  const code = await exitOf(child);
  return { code, output: printed().trim() };
}

/** Process id of the embedded PostgreSQL of a data folder. */
export function postgresPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function launch(dataDir: string, env: Record<string, string>): ChildProcess {
  const inherited = { ...process.env };
  // Of the settings of the test run itself, none may reach the server; and it is not npm's child.
  for (const name of ['DATABASE_URL', 'NODE_OPTIONS', 'npm_lifecycle_event']) delete inherited[name];
  return spawn(process.execPath, [join(ROOT, 'dist', 'scripts', 'serve.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      // The whole catalogue has tests of its own, and costs every start a second.
      INSTRUMENTS: 'curated',
      DATA_DIR: dataDir,
      // As `npm start` does: what is compiled once starts faster.
      NODE_COMPILE_CACHE: join(ROOT, '.runtime', 'compiled'),
      ...LOAD_SETTINGS,
      ...env,
    },
  });
}

function collect(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}

function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
}
