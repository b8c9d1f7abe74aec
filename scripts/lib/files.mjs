// Finding, hashing and locking files; nothing here needs an installed package.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unfit, print } from './terminal.mjs';

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

const SKIPPED = new Set(['node_modules', 'dist', '.runtime', '.data', '.git', 'coverage']);

/** Every file below a folder, as sorted paths relative to the root with forward slashes; none if there is no folder. */
export function filesBelow(folder, root = ROOT) {
  const found = [];
  const visit = (path) => {
    let entries;
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      if (error.code === 'ENOENT') return;
      throw error;
    }
    for (const entry of entries) {
      if (SKIPPED.has(entry.name)) continue;
      const full = join(path, entry.name);
      if (entry.isDirectory()) visit(full);
      else if (entry.isFile()) found.push(relative(root, full).split(sep).join('/'));
    }
  };
  visit(join(root, folder));
  return found.sort();
}

/** SHA-256 of a text or buffer, in hex. */
export function sha256(content) {
  return hash('sha256', content);
}

/** A content hash for each path, read unless it is known; a file that vanishes meanwhile counts as absent. */
export function hashFiles(paths, known = {}) {
  const hashes = {};
  for (const path of paths) {
    const found = known[path] ?? hashOf(path);
    if (found !== null) hashes[path] = found;
  }
  return hashes;
}

function hashOf(path) {
  const content = readOrNull(join(ROOT, path));
  return content === null ? null : sha256(content);
}

/** A file's bytes, or null when it does not exist. */
export function readOrNull(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A JSON file's value, or null when it is absent or half written. */
export function readJsonOrNull(path) {
  const content = readOrNull(path);
  if (content === null) return null;
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return null;
  }
}

/** Writes a file, making its folder first. */
export function writeFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** True while a process with this id runs. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Does the work while holding a lock file; a lock whose owner has died is taken over. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = Date.now() + 15 * 60_000;
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(readOrNull(path)?.toString() ?? '');
    if (owner > 0 && !isAlive(owner)) rmSync(path, { force: true });
    else if (Date.now() > deadline)
      throw new Unfit(`${path} is held by process ${owner}; stop that process or delete the file.`);
    else if (!waited) print(`  waiting for process ${owner}, which is at the same work …`);
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
