import { createDecipheriv, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { unpacked } from '../../server/engine/history/segment-body.js';

/**
 * Every row of every table as text, without its cells of bytes: these are searched as they are (`bytesOf`), and in the hex
 * of a long cipher the eight digits of a date stand by chance.
 */
export async function* rowsOf(pool: Pool): AsyncGenerator<{ table: string; text: string }> {
  const { rows: tables } = await pool.query<{ name: string; cells: string }>(
    `SELECT table_name AS name, string_agg(format('%I', column_name), ', ' ORDER BY ordinal_position) AS cells
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type <> 'bytea' GROUP BY 1 ORDER BY 1`,
  );
  for (const { name, cells } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT ROW(${cells})::text AS text FROM "${name}"`);
    for (const { text } of rows) yield { table: name, text };
  }
}

/** Every cell of bytes, as bytes; commands are unpacked. */
export async function* bytesOf(pool: Pool): AsyncGenerator<{ place: string; bytes: Buffer }> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'bytea'`,
  );
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      `SELECT "${column}" AS bytes FROM "${table}" WHERE "${column}" IS NOT NULL`,
    );
    const isPacked = table === 'segments' && column === 'commands';
    for (const { bytes } of rows)
      yield { place: `${table}.${column}`, bytes: isPacked ? Buffer.from(unpacked(bytes)) : bytes };
  }
}

/** Every file below a folder. */
export function* filesOf(folder: string): Generator<{ path: string; bytes: Buffer }> {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    // A running PostgreSQL takes files of its own away meanwhile.
    if (statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true)
      yield { path, bytes: readFileSync(join(folder, path)) };
}

/**
 * What PostgreSQL packs it leaves in pieces that no search finds: nothing is packed, so that the files show the very bytes.
 * To be called before the first row is written.
 */
export async function packNothing(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %I ALTER COLUMN %I SET STORAGE EXTERNAL', relname, attname) AS sql
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0
         AND NOT attisdropped AND attstorage IN ('x', 'm')`,
  );
  for (const { sql } of rows) await pool.query(sql);
}

const SEALED = /v1\.([A-Za-z0-9_-]{38,})/g;

/** Every sealed text that stands in a text. */
export const sealedIn = (text: string): string[] => [...text.matchAll(SEALED)].map(([sealed]) => sealed);

/**
 * What a key makes of a sealed text whatever field it belongs to: GCM is a stream cipher, and leaving out its tag leaves out
 * the question where the text belongs. With another key it is noise.
 */
export function unsealed(key: KeyObject, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  return decipher.update(bytes.subarray(12, -16)).toString('utf8');
}
