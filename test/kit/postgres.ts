import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { openCluster, type Cluster } from '../../scripts/postgres/cluster.js';
import { isRunning } from '../../scripts/postgres/processes.js';

/** A database of a test's own. */
export interface FreshDatabase {
  url: string;
  /** Throws its sessions out and removes it. */
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

/**
 * Gives a test an empty database, or a copy of a prepared one. The cluster behind it starts with the first test and is shared by
 * all; `npm test` stops it at the end, a lone test run leaves it for the next one.
 */
export async function freshDatabase(template?: Template): Promise<FreshDatabase> {
  const server = await (cluster ??= openTestCluster());
  const source = template ? await ensureTemplate(server, template) : 'template1';
  const name = `t_${process.pid}_${randomBytes(6).toString('hex')}`;
  await withAdmin(server, (admin) => copyDatabase(admin, source, name));
  return {
    url: server.url(name),
    drop: async () => {
      // Kept, a failed test's history can be looked at, or golden events be taken from it.
      if (process.env['KEEP_TEST_DATABASES']) return;
      await withAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
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
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^t_[0-9]+_'`,
  );
  for (const { datname } of rows) {
    if (isRunning(Number.parseInt(datname.slice(2), 10))) continue;
    await admin.query(`drop database if exists ${datname} with (force)`);
  }
}

async function ensureTemplate(server: Cluster, { name, prepare }: Template): Promise<string> {
  const ready = `template_${name.replace(/[^a-z0-9]/gi, '_').toLowerCase()}`.slice(0, 60);
  await withAdmin(server, async (admin) => {
    // One test file prepares it while the others wait.
    await admin.query(`select pg_advisory_lock(hashtext($1))`, [ready]);
    const found = await admin.query('select 1 from pg_database where datname = $1', [ready]);
    if (found.rowCount) return;
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
