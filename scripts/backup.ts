// `npm run backup -- <folder>`: a copy of the database that a server can be started on, while the server runs or not.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { readConfig, type Config } from '../server/config/config.js';
import { copyRunningCluster } from './postgres/base-backup.js';
import { isClusterRunning, openCluster } from './postgres/cluster.js';

const print = (text: string): void => void process.stderr.write(`${text}\n`);

class UsageError extends Error {}

try {
  const config = readConfig(process.env);
  if ('problems' in config) throw new UsageError(config.problems.join('\n'));
  await backUp(config, folderOf(process.argv[2]));
} catch (error) {
  print(`\n${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function backUp(config: Config, folder: string): Promise<void> {
  if (config.databaseUrl !== null)
    throw new UsageError('DATABASE_URL names a database of its own: back it up with pg_basebackup or its provider.');
  if (!existsSync(join(config.dataDir, 'postgres.json')))
    throw new UsageError(`${config.dataDir} holds no database yet.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Whoever started it ends it: the server's own PostgreSQL stays when the copy is made.
  const wasRunning = isClusterRunning(config.dataDir);
  const cluster = await openCluster({ directory: config.dataDir });
  const client = new pg.Client({ connectionString: cluster.url('glassbook') });
  try {
    await client.connect();
    await copyRunningCluster(client, join(config.dataDir, 'postgres'), join(folder, 'postgres'));
  } finally {
    await client.end();
    if (!wasRunning) await cluster.stop();
  }
  const replays = join(config.dataDir, 'replays');
  if (existsSync(replays)) cpSync(replays, join(folder, 'replays'), { recursive: true });
  // A folder without it is no backup: it is written last.
  copyFileSync(join(config.dataDir, 'postgres.json'), join(folder, 'postgres.json'));
  print(
    [
      '',
      `  The database is backed up in ${folder}`,
      `  It does not hold ${join(config.dataDir, 'secrets')}: keep a copy of that folder in another place.`,
      '  To restore: put both into an empty folder and start with DATA_DIR naming it.',
      '',
    ].join('\n'),
  );
}

function folderOf(given: string | undefined): string {
  if (given === undefined) throw new UsageError('Say where to: npm run backup -- <folder>');
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty.`);
  return folder;
}
