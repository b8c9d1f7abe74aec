import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isClusterRunning, openCluster, type Cluster } from '../../scripts/postgres/cluster.js';
import { isRunning, waitUntil } from '../../scripts/postgres/processes.js';
import { freshDatabase, type FreshDatabase } from '../kit/postgres.js';

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

const kill = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isRunning(pid), 30_000);
};

describe('the embedded PostgreSQL', () => {
  let directory: string;
  let cluster: Cluster | undefined;
  const open = async (): Promise<Cluster> => (cluster = await openCluster({ directory }));

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'glassbook-cluster-'));
  });

  afterEach(async () => {
    await cluster?.stop();
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('is created durable, checked, and reachable from this machine only', async () => {
    const { how, url } = await open();
    const settings = await query<{ name: string; setting: string }>(
      url('postgres'),
      `select name, setting from pg_settings where name in ('fsync', 'data_checksums', 'synchronous_commit',
       'full_page_writes', 'listen_addresses', 'unix_socket_directories', 'server_encoding', 'TimeZone')`,
    );
    expect(how).toBe('created');
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      data_checksums: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
    });
    expect(statSync(join(directory, 'postgres.json')).mode & 0o777).toBe(0o600);
  }, 60_000);

  it('asks for its password', async () => {
    const { url } = await open();
    const wrong = new URL(url('postgres'));
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  }, 60_000);

  it('is adopted when an earlier process left it running', async () => {
    const first = await open();
    await query(first.url('postgres'), 'create table kept (n int)');
    const second = await open();
    expect(second).toMatchObject({ how: 'adopted', pid: first.pid, port: first.port });
    expect(await query(second.url('postgres'), 'select * from kept')).toEqual([]);
  }, 60_000);

  it('recovers what it had promised after it was killed', async () => {
    const first = await open();
    await query(first.url('postgres'), 'create table kept as select 42 as n');
    await kill(first.pid);
    const second = await open();
    expect(second.how).toBe('started');
    expect(await query(second.url('postgres'), 'select n from kept')).toEqual([{ n: 42 }]);
  }, 60_000);

  it('is not fooled by another program that has got its old process id', async () => {
    const first = await open();
    await kill(first.pid);
    const path = join(directory, 'postgres', 'postmaster.pid');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)));
    expect((await open()).how).toBe('started');
  }, 60_000);

  it('takes another port when its own was given away meanwhile', async () => {
    const first = await open();
    await first.stop();
    const thief = await new Promise<Server>((resolve) => {
      const server = createServer().listen(first.port, '127.0.0.1', () => resolve(server));
    });
    const second = await open();
    thief.close();
    expect(second.port).not.toBe(first.port);
    expect(await query(second.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }]);
  }, 60_000);

  it('is opened once when two ask at the same time', async () => {
    const [first, second] = await Promise.all([openCluster({ directory }), openCluster({ directory })]);
    cluster = first;
    expect(first.pid).toBe(second.pid);
    expect([first.how, second.how].sort()).toEqual(['adopted', 'created']);
  }, 60_000);

  it('makes a database once and stops when asked', async () => {
    const first = await open();
    await first.ensureDatabase('glassbook');
    await first.ensureDatabase('glassbook');
    expect(await query(first.url('glassbook'), 'select current_database() as name')).toEqual([{ name: 'glassbook' }]);
    await first.stop();
    expect(isClusterRunning(directory)).toBe(false);
  }, 60_000);
});

describe('a database of a test’s own', () => {
  it('is empty, and gone when dropped', async () => {
    const database = await freshDatabase();
    expect(await query(database.url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
    await database.drop();
    await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
  }, 60_000);

  it('can be a copy of a state that is prepared once', async () => {
    let prepared = 0;
    const template = {
      name: `spec ${process.pid} ${Date.now()}`,
      prepare: async (url: string) => {
        prepared += 1;
        await query(url, 'create table ready as select 7 as n');
      },
    };
    const copies = await Promise.all([freshDatabase(template), freshDatabase(template)]);
    for (const { url } of copies) expect(await query(url, 'select n from ready')).toEqual([{ n: 7 }]);
    expect(prepared).toBe(1);
    await Promise.all(copies.map((copy) => copy.drop()));
  }, 60_000);

  it('is a used copy that was brought back to that state, unless its tables were changed', async () => {
    const template = {
      name: `spare ${process.pid} ${Date.now()}`,
      prepare: async (url: string) => {
        await query(url, 'create table kept as select 7 as n');
        await query(url, 'create table noted (n bigint generated always as identity, text text)');
      },
    };
    const look = async ({ url }: FreshDatabase): Promise<unknown[]> => {
      const noted = await query(url, `insert into noted (text) values ('here') returning n::int`);
      return [...(await query(url, 'select n from kept')), ...noted];
    };
    const idOf = async ({ url }: FreshDatabase): Promise<unknown> =>
      (await query(url, 'select oid from pg_database where datname = current_database()'))[0];
    const used = await freshDatabase(template);
    expect(await look(used)).toEqual([{ n: 7 }, { n: 1 }]);
    await query(used.url, 'update kept set n = 8');
    const id = await idOf(used);
    await used.drop();
    const again = await freshDatabase(template);
    expect(await idOf(again)).toEqual(id);
    expect(await look(again)).toEqual([{ n: 7 }, { n: 1 }]);
    await query(again.url, 'create rule silent as on insert to noted do instead nothing');
    await again.drop();
    const other = await freshDatabase(template);
    expect(await idOf(other)).not.toEqual(id);
    expect(await look(other)).toEqual([{ n: 7 }, { n: 1 }]);
    await other.drop();
  }, 60_000);
});
