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
  /** Whether statements may go out before those ahead of them are answered. */
  readonly pipeline?: boolean;
  query(statement: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rowCount: number | null; rows: unknown[] }>;
}

const MODES = ['insert', 'upsert', 'update'] as const;
type Mode = (typeof MODES)[number];

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

  /** Writes everything to one slot; a connection that pipelines gets all statements at once. Throws when a changed row is not there. */
  async write(connection: Queryable, slot: Slot): Promise<void> {
    const sent: Promise<void>[] = [];
    for (const [table, rows] of this.pending) {
      const byMode: Record<Mode, (Value | undefined)[][]> = { insert: [], update: [], upsert: [] };
      for (const { mode, values } of rows.values()) byMode[mode].push(values);
      for (const mode of MODES) {
        if (byMode[mode].length === 0) continue;
        const written = run(connection, table, slot, mode, byMode[mode]);
        sent.push(written);
        if (connection.pipeline !== true) await written;
      }
    }
    await Promise.all(sent);
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
  rows: (Value | undefined)[][],
): Promise<void> {
  const text = { insert: table.insertSql, upsert: table.upsertSql, update: table.updateSql }[mode].call(table, slot);
  const values = table.columnNames.map((_, index) =>
    arrayLiteral(
      table.column(index).type,
      rows.map((row) => row[index]),
    ),
  );
  const { rowCount } = await connection.query({ name: `${table.name} ${slot} ${mode}`, text, values });
  const missing = rows.length - (rowCount ?? 0);
  if (mode === 'update' && missing !== 0) throw new Error(`${missing} changed rows of ${table.name} do not exist`);
}
