// `npm start`: from a fresh clone to serving, with nothing but Node 20.19 or newer on the machine.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { environmentOf, ensureModules, ensureNode, MEMORY_ENV, MEMORY_FLAGS } from './lib/runtime.mjs';
import { main } from './lib/terminal.mjs';

process.env.GLASSBOOK_LAUNCHED_AT ??= String(Date.now());

await main(async () => {
  const node = await ensureNode();
  await ensureModules(node);
  process.exitCode = await launchUnder(node);
});

/** Runs the server under the pinned Node with its memory flags, and lives exactly as long: the server ends when this process does. */
function launchUnder(node) {
  const script = fileURLToPath(new URL('./launch.mjs', import.meta.url));
  const child = spawn(node, [...MEMORY_FLAGS, script], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MEMORY_ENV, ...environmentOf(node) },
  });
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
