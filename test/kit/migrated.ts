import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, type MigrationInterface } from 'typeorm';
import { freshDatabase, type FreshDatabase } from './postgres.js';

const DIRECTORY = join(import.meta.dirname, '..', '..', 'migrations');

/** A database of a test's own with every migration applied; the applied state is made once and copied. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const files = readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(join(DIRECTORY, file)));
  return freshDatabase({
    name: `migrated-${digest.digest('hex').slice(0, 12)}`,
    prepare: (url) => migrate(url, files),
  });
}

async function migrate(url: string, files: readonly string[]): Promise<void> {
  const modules = await Promise.all(
    files.map((file) => import(join(DIRECTORY, file)) as Promise<Record<string, new () => MigrationInterface>>),
  );
  const migrations = modules.flatMap((module) => Object.values(module).filter((value) => typeof value === 'function'));
  const source = new DataSource({ type: 'postgres', url, migrations });
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
