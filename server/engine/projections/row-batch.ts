import {
  arrayLiteral,
  type Columns,
  type ReadTable,
  type Row,
  type Slot,
  type Value,
  type Written,
} from './read-table.js';

/** What the batch needs of a database connection. */
export interface Queryable {
  query(statement: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rowCount: number | null; rows: unknown[] }>;
}

type Mode = 'insert' | 'update' | 'upsert';

interface Pending {
  mode: Mode;
  values: (Value | undefined)[];
}

/**
 * The rows that a batch of events makes or changes. Changes of one row are merged here, so that the database writes each row
 * once a batch however often the events touched it, in at most three statements a table.
 */
export class RowBatch {
  protected readonly pending = new Map<ReadTable, Map<string, Pending>>();

  /** A row that did not exist before this event. */
  insert<Declared extends Columns>(table: ReadTable<Declared>, row: Written<Declared>): void {
    this.put(table, row, 'insert');
  }

  /** A change of a row that exists; name its key and what changes. A change of a row that never was halts the projection. */
  update<Declared extends Columns>(table: ReadTable<Declared>, row: Written<Declared>): void {
    this.put(table, row, 'update');
  }

  /** A row that may exist or not, such as a count. */
  upsert<Declared extends Columns>(table: ReadTable<Declared>, row: Written<Declared>): void {
    this.put(table, row, 'upsert');
  }

  get isEmpty(): boolean {
    return this.pending.size === 0;
  }

  /** Those that the batch has rows for. */
  tables(): Iterable<ReadTable> {
    return this.pending.keys();
  }

  /** Writes everything to one slot. Throws when a changed row is not there. */
  async write(connection: Queryable, slot: Slot): Promise<void> {
    for (const [table, rows] of this.pending) {
      const byMode: Record<Mode, (Value | undefined)[][]> = { insert: [], update: [], upsert: [] };
      for (const { mode, values } of rows.values()) byMode[mode].push(values);
      await run(connection, table, slot, 'insert', table.insertSql(slot), byMode.insert);
      await run(connection, table, slot, 'upsert', table.upsertSql(slot), byMode.upsert);
      const changed = await run(connection, table, slot, 'update', table.updateSql(slot), byMode.update);
      if (changed !== byMode.update.length)
        throw new Error(`${byMode.update.length - changed} changed rows of ${table.name} do not exist`);
    }
  }

  private put(table: ReadTable, row: Row, mode: Mode): void {
    let rows = this.pending.get(table);
    if (rows === undefined) this.pending.set(table, (rows = new Map()));
    let key = '';
    for (const name of table.keyFields) {
      const part = row[name];
      if (part === undefined || part === null) throw new Error(`a row of ${table.name} without ${name}`);
      key += `${part}\u0000`;
    }
    const found = rows.get(key);
    if (found === undefined) rows.set(key, { mode, values: table.fields.map((name) => row[name]) });
    else if (mode === 'insert') throw new Error(`two new rows of ${table.name} with one key: ${key}`);
    else mergeInto(table, found.values, row);
  }
}

function mergeInto(table: ReadTable, values: (Value | undefined)[], row: Row): void {
  for (let index = 0; index < values.length; index += 1) {
    const given = row[table.fields[index] as string];
    if (given === undefined || given === null) continue;
    const { merge } = table.column(index);
    if (merge === 'last') values[index] = given;
    else if (merge === 'sum') values[index] = add(values[index], given);
    else if (merge === 'highest' || merge === 'lowest') values[index] = extreme(values[index], given, merge);
  }
}

function add(a: Value | undefined, b: Value): Value {
  if (a === undefined || a === null) return b;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a + b;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  throw new Error(`a sum of ${typeof a} and ${typeof b}`);
}

function extreme(a: Value | undefined, b: NonNullable<Value>, merge: 'highest' | 'lowest'): Value {
  if (a === undefined || a === null) return b;
  return a > b === (merge === 'highest') ? a : b;
}

async function run(
  connection: Queryable,
  table: ReadTable,
  slot: Slot,
  mode: Mode,
  text: string,
  rows: (Value | undefined)[][],
): Promise<number> {
  if (rows.length === 0) return 0;
  const values = table.columnNames.map((_, index) =>
    arrayLiteral(
      table.column(index).type,
      rows.map((row) => row[index]),
    ),
  );
  const { rowCount } = await connection.query({ name: `${table.name} ${slot} ${mode}`, text, values });
  return rowCount ?? 0;
}
