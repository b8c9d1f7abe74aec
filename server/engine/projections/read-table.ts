import { format, type Amount } from '../../../shared/money.js';
import { plainArray, textArray } from '../history/array-literal.js';

/** `count` and `instant` are integers, `amount` is an 18-decimal fixed-point number kept as `numeric`. */
export type ColumnType = 'text' | 'count' | 'instant' | 'amount' | 'boolean' | 'json';

/**
 * How two writes of one row become one. `key` names the row; `first` is set when the row appears and stays; `last` takes the
 * newest value given; `sum` adds up. All of them give the same row however the events are cut into batches.
 */
export type Merge = 'key' | 'first' | 'last' | 'sum';

export interface Column {
  readonly type: ColumnType;
  readonly merge: Merge;
}
type Columns = Readonly<Record<string, Column>>;

/** A text column that holds one of these; the type alone says so. */
interface TextColumn<Text extends string> extends Column {
  readonly type: 'text';
  readonly of?: Text;
}
export const textOf = <Text extends string>(merge: Merge): TextColumn<Text> => ({ type: 'text', merge });

/** A row as it is read: `user_id` is `userId`, and amounts are decimal texts. */
export type RowOf<Table> =
  Table extends ReadTable<infer Declared>
    ? { [Name in keyof Declared & string as Camel<Name>]: Read<Declared[Name]> }
    : never;
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type Read<Declared extends Column> = Declared extends { type: 'count' | 'instant' }
  ? number
  : Declared extends { type: 'boolean' }
    ? boolean
    : Declared extends TextColumn<infer Text>
      ? Text
      : string;

export type Value = string | number | boolean | Amount | null;
export type Row = Readonly<Record<string, Value | undefined>>;

const SQL_TYPES: Record<ColumnType, string> = {
  text: 'text',
  count: 'bigint',
  instant: 'bigint',
  amount: 'numeric',
  boolean: 'boolean',
  json: 'text',
};

/** A table of a read model: what its columns are, and the three statements that write many rows at once. */
export class ReadTable<const Declared extends Columns = Columns> {
  readonly columnNames: readonly string[];
  readonly keyNames: readonly string[];
  private readonly columnList: readonly Column[];
  private readonly texts = new Map<string, string>();

  constructor(
    readonly name: string,
    readonly columns: Declared,
  ) {
    this.columnNames = Object.keys(columns);
    this.columnList = Object.values(columns);
    this.keyNames = this.columnNames.filter((column) => columns[column]?.merge === 'key');
    if (this.keyNames.length === 0) throw new Error(`the read table ${name} has no key`);
  }

  column(index: number): Column {
    const column = this.columnList[index];
    if (column === undefined) throw new Error(`the read table ${this.name} has no column ${index}`);
    return column;
  }

  /** The columns to select, under the names of `RowOf`. */
  get selected(): string {
    return this.cached('selected', () =>
      this.columnNames
        .map((name) => [name, name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] as const)
        .map(([name, shown]) => (name === shown ? name : `${name} AS "${shown}"`))
        .join(', '),
    );
  }

  /** Adds rows that are new in this batch; one that stands there already breaks the key and halts the projection. */
  insertSql(slot: Slot): string {
    return this.cached(`insert ${slot}`, () => {
      const names = this.columnNames.join(', ');
      return `INSERT INTO ${slotTable(this.name, slot)} (${names}) SELECT ${names} FROM ${this.unnest()}`;
    });
  }

  /** Changes rows that earlier batches added. Columns given as null stay as they are. */
  updateSql(slot: Slot): string {
    return this.cached(`update ${slot}`, () => {
      const changes = this.merged((name) => `u.${name}`, 'coalesce');
      const keys = this.keyNames.map((name) => `t.${name} = u.${name}`).join(' AND ');
      return `UPDATE ${slotTable(this.name, slot)} AS t SET ${changes} FROM ${this.unnest()} WHERE ${keys}`;
    });
  }

  /** Adds or changes rows; every column but sums must be given. */
  upsertSql(slot: Slot): string {
    return this.cached(`upsert ${slot}`, () => {
      const names = this.columnNames.join(', ');
      const changes = this.merged((name) => `excluded.${name}`, 'plain');
      return (
        `INSERT INTO ${slotTable(this.name, slot)} AS t (${names}) SELECT ${names} FROM ${this.unnest()} ` +
        `ON CONFLICT (${this.keyNames.join(', ')}) DO UPDATE SET ${changes}`
      );
    });
  }

  private merged(given: (name: string) => string, nulls: 'coalesce' | 'plain'): string {
    const changes: string[] = [];
    for (const [name, { merge }] of Object.entries(this.columns)) {
      if (merge === 'last')
        changes.push(`${name} = ${nulls === 'coalesce' ? `coalesce(${given(name)}, t.${name})` : given(name)}`);
      if (merge === 'sum') changes.push(`${name} = t.${name} + coalesce(${given(name)}, 0)`);
    }
    return changes.join(', ');
  }

  private unnest(): string {
    const parameters = this.columnList.map(({ type }, index) => `$${index + 1}::${SQL_TYPES[type]}[]`);
    return `unnest(${parameters.join(', ')}) AS u(${this.columnNames.join(', ')})`;
  }

  private cached(key: string, make: () => string): string {
    let text = this.texts.get(key);
    if (text === undefined) this.texts.set(key, (text = make()));
    return text;
  }
}

/** Each table of a read model exists twice; the view that carries its plain name shows the live one. */
export const SLOTS = ['blue', 'green'] as const;
export type Slot = (typeof SLOTS)[number];

export function otherSlot(slot: Slot): Slot {
  return slot === 'blue' ? 'green' : 'blue';
}

export function slotTable(table: string, slot: Slot): string {
  return `${table}__${slot}`;
}

/** A column of many rows; its type says beforehand what needs quoting. */
export function arrayLiteral(type: ColumnType, values: readonly (Value | undefined)[]): string {
  if (type === 'text' || type === 'json')
    return textArray(values.map((value) => (value == null ? null : String(value))));
  return plainArray(values.map((value) => (typeof value === 'bigint' ? format(value) : value)));
}
