import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** True while a process with this id runs; a dead one that nobody has collected yet does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // The state follows the command's closing bracket; Z is a dead process waiting for its parent, which in a
    // container without an init may never come.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

/** The command line of a running process, or an empty string when the system does not tell. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    if (process.platform === 'win32' || process.platform === 'linux') return '';
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}

/** Waits until the condition holds; answers whether it did before the time was over. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

const heldHere = new Set<string>();

/** Does the work while holding a lock file; one whose owner has died is taken over. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, timeoutMs = 180_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isHeld(path)) rmSync(path, { force: true });
    else if (performance.now() > deadline) throw new Error(`${path} has been held by another process for too long.`);
    await sleep(20);
  }
  heldHere.add(path);
  try {
    return await work();
  } finally {
    heldHere.delete(path);
    rmSync(path, { force: true });
  }
}

function isHeld(path: string): boolean {
  try {
    const owner = Number.parseInt(readFileSync(path, 'utf8'), 10);
    // A lock with this process's own number may come from an earlier process that had the same one. An empty file is a
    // lock in the making: its owner writes its number at once.
    if (owner === process.pid) return heldHere.has(path);
    return Number.isNaN(owner) || isRunning(owner);
  } catch {
    return false;
  }
}

/** Sends a signal and forgives a process that has just gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The user that PostgreSQL runs as: nobody special, except under root, where PostgreSQL refuses to run. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

/** Under root: the system's `postgres` user, created when missing. Otherwise undefined: the current user will do. */
export function databaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp('postgres');
  if (known) return known;
  for (const [command, ...args] of [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ] as const) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) break;
  }
  const made = lookUp('postgres') ?? lookUp('nobody');
  if (!made) throw new Error('PostgreSQL refuses to run as root, and no user for it could be found or created.');
  return made;
}

function lookUp(name: string): DatabaseUser | undefined {
  try {
    const id = (flag: string): number =>
      Number.parseInt(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
