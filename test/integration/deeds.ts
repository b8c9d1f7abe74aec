import type { PoolClient } from 'pg';
import type { RowDeed, TableCoverage } from '../../server/audit/covered/coverage.js';
import { putBackSql } from './put-back.js';
import { ROW_DEEDS } from '../../server/audit/covered/coverage.js';

/** One deed of somebody with the database, made up from a table's columns. */
export interface Deed {
  readonly table: string;
  readonly deed: 'change' | 'swap' | RowDeed;
  /** Whole rows have none. */
  readonly column?: string;
  readonly sql: string;
  /** Where it must be found; empty for tables whose rows have no place. */
  readonly places: readonly { readonly realm: string; readonly position: number }[];
}

/** What no deed could be made of, and the reason is that the living copy has no two rows to tell apart. */
export interface NoDeed {
  readonly table: string;
  readonly deed: Deed['deed'];
  readonly column?: string;
}

type Row = Readonly<Record<string, string | null>>;
type Types = ReadonlyMap<string, string>;

/** Which column of a table says where its row belongs in the history. */
const PLACED: Readonly<Record<string, string>> = {
  events: 'position',
  segments: 'first',
  ledger_postings: 'position',
};

const COLUMNS = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
export const KEYS = `SELECT i.indrelid::regclass::text AS "table", array_agg(a.attname::text ORDER BY k.place) AS columns
  FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(number, place), pg_attribute a
  WHERE i.indisprimary AND a.attrelid = i.indrelid AND a.attnum = k.number GROUP BY 1`;

interface Source {
  readonly client: PoolClient;
  readonly table: string;
  readonly coverage: TableCoverage;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** Condition of the rows that the audit looks at; all by default. */
  readonly where?: string | undefined;
  /** Every column counts, and not only the covered ones. */
  readonly isReadModel?: boolean;
}

/** Every deed that a table's columns allow. */
export async function deedsOf(source: Source): Promise<{ deeds: Deed[]; none: NoDeed[] }> {
  const { client, table, coverage, key, isReadModel = false } = source;
  const columns = (await client.query<{ name: string; type: string }>(COLUMNS, [table])).rows;
  const types: Types = new Map(columns.map(({ name, type }) => [name, type]));
  const selected = columns.map(({ name }) => `"${name}"::text`).join(', ');
  const { rows } = await client.query<Row>(
    `SELECT ${selected} FROM ${table} ORDER BY CASE WHEN ${source.where ?? 'true'} THEN 0 ELSE 1 END, ${key.map((name) => `"${table}"."${name}"`).join(', ')}`,
  );
  const seen = await client.query<{ count: number }>(
    `SELECT count(*)::bigint AS count FROM ${table} WHERE ${source.where ?? 'true'}`,
  );
  const wanted = columns
    .map(({ name }) => name)
    .filter((name) => isReadModel || coverage.columns[name]?.kind === 'covered');
  const { rowCount: changed } = await client.query(
    `(TABLE ${table} EXCEPT TABLE earlier.${table}) UNION ALL (TABLE earlier.${table} EXCEPT TABLE ${table}) LIMIT 1`,
  );
  const maker = new DeedMaker(table, key, types, rows, wanted, changed !== 0, seen.rows[0]?.count ?? 0);
  const made = [
    ...wanted.map((column) => maker.change(column)),
    ...(isReadModel ? [] : wanted.map((column) => maker.swap(column))),
    ...ROW_DEEDS.filter((deed) => coverage.unseen[deed] === undefined).map((deed) => maker.ofRow(deed)),
  ];
  const isDeed = (one: Deed | NoDeed): one is Deed => 'sql' in one;
  return { deeds: made.filter(isDeed), none: made.filter((one) => !isDeed(one)) };
}

class DeedMaker {
  private readonly chosen: Row | undefined;

  constructor(
    private readonly table: string,
    private readonly key: readonly string[],
    private readonly types: Types,
    private readonly rows: readonly Row[],
    /** The columns that the audit goes by. */
    private readonly watched: readonly string[],
    /** Whether the table was another one earlier. */
    private readonly hasChanged: boolean,
    /** How many of them the audit looks at; they come first. */
    seen: number,
  ) {
    this.chosen = rows[Math.floor(seen / 2)];
  }

  change(column: string): Deed | NoDeed {
    const { table, chosen } = this;
    if (chosen === undefined) return { table, deed: 'change', column };
    const value = this.changed(column, chosen[column] ?? null);
    const sql = `UPDATE ${table} SET "${column}" = ${value} WHERE ${this.is(chosen)}`;
    return { table, deed: 'change', column, sql, places: this.places(chosen) };
  }

