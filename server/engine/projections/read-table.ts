import { format, type Amount } from '../../../shared/money.js';
import { plainArray, textArray } from '../history/array-literal.js';

/** `count` and `instant` are integers, `amount` is an 18-decimal fixed-point number kept as `numeric`. */
export type ColumnType = 'text' | 'count' | 'instant' | 'amount' | 'boolean' | 'json';

/**
 * How two writes of one row become one. `key` names the row; `first` is set when the row appears and stays; `last` takes the
 * newest value given; `sum` adds up; `highest` and `lowest` keep an extreme. All of them give the same row however the events are cut
 * into batches.
 */
type Merge = 'key' | 'first' | 'last' | 'sum' | 'highest' | 'lowest';

interface Column {
  readonly type: ColumnType;
  readonly merge: Merge;
  readonly nullable?: true;
}
export type Columns = Readonly<Record<string, Column>>;

/** A text column that holds one of these; the type alone says so. */
interface TextColumn<Text extends string> extends Column {
  readonly type: 'text';
  readonly of?: Text;
}
type Nullable<Declared extends Column> = Declared & { readonly nullable: true };

const columnOf = <Type extends ColumnType>(type: Type, merge: Merge) => ({ type, merge });
const merging = (merge: Merge) => ({
  text: columnOf('text', merge),
  textOf: <Text extends string>(): TextColumn<Text> => ({ type: 'text', merge }),
  count: columnOf('count', merge),
  instant: columnOf('instant', merge),
  amount: columnOf('amount', merge),
  boolean: columnOf('boolean', merge),
  json: columnOf('json', merge),
});
export const [key, first, last, sum] = [merging('key'), merging('first'), merging('last'), merging('sum')];
export const [highest, lowest] = [merging('highest'), merging('lowest')];
/** A column that may have no value. */
export const orNull = <Declared extends Column>(column: Declared): Nullable<Declared> => ({
  ...column,
  nullable: true,
});

/** A row as it is read: amounts are decimal texts. */
export type RowOf<Table> =
  Table extends ReadTable<infer Declared> ? { [Field in keyof Declared & string]: Read<Declared[Field]> } : never;
type Read<Declared extends Column> =
  | (Declared extends { type: 'amount' } ? string : Kept<Declared>)
  | (Declared extends { nullable: true } ? null : never);
type Kept<Declared extends Column> = Declared extends { type: 'count' | 'instant' }
  ? number
  : Declared extends { type: 'boolean' }
    ? boolean
    : Declared extends { type: 'amount' }
      ? Amount
      : Declared extends TextColumn<infer Text>
        ? Text
        : string;

/** A row as it is written: a change names its key and what changes. */
export type Written<Declared extends Columns> = {
  readonly [Field in keyof Declared]?: Kept<Declared[Field]> | null | undefined;
};
export type ChangeOf<Table> = Table extends ReadTable<infer Declared> ? Written<Declared> : never;

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

/** The one declaration of a read model's table: its fields, named as code names them; `userId` is the column `user_id`. */
export class ReadTable<const Declared extends Columns = Columns> {
  readonly fields: readonly string[];
  readonly keyFields: readonly string[];
  readonly columns: Columns;
  readonly columnNames: readonly string[];
  readonly keyNames: readonly string[];
  private readonly columnList: readonly Column[];
  private readonly texts = new Map<string, string>();

  constructor(
    readonly name: string,
    readonly declared: Declared,
  ) {
    this.fields = Object.keys(declared);
    this.keyFields = this.fields.filter((field) => declared[field]?.merge === 'key');
    if (this.keyFields.length === 0) throw new Error(`the read table ${name} has no key`);
    this.columns = Object.fromEntries(Object.entries(declared).map(([field, column]) => [columnNameOf(field), column]));
    this.columnNames = this.fields.map(columnNameOf);
    this.keyNames = this.keyFields.map(columnNameOf);
    this.columnList = Object.values(declared);
  }

  column(index: number): Column {
    const column = this.columnList[index];
    if (column === undefined) throw new Error(`the read table ${this.name} has no column ${index}`);
    return column;
  }

  /** The columns to select, under the names of `RowOf`. */
  get selected(): string {
    return this.cached('selected', () =>
      this.fields.map((field) => selected(field, this.declared[field]?.type)).join(', '),
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
      if (merge === 'highest') changes.push(`${name} = greatest(t.${name}, ${given(name)})`);
      if (merge === 'lowest') changes.push(`${name} = least(t.${name}, ${given(name)})`);
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

/** `userId` is the column `user_id`. */
export function columnNameOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function selected(field: string, type: ColumnType | undefined): string {
  const name = columnNameOf(field);
  if (type === 'amount') return `trim_scale(${name})::text AS "${field}"`;
  return name === field ? name : `${name} AS "${field}"`;
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

/** A column of many rows; its type decides the quoting. */
export function arrayLiteral(type: ColumnType, values: readonly (Value | undefined)[]): string {
  if (type === 'text' || type === 'json')
    return textArray(values.map((value) => (value == null ? null : String(value))));
  return plainArray(values.map((value) => (typeof value === 'bigint' ? format(value) : value)));
}
