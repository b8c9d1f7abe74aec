import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './sources.js';

const SCREENS = { clientDir: join(ROOT, 'dist', 'client'), adminDir: join(ROOT, 'dist', 'admin') };
let isBuilt = false;

/** The built screens of both sides. What is stale is built first, so that a lone test run does not test yesterday's. */
export function builtScreens(): typeof SCREENS {
  if (!isBuilt) {
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    isBuilt = true;
  }
  return SCREENS;
}
