import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { REVIEW_QUEUES } from '../../contracts/staff.contract.js';
import { isRefusal } from '../../server/core/refusal.js';
import type { StaffList } from '../../server/engine/lists/staff-list.js';
import { arrayLiteral, type ColumnType, type Value } from '../../server/engine/projections/read-table.js';
import { allProjections } from '../../server/features.js';
import { staffLists } from '../../server/staff/lists/all.js';
import { moves, openStore } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  opened = await openStore();
  await opened.append('demo', moves(1));
  const instrument = { stream: 'instrument-x', type: 'ThingNoted', schema: 1, data: { spec: { symbol: 'x' } } };
  await opened.append('house', [instrument]);
  // One row in every read table, the same in each, so that rows of one find those of another.
  for (const table of allProjections.flatMap(({ tables }) => tables)) {
    const row = Object.entries(table.declared).map(([field, { type }]) =>
      arrayLiteral(type, [CELLS[field] ?? CELLS[type]]),
    );
    await opened.pool.query(table.insertSql('blue'), row);
  }
  await opened.pool.query(`
    UPDATE streams__blue SET realm = 'house', stream = 'instrument-x', kind = 'instrument';
    INSERT INTO staff_accounts (staff_id, name, password_hash, roles, created_at) VALUES ('x', 'x', 'x', '{admin}', 1);
    INSERT INTO credentials (user_id, password_hash, lang, created_at) VALUES ('x', 'x', 'en', 1);
    INSERT INTO login_tries VALUES ('account:x', 5, 1, 1000000);
    INSERT INTO due_commands (realm, id, due_at, type, data, actor, seal) VALUES ('real', 'x', 1, 'x', '{}', 'x', 'x')`);
});
afterAll(() => opened.close());

/** By type of a column, and by name where a list wants one of some values. */
const CELLS: Record<ColumnType, Value> & Record<string, Value> = {
  text: 'x',
  count: 1,
  instant: 1,
  amount: 1n,
  boolean: true,
  json: '[]',
  realm: 'real',
  queue: 'identity',
  warned: '[]',
  filledLots: '1',
  insuredLots: '1',
  agentLots: '1',
  deleveragedLots: '1',
};
const reader = { staffId: 'staff-1', roles: ['admin'], queues: REVIEW_QUEUES, lang: 'de' } as const;
type Question = { filter?: object; sort?: readonly [string, 'ASC' | 'DESC'] };

function prepared(list: StaffList, { filter, sort }: Question = {}) {
  const asked = { filter: filter && JSON.stringify(filter), sort: sort && JSON.stringify(sort) };
  const answer = list.prepare(asked, { now: 1_000, reader });
  if (isRefusal(answer)) throw new Error(`${list.name}: ${JSON.stringify(answer)}`);
  return answer;
}

/** The rows of a list as the database has them. */
async function read(list: StaffList, question: Question): Promise<Record<string, unknown>[]> {
  const client = await opened.pool.connect();
  try {
    return (await prepared(list, question).read(client)).rows as Record<string, unknown>[];
  } catch (error) {
    throw new Error(`${list.name} ${JSON.stringify(question)}: ${String(error)}`, { cause: error });
  } finally {
    client.release();
  }
}

const listOf = (name: string): StaffList => staffLists.find((list) => list.name === name) as StaffList;

/** Every value of a closed choice, else one of what the filter takes. */
function valuesOf(filter: z.ZodType): unknown[] {
  const { enum: choices = [] } = z.toJSONSchema(filter, { io: 'input', unrepresentable: 'any' });
  return [...choices, 'x', 7, true, false].filter((value) => filter.safeParse(value).success);
}

it('every list of the console answers each order and each filter that it takes', async () => {
  for (const list of staffLists) {
    const { shape } = prepared(list);
    const rows = await read(list, {});
    expect([list.name, rows.length > 0]).toEqual([list.name, true]);
    for (const row of rows) {
      // An epoch is known by its number.
      const found = await read(list, { filter: { id: [row['id'] ?? row['epoch']] } });
      expect([list.name, found]).toEqual([list.name, expect.arrayContaining([row])]);
    }
    for (const id of [[], ['real:1', 'nobody'], 'nobody', 7]) await read(list, { filter: { id } });
    for (const field of shape.sorts)
      for (const order of ['ASC', 'DESC'] as const)
        expect(await read(list, { sort: [field, order] })).toHaveLength(rows.length);
    for (const [field, filter] of Object.entries(shape.filter.shape as Record<string, z.ZodType>)) {
      const values = valuesOf(filter);
      expect([list.name, field, values.length > 0]).toEqual([list.name, field, true]);
      for (const value of values) {
        const found = await read(list, { filter: { [field]: value } });
        // A row is found by what it shows.
        for (const row of rows)
          if (row[field] === value)
            expect([list.name, field, found]).toEqual([list.name, field, expect.arrayContaining([row])]);
      }
    }
  }
});

it('sorts amounts as numbers, not as the texts that it shows', async () => {
  for (const [position, price] of Object.entries({ 2: '9', 3: '10', 4: '8.5' }))
    await opened.pool.query(
      `INSERT INTO trades__blue SELECT (t).* FROM trades__blue known,
         jsonb_populate_record(known, jsonb_build_object('position', $1::bigint, 'price', $2::text)) t WHERE known.position = 1`,
      [position, price],
    );
  const rows = await read(listOf('trades'), { sort: ['price', 'DESC'] });
  expect(rows.slice(0, 3).map(({ price }) => price)).toEqual(['10', '9', '8.5']);
});
