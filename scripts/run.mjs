// `node scripts/run.mjs [--database] <entry> …args`: sets up, builds the server, and runs one of its built programs under
// the pinned Node. With --database the program gets DATABASE_URL: that of the environment, or the embedded PostgreSQL,
// which is adopted when the server is running and otherwise started for as long as the program takes.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './lib/files.mjs';
import { environmentOf, ensureModules, ensureNode } from './lib/runtime.mjs';
import { Unfit, main } from './lib/terminal.mjs';

/** Runs a program under the given Node and answers its exit code. */
function runNode(node, args, options = {}) {
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit', env: environmentOf(node), ...options });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

await main(async () => {
  const args = process.argv.slice(2);
  const database = args[0] === '--database';
  const [entry, ...rest] = database ? args.slice(1) : args;
  if (!entry) throw new Unfit('Say what to run: node scripts/run.mjs [--database] <entry> …');
  const node = await ensureNode();
  await ensureModules(node);
  if (entry.startsWith('dist/')) {
    const built = await runNode(node, ['scripts/build.mjs', '--server']);
    if (built !== 0) return void (process.exitCode = built);
    if (!existsSync(join(ROOT, entry)))
      throw new Unfit(`${entry.replace(/^dist\/(.*)\.js$/, '$1.ts')} does not exist.`);
  }
  const program = database ? ['dist/scripts/with-database.js', entry] : [entry];
  process.exitCode = await runNode(node, ['--experimental-vm-modules', '--no-warnings', ...program, ...rest]);
});
