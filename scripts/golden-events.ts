// `npm run golden`: writes the first event of every type and schema that has no golden JSON yet, taken from the history of
// the database that DATABASE_URL names. Golden events are never changed: they are what the store may hold.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { eventTypes } from '../server/engine/history/event-types.js';

/** Golden data by type and schema: one file a noun. */
type Golden = Record<string, Record<string, unknown>>;

const dist = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(dist, '..', 'test', 'golden', 'events');
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
mkdirSync(folder, { recursive: true });

for (const path of readdirSync(join(dist, 'server'), { recursive: true, encoding: 'utf8' }).sort()) {
  if (!path.endsWith('.events.js')) continue;
  const before = new Set(eventTypes().map(({ type }) => type));
  await import(pathToFileURL(join(dist, 'server', path)).href);
  const declared = eventTypes().filter(({ type }) => !before.has(type));
  const file = join(folder, `${basename(path, '.events.js')}.json`);
  const golden = readGolden(file);
  let added = false;
  for (const { type, schema } of declared) {
    const found = await client.query<{ data: string }>(
      'select data from events where type = $1 and schema = $2 order by realm, position limit 1',
      [type, schema],
    );
    const data = found.rows[0]?.data;
    if (golden[type]?.[schema] !== undefined) continue;
    if (data === undefined) process.stderr.write(`  no ${type} of schema ${schema} in this history\n`);
    else {
      golden[type] = { ...golden[type], [schema]: JSON.parse(data) as unknown };
      added = true;
    }
  }
  // What is there already keeps its layout.
  if (added) writeFileSync(file, `${JSON.stringify(golden, null, 2)}\n`);
}
await client.end();

function readGolden(file: string): Golden {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Golden;
  } catch {
    return {};
  }
}
