import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrayLiteral, highest, key, lowest, ReadTable } from './read-table.js';
import { RowBatch, type Queryable } from './row-batch.js';

const things = new ReadTable('things', {
  id: { type: 'text', merge: 'key' },
  born: { type: 'instant', merge: 'first' },
  state: { type: 'text', merge: 'last' },
  total: { type: 'amount', merge: 'sum' },
});

interface Statement {
  name: string;
  rows: (string | undefined)[][];
}

/** Takes statements as the database would, and remembers their rows as text. */
function recorder(changed?: number) {
  const statements: Statement[] = [];
  const connection: Queryable = {
    query: ({ name, values }) => {
      const columns = (values as string[]).map((column) => column.slice(1, -1).split(','));
      const rows = (columns[0] ?? []).map((_, index) => columns.map((column) => column[index]));
      statements.push({ name: name ?? '', rows });
      return Promise.resolve({ rowCount: changed ?? rows.length, rows: [] });
    },
  };
  return { connection, statements };
}

describe('a batch of rows', () => {
  it('writes a row once however often it changed: the first stays, the last wins, sums add up', async () => {
    const batch = new RowBatch();
    batch.insert(things, { id: 'a', born: 1, state: 'new', total: 5n * 10n ** 18n });
    batch.update(things, { id: 'a', born: 9, state: 'old', total: 10n ** 17n });
    batch.update(things, { id: 'a', state: null, total: 10n ** 17n });
    const { connection, statements } = recorder();
    await batch.write(connection, 'blue');
    expect(statements).toEqual([{ name: 'things blue insert', rows: [['"a"', '1', '"old"', '5.2']] }]);
  });

  it('keeps the highest and the lowest value that a row ever had', async () => {
    const spans = new ReadTable('spans', { id: key.text, high: highest.amount, low: lowest.amount });
    const batch = new RowBatch();
    for (const price of [7n, 9n, 3n, 8n])
      batch.upsert(spans, { id: 'a', high: price * 10n ** 18n, low: price * 10n ** 18n });
    const { connection, statements } = recorder();
    await batch.write(connection, 'blue');
    expect(statements).toEqual([{ name: 'spans blue upsert', rows: [['"a"', '9', '3']] }]);
    expect(spans.upsertSql('blue')).toContain(
      'high = greatest(t.high, excluded.high), low = least(t.low, excluded.low)',
    );
  });

  it('keeps new rows, changes and counts apart, and names the slot', async () => {
    const batch = new RowBatch();
    batch.insert(things, { id: 'a', born: 1, state: 'new', total: 0n });
    batch.update(things, { id: 'b', state: 'done' });
    batch.upsert(things, { id: 'c', born: 1, state: 'x', total: 0n });
    const { connection, statements } = recorder();
    await batch.write(connection, 'green');
    expect(statements.map(({ name }) => name)).toEqual([
      'things green insert',
      'things green upsert',
      'things green update',
    ]);
    expect(things.updateSql('green')).toContain('UPDATE things__green');
  });

  it('halts at a change of a row that is not there, and at two new rows with one key', async () => {
    const batch = new RowBatch();
    batch.update(things, { id: 'a', state: 'x' });
    await expect(batch.write(recorder(0).connection, 'blue')).rejects.toThrow('1 changed rows of things do not exist');
    batch.insert(things, { id: 'b', born: 1 });
    expect(() => batch.insert(things, { id: 'b', born: 1 })).toThrow('two new rows');
  });

  it('writes columns as the database reads them, whatever stands in them', () => {
    const hostile = ['a"b', 'a\\b', '{x,y}', 'NULL', '', 'é\n', null, undefined];
    expect(arrayLiteral('text', hostile)).toBe('{"a\\"b","a\\\\b","{x,y}","NULL","","é\n",NULL,NULL}');
    expect(arrayLiteral('amount', [15n * 10n ** 17n, null])).toBe('{1.5,NULL}');
    expect(arrayLiteral('boolean', [true, false])).toBe('{true,false}');
    expect(arrayLiteral('count', [])).toBe('{}');
  });

  it('merges to the same row in whatever stretches the changes come', () => {
    const change = fc.record({ state: fc.option(fc.constantFrom('x', 'y', 'z')), total: fc.bigInt(-5n, 5n) });
    return fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const batch = new RowBatch();
        for (const { state, total } of changes) batch.update(things, { id: 'a', state, total: total * 10n ** 18n });
        const { connection, statements } = recorder();
        await batch.write(connection, 'blue');
        const sum = changes.reduce((all, { total }) => all + total, 0n);
        const last = changes.findLast(({ state }) => state !== null)?.state ?? null;
        expect(statements[0]?.rows[0]).toEqual(['"a"', 'NULL', last === null ? 'NULL' : `"${last}"`, `${sum}`]);
      }),
    );
  });
});
