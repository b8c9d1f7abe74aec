import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'migrations');
/** Any number without another lock: two servers that start together migrate one after the other. */
const LOCK = 7_261_953;

/**
 * Brings the database to the shape that this program knows. A database that has it already costs one query: TypeORM is
 * only loaded when there is something to do.
 */
export async function migrate(databaseUrl: string): Promise<number> {
  const wanted = files();
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that breaks between two queries only emits an event; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const missing = wanted.length - (await appliedCount(client));
    if (missing > 0) await apply(databaseUrl);
    return Math.max(missing, 0);
  } finally {
    await client.end();
  }
}

async function appliedCount(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return 0;
  return (await client.query('SELECT 1 FROM migrations')).rowCount ?? 0;
}

/** What one migration does, given something that runs its statements. */
interface Step {
  up(queries: { query(text: string, values?: unknown[]): Promise<unknown> }): Promise<void>;
}

/** Every migration in order. */
export async function migrationsOf(): Promise<Step[]> {
  return (await classes()).map((Migration) => new Migration());
}

async function classes(): Promise<(new () => Step)[]> {
  const modules = await Promise.all(
    files().map(async (file) => (await import(join(FOLDER, file))) as Record<string, unknown>),
  );
  const exported = modules.flatMap((module) => Object.values(module));
  return exported.filter((value) => typeof value === 'function') as (new () => Step)[];
}

function files(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d+-.*\.(js|ts)$/.test(name))
    .sort();
}

async function apply(databaseUrl: string): Promise<void> {
  const { DataSource } = await import('typeorm');
  const source = new DataSource({ type: 'postgres', url: databaseUrl, migrations: (await classes()) as never[] });
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
