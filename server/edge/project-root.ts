import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, whether this file runs from the source or from dist/. */
export const projectRoot = find(import.meta.dirname);

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'locales'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no project folder above ${import.meta.dirname}`);
  return find(parent);
}
