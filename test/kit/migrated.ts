import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../server/engine/history/migrate.js';
import { freshDatabase, type FreshDatabase } from './postgres.js';

const DIRECTORY = join(import.meta.dirname, '..', '..', 'migrations');

/** A database of a test's own with every migration applied; the applied state is made once and copied. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const digest = createHash('sha256');
  for (const file of readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(ts|js)$/.test(file)) digest.update(readFileSync(join(DIRECTORY, file)));
  }
  const prepare = async (url: string): Promise<void> => void (await migrate(url));
  return freshDatabase({ name: `migrated-${digest.digest('hex').slice(0, 12)}`, prepare });
}
