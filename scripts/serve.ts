// The server process: configuration, one server a data folder, PostgreSQL, then the server itself; and the way back.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readConfig, type Config, type Started } from '../server/config/config.js';
import { Unfit } from '../server/config/unfit.js';
import { openCluster, type Cluster, type ClusterOptions } from './postgres/cluster.js';
import { guardCluster, type Guard } from './postgres/guard.js';
import { commandLineOf, isRunning, signal, waitUntil } from './postgres/processes.js';
import { keepers, onEnd } from './ending.js';

const print = (text: string): void => void process.stderr.write(`${text}\n`);
const launchedAt = Number.parseInt(process.env['GLASSBOOK_LAUNCHED_AT'] ?? '', 10) || Date.now();

/** Starts everything; resolves once it serves. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  if ('problems' in config) {
    throw new Unfit(`Glassbook cannot start with these settings:\n\n  ${config.problems.join('\n  ')}`, 2);
  }
  process.env['NODE_ENV'] ??= config.nodeEnv;
  mkdirSync(config.dataDir, { recursive: true });
  const record = await beTheOnlyServer(config);
  await refuseTakenPort(config);
  let cluster: Cluster | undefined;
  let guard: Guard | undefined;
  let server: Started | undefined;
  const ending = onEnd(
    async () => {
      if (server) await server.close();
      await guard?.stop();
      rmSync(record, { force: true });
    },
    config.shutdownTimeoutSeconds * 1000 + 25_000,
  );
  // Loading the server's code takes as long as starting the database, so both happen at once.
  const opening = openDatabase(config).then((opened) => {
    cluster = opened.cluster;
    if (cluster !== undefined) guard = guardCluster(cluster, clusterOptions(config));
    return opened.url;
  });
  try {
    const [databaseUrl, main] = await Promise.all([opening, import('../server/main.js')]);
    server = await main.start({ ...config, databaseUrl });
    if (!ending.begun()) announce(config, server, cluster);
  } catch (error) {
    // A database that is still being opened must not be left behind.
    await opening.catch(() => undefined);
    await ending.quietly();
    throw error;
  }
}

/** Prints why the server did not start, and ends with the code that says so. */
export async function main(): Promise<void> {
  try {
    await serve();
  } catch (error) {
    const { message, stack, exitCode } = error as Partial<Unfit>;
    // A reason that a person can act on carries its exit code; anything else is a fault of ours and shows where.
    print(`\n${exitCode === undefined ? (stack ?? String(error)) : message}\n`);
    process.exit(exitCode ?? 1);
  }
}

async function openDatabase(config: Config): Promise<{ cluster: Cluster | undefined; url: string }> {
  if (config.databaseUrl !== null) {
    await tryDatabase(config.databaseUrl);
    return { cluster: undefined, url: config.databaseUrl };
  }
  const cluster = await openCluster(clusterOptions(config));
  if (cluster.how === 'adopted') print(`  adopted the PostgreSQL that was still running (process ${cluster.pid})`);
  await cluster.ensureDatabase('glassbook');
  return { cluster, url: cluster.url('glassbook') };
}

function clusterOptions(config: Config): ClusterOptions {
  return { directory: config.dataDir, onProgress: (text) => print(`  ${text}`) };
}

/** A database that cannot be opened is told by name and reason, without its password. */
async function tryDatabase(url: string): Promise<void> {
  // The code that is being loaded meanwhile can keep a slow machine from hearing the answer.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    const { host, pathname } = new URL(url);
    throw new Unfit(
      `The database${pathname.replace('/', ' ')} at ${host} cannot be opened (${message || code}). ` +
        'Start it, or correct DATABASE_URL; without DATABASE_URL Glassbook brings its own.',
      5,
    );
  }
}

/** Two servers must not share a data folder: one of them would be fenced off at once. */
async function beTheOnlyServer(config: Config): Promise<string> {
  const path = join(config.dataDir, 'server.json');
  const other = readOther(path);
  if (other && isRunning(other.pid) && other.pid !== process.pid && /node/.test(commandLineOf(other.pid) || 'node')) {
    // One whose launcher or npm was killed is a survivor and not a rival.
    if (other.keepers.every(isRunning)) {
      throw new Unfit(
        `Glassbook is already running on ${config.dataDir} (process ${other.pid}, port ${other.port}). ` +
          'Stop that one first, or set DATA_DIR and PORT to run another beside it.',
        3,
      );
    }
    print(`  stopping a server that was left behind (process ${other.pid})`);
    signal(other.pid, 'SIGTERM');
    if (!(await waitUntil(() => !isRunning(other.pid), 15_000))) signal(other.pid, 'SIGKILL');
  }
  const self: Holder = { pid: process.pid, keepers: keepers(), port: config.port };
  writeFileSync(path, `${JSON.stringify(self)}\n`, { mode: 0o600 });
  return path;
}

/** Who serves from a data folder, as its `server.json` says. */
interface Holder {
  pid: number;
  keepers: number[];
  port: number;
}

function readOther(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** Asked before the database is started, so that a taken port is told at once and by name. */
function refuseTakenPort({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Unfit(portProblem(error, host, port), 4)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `PORT ${port} is in use by another program on ${host}. Stop that program or set PORT to another number.`;
  }
  if (error.code === 'EACCES') {
    return `PORT ${port} may not be used by this user. Set PORT to a number from 1024 to 65535.`;
  }
  return `HOST ${host} cannot be listened on with PORT ${port}: ${error.message}`;
}

function announce(config: Config, server: Started, cluster: Cluster | undefined): void {
  const local = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host) ? 'localhost' : config.host;
  const base = config.publicUrl ?? `http://${local}:${server.port}`;
  const lines = [
    '',
    `  Glassbook serves after ${((Date.now() - launchedAt) / 1000).toFixed(1)} s`,
    '',
    `  client    ${base}/`,
    `  console   ${base}/admin/`,
    `  API docs  ${base}/docs`,
    `  database  ${cluster ? `embedded PostgreSQL, ${cluster.how}, port ${cluster.port}` : 'external, from DATABASE_URL'}`,
    `  data      ${config.dataDir}`,
    '',
  ];
  if (server.staffCredentials.length > 0) {
    lines.push('  Staff accounts, shown this once:', '');
    for (const { login, password, role } of server.staffCredentials)
      lines.push(`  ${login.padEnd(12)} ${password}  ${role}`);
    lines.push('', '  At the first login each person sets a password and links an authenticator app (TOTP).', '');
  }
  lines.push('  Ctrl-C stops it. Prices, chains and banks are simulated; no real value moves.', '');
  print(lines.join('\n'));
}

// The image runs this file itself; `npm start` imports it when everything is built.
if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
