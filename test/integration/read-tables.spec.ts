import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SLOTS, slotTable, type ColumnType } from '../../server/engine/projections/read-table.js';
import { allProjections } from '../../server/features.js';
import { openStore } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  opened = await openStore();
});
afterAll(() => opened.close());

const SQL_TYPES: Record<ColumnType, string> = {
  text: 'text',
  count: 'bigint',
  instant: 'bigint',
  amount: 'numeric',
  boolean: 'boolean',
  json: 'text',
};

it('every read table has in the database the columns, types and key that it declares, in both slots', async () => {
  const declared = allProjections.flatMap(({ tables }) =>
    tables.flatMap(({ name, columns, keyNames }) =>
      SLOTS.map((slot) => {
        const types = Object.entries(columns).map(([column, { type }]) => `${column} ${SQL_TYPES[type]}`);
        return [slotTable(name, slot), types.sort(), [...keyNames].sort()];
      }),
    ),
  );
  const { rows } = await opened.pool.query<{ name: string; types: string[]; key: string[] }>(
    `SELECT c.table_name AS name, array_agg(c.column_name || ' ' || c.data_type ORDER BY c.column_name COLLATE "C") AS types,
        (SELECT array_agg(a.attname::text ORDER BY a.attname::text COLLATE "C") FROM pg_index i
           JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
          WHERE i.indisprimary AND i.indrelid = c.table_name::regclass) AS key
       FROM information_schema.columns c WHERE c.table_schema = 'public' AND c.table_name = ANY ($1) GROUP BY c.table_name`,
    [declared.map(([name]) => name)],
  );
  const found = new Map(rows.map(({ name, types, key }) => [name, [name, types, key]]));
  expect(declared.length).toBeGreaterThan(60);
  expect(declared.map(([name]) => found.get(name as string))).toEqual(declared);
});