  /** With the last row that makes it another table: rows that differ in nothing else would only change places. */
  swap(column: string): Deed | NoDeed {
    const { table, chosen, rows } = this;
    const others = this.watched.filter((name) => name !== column);
    const other = rows.findLast(
      (row) => row[column] !== chosen?.[column] && others.some((name) => row[name] !== chosen?.[name]),
    );
    if (chosen === undefined || other === undefined) return { table, deed: 'swap', column };
    const [one, two] = [this.literal(column, chosen[column]), this.literal(column, other[column])];
    const sql = `UPDATE ${table} SET "${column}" = CASE WHEN ${this.is(chosen)} THEN ${two} ELSE ${one} END
      WHERE (${this.is(chosen)}) OR (${this.is(other)})`;
    // Where the key itself is swapped, other rows show it first.
    const places = this.key.includes(column) ? [] : [...this.places(chosen), ...this.places(other)];
    return { table, deed: 'swap', column, sql, places };
  }

  ofRow(deed: RowDeed): Deed | NoDeed {
    const { table, chosen } = this;
    if (deed === 'roll back')
      return this.hasChanged ? { table, deed, sql: putBackSql(table, 'earlier'), places: [] } : { table, deed };
    if (chosen === undefined) return deed === 'add' ? this.invented() : { table, deed };
    if (deed === 'delete')
      return { table, deed, sql: `DELETE FROM ${table} WHERE ${this.is(chosen)}`, places: this.places(chosen) };
    const last = this.key.at(-1) ?? '';
    const columns = [...this.types.keys()];
    const values = columns.map((name) => (name === last ? this.changed(name, chosen[name] ?? null) : `"${name}"`));
    const names = columns.map((name) => `"${name}"`).join(', ');
    const sql = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM ${table} WHERE ${this.is(chosen)}`;
    return { table, deed, sql, places: [] };
  }

  /** A row of a table that has none. */
  private invented(): Deed {
    const { table, types } = this;
    const values = [...types.keys()].map((name) => this.changed(name, null));
    return {
      table,
      deed: 'add',
      sql: `INSERT INTO ${table} OVERRIDING SYSTEM VALUE VALUES (${values.join(', ')})`,
      places: [],
    };
  }

  private is(row: Row): string {
    return this.key.map((name) => `"${name}" = ${this.literal(name, row[name])}`).join(' AND ');
  }

  private literal(column: string, value: string | null | undefined): string {
    const text = value == null ? 'NULL' : `'${value.replaceAll("'", "''")}'`;
    return `${text}::${this.types.get(column)}`;
  }

  private changed(column: string, value: string | null): string {
    const type = this.types.get(column) ?? '';
    return this.literal(column, otherValue(type, value));
  }

  private places(row: Row): Deed['places'] {
    const place = PLACED[this.table];
    return place === undefined ? [] : [{ realm: row['realm'] ?? '', position: Number(row[place]) }];
  }
}

/** Numbers and instants move by a day or by little, one digit of bytes and one letter of texts differ, and JSON stays JSON. */
function otherValue(type: string, value: string | null): string {
  if (type === 'bigint') return String(BigInt(value ?? 0) + 86_400_000n);
  if (type === 'integer' || type === 'smallint') return String(Number(value ?? 0) + 7);
  if (type === 'numeric') return value === null ? '1' : `${value}${value.includes('.') ? '' : '.'}1`;
  if (type === 'boolean') return String(value !== 'true');
  if (type === 'bytea') return otherBytes(value ?? '');
  if (type.endsWith('[]')) return value === null || value === '{}' ? '{forged}' : value.replace('{', '{forged,');
  return otherText(value ?? '');
}

function otherBytes(value: string): string {
  const at = 2 + 2 * Math.floor((value.length - 2) / 4);
  if (value.length <= 2) return '\\x01';
  return value.slice(0, at) + (value[at] === '0' ? '1' : '0') + value.slice(at + 1);
}

function otherText(value: string): string {
  if (value === '{}' || value === '[]') return value === '{}' ? '{"forged":1}' : '["forged"]';
  if (value.startsWith('{')) return value.replace('{', '{"forged":1,');
  if (value.startsWith('[')) return value.replace('[', '["forged",');
  return value === '' ? 'forged' : value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x');
}
