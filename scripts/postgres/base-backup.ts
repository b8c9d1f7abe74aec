import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { databaseUser } from './processes.js';

/** Contents that a copy must not have, or that PostgreSQL makes anew. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label']);
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pgsql_tmp',
]);

/**
 * Copies the folder of a running PostgreSQL so that a PostgreSQL started on the copy recovers to the moment at which the
 * copying ended. It is what pg_basebackup does, which the embedded PostgreSQL does not bring.
 */
export async function copyRunningCluster(client: Client, from: string, to: string): Promise<void> {
  // What is written ahead meanwhile has to be there when it is copied; the slot goes with this session.
  const slot = `backup_${randomBytes(6).toString('hex')}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
  await client.query(`SELECT pg_backup_start('glassbook', true)`);
  copyFolder(from, to);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  writeOwned(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'));
}

function copyFolder(from: string, to: string): void {
  makeOwned(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const copy = join(to, entry.name);
    if (LEFT_OUT.has(entry.name)) continue;
    if (!entry.isDirectory()) copyFile(source, copy);
    else if (EMPTIED.has(entry.name)) makeOwned(copy);
    else copyFolder(source, copy);
  }
}

/** A file that is gone meanwhile is made anew, or left out, by what was written ahead. */
function copyFile(source: string, copy: string): void {
  try {
    copyFileSync(source, copy);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  own(copy);
}

function makeOwned(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  own(folder);
}

function writeOwned(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  own(path);
}

const user = databaseUser();

/** Under root the database runs as another user, who has to be able to read the copy. */
function own(path: string): void {
  if (user !== undefined && lstatSync(path).uid !== user.uid) chownSync(path, user.uid, user.gid);
}
