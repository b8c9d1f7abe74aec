// Runs under the pinned Node with everything installed: builds what is stale, then becomes the server process.
import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findStale } from './build.mjs';
import { ROOT } from './lib/files.mjs';

// A third of a warm start would be parsing the same code again.
enableCompileCache(join(ROOT, '.runtime', 'compiled'));

// The build runs in a process of its own, so that the compiler's memory is not the server's.
if (!findStale().nothing) {
  const built = spawnSync(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const { main } = await import('../dist/scripts/serve.js');
await main();
