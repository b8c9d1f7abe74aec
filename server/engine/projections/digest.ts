import type { Pool, PoolClient } from 'pg';
import { slotTable, type ReadTable, type Slot } from './read-table.js';

/** What a table holds, as two numbers that do not depend on the order of its rows. */
export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** The sum of two 60-bit pieces of every row's MD5, as decimal text: equal tables give equal text. */
  readonly digest: string;
}

/** Reads every row of one slot once. Call it inside a transaction whose snapshot fixes the position. */
export async function digestTable(client: Pool | PoolClient, table: ReadTable, slot: Slot): Promise<TableDigest> {
  const row = `concat_ws('|', ${table.columnNames.map((name) => `coalesce(${asText(table, name)}, '∅')`).join(', ')})`;
  const { rows } = await client.query<{ rows: number; digest: string }>(
    `SELECT count(*)::bigint AS rows,
            coalesce(sum(('x' || substr(h, 1, 15))::bit(60)::bigint), 0)::text || '.' ||
            coalesce(sum(('x' || substr(h, 16, 15))::bit(60)::bigint), 0)::text AS digest
       FROM (SELECT md5(${row}) AS h FROM ${slotTable(table.name, slot)} t) hashed`,
  );
  const found = rows[0];
  if (found === undefined) throw new Error(`no digest of ${table.name}`);
  return { table: table.name, ...found };
}

/** The key of the first row that is in only one slot or differs between them, as text; null when there is none. */
export async function firstDifference(client: Pool | PoolClient, table: ReadTable): Promise<string | null> {
  const keys = table.keyNames.join(', ');
  const same = table.columnNames.map((name) => `b.${name} IS NOT DISTINCT FROM g.${name}`).join(' AND ');
  const { rows } = await client.query<{ key: string }>(
    `SELECT concat_ws('/', ${keys}) AS key
       FROM ${slotTable(table.name, 'blue')} b FULL JOIN ${slotTable(table.name, 'green')} g USING (${keys})
      WHERE (${same}) IS NOT TRUE ORDER BY ${keys} LIMIT 1`,
  );
  return rows[0]?.key ?? null;
}

/** Amounts that are equal read equal: 1.50 is 1.5. */
function asText(table: ReadTable, name: string): string {
  return table.columns[name]?.type === 'amount' ? `trim_scale(t.${name})::text` : `t.${name}::text`;
}
