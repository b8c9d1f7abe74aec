import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDatabase } from './fault-lab.js';

/** A data folder on a disk that a test can fill. */
export interface Disk {
  dataDir: string;
  /** The server's log line about it. */
  reason: RegExp;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** The ways that this machine allows. The first works everywhere: the database refuses to grow with the error of a full disk. */
export function disks(): { name: string; open: () => Disk }[] {
  const refusing = { name: 'the error of PostgreSQL alone', open: refusingDisk };
  return mayMount() ? [refusing, { name: 'a small file system', open: smallDisk }] : [refusing];
}

function refusingDisk(): Disk {
  const dataDir = mkdtempSync(join(tmpdir(), 'glassbook-full-'));
  const run = (sql: string) => inDatabase(dataDir, (client) => client.query(sql)).then(() => undefined);
  return {
    dataDir,
    reason: /No space left on device/,
    fill: () =>
      run(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
           END $$;
           CREATE TRIGGER no_space BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION no_space()`),
    free: () => run('DROP TRIGGER no_space ON events'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function smallDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-disk-'));
  mount(folder, '300m');
  const filler = join(folder, 'filler');
  return {
    dataDir: join(folder, 'data'),
    // PostgreSQL ends when it cannot write ahead, and cannot recover until there is space.
    reason: /No space left on device|ECONNREFUSED|recovery|Connection terminated|"database":\{"ready":false/,
    fill: () => Promise.resolve(fillUp(filler)),
    free: () => Promise.resolve(rmSync(filler)),
    remove: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  const piece = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-mount-'));
  const may = mount(folder, '1m');
  if (may) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return may;
}

function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'glassbook-test', folder]).status === 0;
}
