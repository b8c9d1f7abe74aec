import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The project's root folder. */
export const ROOT = join(import.meta.dirname, '..', '..');

const SKIPPED = new Set(['node_modules', 'dist', '.runtime', '.data', '.git', 'coverage', 'test-results']);

/** Every file below a folder as a path relative to the root, without what tools produce. */
export function filesBelow(folder: string): string[] {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true })
    .flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return [];
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/** Every folder below a folder, relative to the root. */
export function foldersBelow(folder: string): string[] {
  const folders = new Set(
    filesBelow(folder).flatMap((path) => {
      const parts = path.split('/').slice(0, -1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  );
  return [...folders].sort();
}

/** Text of a file of the project. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Value of a JSON file of the project. */
export function readJson<T>(path: string): T {
  return JSON.parse(read(path)) as T;
}

/** True when the project has this file or folder. */
export function has(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** Files under version control, or all files where there is no repository (an unpacked archive). */
export function trackedFiles(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
    return listed.split('\0').filter((path) => path !== '' && has(path) && statSync(join(ROOT, path)).isFile());
  } catch {
    return filesBelow('');
  }
}

/** Rooms that hold source code. */
export const ROOMS = [
  'contracts',
  'shared',
  'server',
  'client',
  'admin',
  'migrations',
  'seeds',
  'bench',
  'scripts',
  'test',
];

/** Every TypeScript and script file of ours. */
export function sourceFiles(): string[] {
  return ROOMS.flatMap((room) => filesBelow(room)).filter((path) => /\.(ts|tsx|mjs|cjs)$/.test(path));
}
