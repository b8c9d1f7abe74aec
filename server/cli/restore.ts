import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { REALMS } from '../../contracts/realm.contract.js';
import { readConfig, type Config } from '../config/config.js';
import { openPool } from '../engine/history/database.js';
import { EventStore } from '../engine/history/event-store.js';
import { KeptHeads, type GivenUp } from '../engine/history/kept-heads.js';
import { keptProblem } from '../engine/history/segment-tail.js';

const USAGE = `Lets the next start go on with a database that lacks what this data folder knows to be signed.

  npm run restore -- --reason "<why it was put in place>"

What it lacks is given up. The next segment that each realm signs says so for ever, with the reason.`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Ends with 0 when the next start may go on, 1 when nothing is given up, 2 on wrong arguments. */
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
    const given: Record<string, GivenUp> = {};
    for (const realm of REALMS) {
      const head = await store.head(realm);
      const lost = await keptProblem({ pool, instance }, (asked) => heads.of(asked), realm, head);
      if (lost === undefined) continue;
      given[realm] = { kept: lost.kept, from: head.header };
      print(`${realm}: ${lost.what}`);
    }
    if (Object.keys(given).length === 0) {
      print('The database has all that was signed here. Nothing is given up.');
      return 1;
    }
    await heads.accept(given, reason);
    print('What it lacks is given up at the next start.');
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
