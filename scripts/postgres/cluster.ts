import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { initialise, launch, ownDirectory } from './binaries.js';
import { readPostmaster, type Postmaster } from './postmaster.js';
import { commandLineOf, isRunning, signal, waitUntil, withFileLock } from './processes.js';

/** Where a cluster lives and what to tell the person who waits for it. */
export interface ClusterOptions {
  /** Folder that holds `postgres/` (the data), `postgres.json` (port and password, mode 0600) and `postgres.log`. */
  directory: string;
  /** Told once what is being done: created, started, adopted, repaired. */
  onProgress?: (text: string) => void;
  /** Further settings for the server, over {@link SETTINGS}. */
  settings?: Readonly<Record<string, string>>;
  /** Whoever is connected comes back to the port they know, so no other will do. */
  keepsPort?: boolean;
}

/** A PostgreSQL that answers. */
export interface Cluster {
  /** `created` for the first time, `started`, or `adopted` because it was still running. */
  how: 'created' | 'started' | 'adopted';
  port: number;
  /** Process id of its first process. */
  pid: number;
  /** Address of a database of this cluster, with its password. */
  url(database: string): string;
  /** Makes the database unless there is one of that name. */
  ensureDatabase(database: string): Promise<void>;
  /** Ends it in order: sessions are cut off, everything is on disk afterwards. */
  stop(): Promise<void>;
}

interface Access {
  port: number;
  user: string;
  password: string;
}

/** Safe first, modest second: durability is never traded, memory stays small enough for a laptop. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
} as const;

const STOP_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 5_000;
// A busy machine is slow to answer, and stopping what works would cost more than waiting.
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Starts the PostgreSQL of a folder, or adopts the one that an earlier process left running there. A survivor that does
 * not answer is stopped, and the traces of a dead one are cleared away. The cluster outlives this process unless stopped.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  mkdirSync(options.directory, { recursive: true });
  return withFileLock(join(options.directory, 'postgres.lock'), () => openAlone(options));
}

async function openAlone(options: ClusterOptions): Promise<Cluster> {
  const report = options.onProgress ?? (() => undefined);
  const data = join(options.directory, 'postgres');
  const accessPath = join(options.directory, 'postgres.json');
  const known = readAccess(accessPath);
  if (known && existsSync(join(data, 'PG_VERSION'))) {
    const survivor = await adoptOrClear(data, known, report);
    if (survivor) return describe('adopted', data, known, survivor);
    const access = options.keepsPort === true ? known : await withFreePort(known, accessPath);
    return describe('started', data, access, await start(options, access));
  }
  report('creating the database cluster');
  // Without its password file a data folder cannot be opened, and an initdb that was cut off leaves half a one; the file
  // is written last, so neither can hold anything of value.
  clearHalfMade(data, known);
  const access: Access = { port: await freePort(), user: 'glassbook', password: randomBytes(24).toString('base64url') };
  initialise(data, access.user, access.password);
  await writeAccess(accessPath, access);
  return describe('created', data, access, await start(options, access));
}

/** Whether the folder's cluster is running at this moment. */
export function isClusterRunning(directory: string): boolean {
  const postmaster = readPostmaster(join(directory, 'postgres'));
  return postmaster !== undefined && isRunning(postmaster.pid);
}

function clearHalfMade(data: string, known: Access | undefined): void {
  if (!existsSync(data)) return;
  if (
    existsSync(join(data, 'PG_VERSION')) &&
    !known &&
    existsSync(join(data, 'global', 'pg_control')) &&
    isUsed(data)
  ) {
    throw new Error(
      `${data} holds a database, but its password file postgres.json is missing beside it. Put the file back, ` +
        'or move the folder away to begin anew.',
    );
  }
  rmSync(data, { recursive: true, force: true });
}

/** A cluster that was ever started has written a log beside it. */
function isUsed(data: string): boolean {
  return existsSync(`${data}.log`);
}

