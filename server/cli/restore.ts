import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { REALMS } from '../../contracts/realm.contract.js';
import { readConfig, type Config } from '../config/config.js';
import { openPool } from '../engine/history/database.js';
import { EventStore } from '../engine/history/event-store.js';
import { KeptHeads } from '../engine/history/kept-heads.js';
import type { KeptHead } from '../engine/history/segment.js';

const USAGE = `Lets the next start go on with a database that is older than what this data folder knows to be signed.

  npm run restore -- --reason "<why it was put in place>"

What came after it is given up. The first segment that the server signs then says so, with the reason, for ever.`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Ends with 0 when something older may be gone on with, 1 when the database is not older, 2 on wrong arguments. */
export async function main(
  args: readonly string[],
  databaseUrl: string,
  config: Pick<Config, 'dataDir'>,
): Promise<number> {
  const reason = reasonOf(args);
  if (reason === undefined) {
    print(USAGE);
    return 2;
  }
  const pool = openPool(databaseUrl, 2);
  try {
    const store = new EventStore(pool);
    const heads = new KeptHeads(join(config.dataDir, 'heads'));
    const instance = await store.instanceId();
    const older: [string, KeptHead][] = [];
    for (const realm of REALMS) {
      const { segment, position } = await store.head(realm);
      const kept = heads.of(instance, realm);
      if (kept === undefined || kept.number <= segment) continue;
      older.push([realm, kept]);
      print(`${realm}: segments ${segment + 1} to ${kept.number}, positions ${position + 1} to ${kept.position}`);
    }
    if (older.length === 0) {
      print('The database is not older than what was signed. Nothing is given up.');
      return 1;
    }
    heads.accept(Object.fromEntries(older), reason);
    print('These are given up at the next start.');
    return 0;
  } finally {
    await pool.end();
  }
}

function reasonOf(args: readonly string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { reason: { type: 'string' } },
      allowPositionals: true,
    });
    const reason = values.reason?.trim() ?? '';
    return positionals.length > 0 || reason === '' ? undefined : reason;
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const config = readConfig(process.env);
  if ('problems' in config || config.databaseUrl === null) {
    print('problems' in config ? config.problems.join('\n') : 'DATABASE_URL is not set: use npm run restore.');
    process.exit(2);
  }
  process.exit(await main(process.argv.slice(2), config.databaseUrl, config));
}
