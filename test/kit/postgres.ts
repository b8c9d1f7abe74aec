import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { openCluster, type Cluster } from '../../scripts/postgres/cluster.js';
import { isRunning } from '../../scripts/postgres/processes.js';
import { preparedState, restore, type PreparedState } from './spare-databases.js';

/** A database of a test's own. */
export interface FreshDatabase {
  url: string;
  /** Throws its sessions out. The test may not use it any more: it is removed, or emptied for another test. */
  drop(): Promise<void>;
}

/** A prepared state that databases are copied from, made once a cluster. */
export interface Template {
  /** Name and version of the state, e.g. a hash of the migrations: another name makes another template. */
  name: string;
  /** Brings an empty database into that state. */
  prepare(url: string): Promise<void>;
}

let cluster: Promise<Cluster> | undefined;

/** By name of a template. */
const preparedStates = new Map<string, Promise<PreparedState>>();

/**
 * Gives a test an empty database, or one in a prepared state. The cluster behind it starts with the first test and is shared by
 * all; `npm test` stops it at the end, a lone test run leaves it for the next one.
 */
export async function freshDatabase(template?: Template): Promise<FreshDatabase> {
  const server = await (cluster ??= openTestCluster());
  const source = template ? await ensureTemplate(server, template) : 'template1';
  const name = `t_${process.pid}_${randomBytes(6).toString('hex')}`;
  const remove = (): Promise<void> =>
    withAdmin(server, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`)));
  await withAdmin(server, async (admin) => {
    if (!(template && (await takeSpare(admin, source, name)))) await copyDatabase(admin, source, name);
  });
  if (template && !preparedStates.has(source)) preparedStates.set(source, preparedState(server.url(name)));
  const prepared = await preparedStates.get(source);
  return {
    url: server.url(name),
    drop: async () => {
      // Kept, a failed test's history can be looked at, or golden events be taken from it.
      if (process.env['KEEP_TEST_DATABASES']) return;
      if (!prepared || !(await giveBack(server, name, { source, prepared }))) await remove();
    },
  };
}

/**
 * A used database that was emptied. To copy one makes a thousand files and to remove it deletes them, and for minutes after that file
 * systems are slow to make others.
 */
async function takeSpare(admin: pg.Client, source: string, name: string): Promise<boolean> {
  await lockSpares(admin);
  const [spare] = await databasesNamed(admin, `^${spareOf(source)}`);
  if (spare !== undefined) await admin.query(`alter database ${spare} rename to ${name}`);
  return spare !== undefined;
}

async function giveBack(
  server: Cluster,
  name: string,
  { source, prepared }: { source: string; prepared: PreparedState },
): Promise<boolean> {
  return withAdmin(server, async (admin) => {
    await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [name]);
    try {
      if (!(await restore(server.url(name), prepared))) return false;
      await admin.query(`alter database ${name} rename to ${spareOf(source)}${randomBytes(4).toString('hex')}`);
      return true;
    } catch {
      // Somebody came back to it, or a test changed more than is looked at.
      return false;
    }
  });
}

const spareOf = (source: string): string => `spare_${source.slice(0, 40)}_`;

/** Until the session ends. */
async function lockSpares(admin: pg.Client): Promise<void> {
  await admin.query(`select pg_advisory_lock(hashtext('spares'))`);
}

async function databasesNamed(admin: pg.Client, pattern: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database where datname ~ $1', [
    pattern,
  ]);
  return rows.map(({ datname }) => datname);
}

/** Folder of the cluster that tests share. */
export function testDirectory(): string {
  return process.env['TEST_DATA_DIR'] ?? join(import.meta.dirname, '..', '..', '.data', 'test');
}

/** Its databases live no longer than a test file, so nobody waits for the disk; crash tests start clusters as they are delivered. */
const SETTINGS = { max_connections: '200', fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

async function openTestCluster(): Promise<Cluster> {
  const opened = await openCluster({ directory: testDirectory(), settings: SETTINGS });
  await withAdmin(opened, dropLeftovers);
  return opened;
}

/** Databases whose test process was killed before it could clear up. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  if (process.env['KEEP_TEST_DATABASES']) return;
  for (const name of await databasesNamed(admin, '^t_[0-9]+_')) {
    if (isRunning(Number.parseInt(name.slice(2), 10))) continue;
    await admin.query(`drop database if exists ${name} with (force)`);
  }
}

async function ensureTemplate(server: Cluster, { name, prepare }: Template): Promise<string> {
  const ready = `template_${name.replace(/[^a-z0-9]/gi, '_').toLowerCase()}`.slice(0, 60);
  await withAdmin(server, async (admin) => {
    // One test file prepares it while the others wait.
    await admin.query(`select pg_advisory_lock(hashtext($1))`, [ready]);
    const found = await admin.query('select 1 from pg_database where datname = $1', [ready]);
    if (found.rowCount) return;
    await lockSpares(admin);
    // Of a template that was current once.
    for (const spare of await databasesNamed(admin, '^spare_')) await admin.query(`drop database ${spare}`);
    const draft = `t_${process.pid}_draft${randomBytes(4).toString('hex')}`;
    await copyDatabase(admin, 'template1', draft);
    await prepare(server.url(draft));
    await admin.query(`alter database ${draft} rename to ${ready}`);
  });
  return ready;
}

/** Page by page through the log: as files it begins and ends with a checkpoint of all that other tests have changed. */
async function copyDatabase(admin: pg.Client, source: string, name: string): Promise<void> {
  // A template that is being copied by another test refuses for a moment.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.query(`create database ${name} template ${source} strategy wal_log`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function withAdmin<T>(server: Cluster, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