async function adoptOrClear(
  data: string,
  access: Access,
  report: (text: string) => void,
): Promise<Postmaster | undefined> {
  const found = readPostmaster(data);
  if (!found) return undefined;
  const ours = isRunning(found.pid) && /postgres/.test(commandLineOf(found.pid) || 'postgres');
  if (!ours) {
    // The process id of a dead PostgreSQL may belong to another program by now, which PostgreSQL itself would mistake
    // for a running server.
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  // One that recovers from a crash answers late; it is worth waiting for, because stopping it would begin again.
  const ready = await waitUntil(() => readPostmaster(data)?.ready === true || !isRunning(found.pid), START_TIMEOUT_MS);
  if (ready && (await serves(data, { ...access, port: found.port }))) {
    access.port = found.port;
    return found;
  }
  report(`stopping a PostgreSQL that was left running and does not answer (process ${found.pid})`);
  await end(data, found.pid, 2_000);
  return undefined;
}

async function start(options: ClusterOptions, access: Access): Promise<Postmaster> {
  const data = join(options.directory, 'postgres');
  const settings = { ...SETTINGS, ...options.settings, port: String(access.port) };
  const deadline = performance.now() + START_TIMEOUT_MS;
  // Children of a PostgreSQL that was killed hold its shared memory for a moment longer, and the new one refuses to
  // start beside them; so a start that fails early is tried again.
  for (let attempt = 1; ; attempt += 1) {
    const child = launch(data, `${data}.log`, settings);
    await waitUntil(() => readPostmaster(data, child.pid)?.ready === true || child.ended(), START_TIMEOUT_MS);
    const postmaster = readPostmaster(data, child.pid);
    if (!child.ended() && postmaster?.ready) return postmaster;
    if (attempt >= 20 || performance.now() > deadline) {
      throw new Error(`PostgreSQL does not start. The end of ${data}.log says:\n${lastLines(`${data}.log`)}`);
    }
    await sleep(250);
  }
}

function describe(how: Cluster['how'], data: string, access: Access, postmaster: Postmaster): Cluster {
  return {
    how,
    port: access.port,
    pid: postmaster.pid,
    url: (database) => urlOf(access, database),
    ensureDatabase: async (database) => {
      await withClient(access, 'postgres', async (client) => {
        const found = await client.query('select 1 from pg_database where datname = $1', [database]);
        if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
      });
    },
    stop: () => end(data, postmaster.pid),
  };
}

/** Asks for an orderly end, then insists. */
async function end(data: string, pid: number, patienceMs = STOP_TIMEOUT_MS): Promise<void> {
  const gone = (): boolean => !isRunning(pid) || readPostmaster(data)?.pid !== pid;
  for (const [name, timeoutMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', patienceMs / 2],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, name);
    if (await waitUntil(gone, timeoutMs)) break;
  }
  await waitUntil(() => !isRunning(pid), 2_000);
}

const urlOf = ({ port, user, password }: Access, database: string): string =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;

async function withClient<T>(
  access: Access,
  database: string,
  work: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = CONNECT_TIMEOUT_MS,
): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(access, database), connectionTimeoutMillis });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** True when what listens there takes our password and serves this very folder. */
async function serves(data: string, access: Access): Promise<boolean> {
  try {
    const isOurs = async (client: pg.Client): Promise<boolean> => {
      const setting = await client.query<{ data_directory: string }>('show data_directory');
      return setting.rows[0]?.data_directory === ownDirectory(data);
    };
    return await withClient(access, 'postgres', isOurs, ANSWER_TIMEOUT_MS);
  } catch {
    return false;
  }
}

async function withFreePort(access: Access, path: string): Promise<Access> {
  if (await isFree(access.port)) return access;
  const moved = { ...access, port: await freePort() };
  await writeAccess(path, moved);
  return moved;
}

function isFree(port: number): Promise<boolean> {
  return listen(port).then(
    () => true,
    () => false,
  );
}

const freePort = (): Promise<number> => listen(0);

function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

function readAccess(path: string): Access | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Access>;
    const { port, user, password } = value;
    return port && user && password ? { port, user, password } : undefined;
  } catch {
    return undefined;
  }
}

async function writeAccess(path: string, access: Access): Promise<void> {
  rmSync(path, { force: true });
  await writeFile(path, `${JSON.stringify(access)}\n`, { mode: 0o600 });
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '(no log was written)';
  }
}
