// Runs another built program with DATABASE_URL set, opening the embedded PostgreSQL for it where none is named.
import { spawn } from 'node:child_process';
import { readConfig } from '../server/config/config.js';
import { isClusterRunning, openCluster } from './postgres/cluster.js';

const config = readConfig(process.env);
if ('problems' in config) {
  process.stderr.write(`\n${config.problems.join('\n')}\n\n`);
  process.exit(2);
}
const url = config.databaseUrl;
// Whoever started it ends it: the server's own PostgreSQL stays when the program is done.
const wasRunning = url !== null || isClusterRunning(config.dataDir);
const cluster = url === null ? await openCluster({ directory: config.dataDir }) : undefined;
await cluster?.ensureDatabase('glassbook');

const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: url ?? cluster?.url('glassbook') ?? '' },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
child.on('exit', (code) => {
  const done = (): never => process.exit(code ?? 1);
  if (wasRunning || !cluster) done();
  else cluster.stop().then(done, done);
});
