import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { CallDeclaration } from '../../../contracts/call.contract.js';
import type {
  LIST_CALL,
  ReviewQueue,
  ROW_CALL,
  StaffPermission,
  StaffRole,
} from '../../../contracts/staff.contract.js';
import type { Language } from '../../../shared/language.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { readListRequest, type ListInput, type ListRequest, type ListShape } from './list-request.js';
import { countUpTo, Values, type ListAnswer } from './list-sql.js';

/** The instant and the reader of a list, as far as its rows depend on them. The default language is English. */
export interface Reading {
  readonly now: number;
  readonly reader: {
    readonly staffId: string;
    readonly roles: readonly StaffRole[];
    readonly queues: readonly ReviewQueue[];
    readonly lang?: Language;
  };
}

/** The call that reads a list, `staff/orders`, and the one that reads a row of it, `staff/orders/:id`. */
export interface ListCall<Row> extends CallDeclaration {
  readonly path: `staff/${string}`;
  readonly access: `staff:${StaffPermission}`;
  readonly input: typeof LIST_CALL.input;
  readonly output: z.ZodType<Row[]>;
}
export interface RowCall<Row> extends CallDeclaration {
  readonly access: `staff:${StaffPermission}`;
  readonly input: typeof ROW_CALL.input;
  readonly output: z.ZodType<Row>;
}

/** What the search of the console looks for in a list. */
export interface ListSearch {
  /** Hits of a list with a lower rank stand first. */
  readonly rank: number;
  /** Filters that may find what is meant; none where the text can't be in this list. */
  filters(text: string): readonly object[];
  label(row: Readonly<Record<string, unknown>>): unknown;
  /** Where parts of a name are looked for, so that every word is worth asking. */
  readonly partly?: true;
  /** The realm of rows without a realm column; `real` by default. */
  readonly realm?: 'house';
}

/** A list of the console: its noun declares it, the console reads, searches and exports it. */
export interface StaffList<Row = unknown> {
  readonly name: string;
  /** Who may read, search and export it. */
  readonly permission: StaffPermission;
  readonly call: ListCall<Row>;
  /** Where a single row is a call that answers just that. */
  readonly rowCall?: RowCall<Row>;
  readonly search?: ListSearch;
  /** Checks the question once; the answer reads any stretch of it. */
  prepare(input: ListInput, reading: Reading): PreparedList<Row> | Refusal;
  /** What those see of a row who may not see persons. */
  mask(row: Row): Row;
}

interface PreparedList<Row> {
  /** What may be asked, and how it may be ordered. */
  readonly shape: ListShape<z.ZodObject>;
  /** A page shows what was durable at its request. */
  readonly readModels: readonly string[];
  readonly request: ListRequest<unknown>;
  read(client: PoolClient, from?: number, count?: number): Promise<ListAnswer<Row>>;
}

interface Source<Filter extends z.ZodObject, Row> extends ListShape<Filter> {
  readonly readModels: readonly string[];
  rows(client: PoolClient, request: ListRequest<z.output<Filter>>): Promise<ListAnswer<Row>>;
}

/**
 * A list as data: how each filter narrows it, and what its rows are called. The SQL texts are ours; what comes over the wire is
 * only ever a value.
 */
export interface Resource<Filter extends z.ZodObject, Row> extends Omit<ListShape<Filter>, 'sorts'> {
  readonly readModels: readonly string[];
  /** Columns under the names of the view, `AS "camelCase"`. */
  readonly select: string;
  readonly from: string;
  /** Sort field → expressions; the last ones make the order total, so that pages neither skip nor double. */
  readonly orders: Readonly<Record<string, readonly string[]>>;
  /** For each filter the column that has its value, or its condition. */
  readonly where: { readonly [Name in keyof z.output<Filter>]-?: Condition<NonNullable<z.output<Filter>[Name]>> };
  /** The conditions of every request. */
  always?(values: Values): string[];
  /** The expression that is a row's id, or the condition for rows by their ids. */
  readonly ids: string | ((ids: readonly string[], values: Values) => string);
  view?(row: never): Row;
  /** The total when nothing is filtered, when that is cheaper than counting. */
  readonly totalSql?: string;
}

type Condition<Given> = string | ((given: Given, values: Values) => string | undefined);

export interface More<Row> {
  readonly rowCall?: RowCall<Row>;
  readonly search?: ListSearch;
  mask?(row: Row): Row;
}

/** A list that one statement answers. */
export function staffList<Filter extends z.ZodObject, Row>(
  call: ListCall<Row>,
  declared: Resource<Filter, Row> | ((reading: Reading) => Resource<Filter, Row>),
  more: More<Row> = {},
): StaffList<Row> {
  return listOf<Filter, Row>(
    call,
    (reading) => {
      const resource = typeof declared === 'function' ? declared(reading) : declared;
      const rows: Source<Filter, Row>['rows'] = (client, request) => rowsOf(client, resource, request);
      return { ...resource, sorts: Object.keys(resource.orders), rows };
    },
    more,
  );
}

/** A list whose rows are read in a way of its own. */
export function listOf<Filter extends z.ZodObject, Row>(
  call: ListCall<Row>,
  sourceAt: (reading: Reading) => Source<Filter, Row>,
  more: More<Row> = {},
): StaffList<Row> {
  return {
    mask: (row) => row,
    ...more,
    call,
    name: call.path.slice('staff/'.length),
    permission: call.access.slice('staff:'.length) as StaffPermission,
    prepare(input, reading) {
      const source = sourceAt(reading);
      const request = readListRequest(source, input);
      if (isRefusal(request)) return request;
      return {
        shape: source,
        readModels: source.readModels,
        request,
        read: (client, from = request.from, count = request.count) => source.rows(client, { ...request, from, count }),
      };
    },
  };
}

/** One page, and how many there are. */
async function rowsOf<Filter extends z.ZodObject, Row>(
  client: PoolClient,
  resource: Resource<Filter, Row>,
  request: ListRequest<z.output<Filter>>,
): Promise<ListAnswer<Row>> {
  const values = new Values();
  const conditions = [...(resource.always?.(values) ?? []), ...conditionsOf(resource.where, request.filter, values)];
  if (request.ids !== undefined) conditions.push(amongIds(resource.ids, request.ids, values));
  const from = `${resource.from}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
  const { total, exact } =
    conditions.length === 0 && resource.totalSql !== undefined
      ? await totalOf(client, resource.totalSql)
      : await countUpTo(client, from, values.list);
  const direction = request.descending ? 'DESC' : 'ASC';
  const order = (resource.orders[request.sort] ?? []).map((expression) => `${expression} ${direction}`).join(', ');
  const [limit, offset] = [values.add(request.count), values.add(request.from)];
  const { rows } = await client.query<never>(
    `SELECT ${resource.select} FROM ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    values.list,
  );
  return { rows: resource.view === undefined ? rows : rows.map((row) => resource.view?.(row) ?? row), total, exact };
}

function conditionsOf<Filter extends object>(
  where: { readonly [Name in keyof Filter]-?: Condition<NonNullable<Filter[Name]>> },
  filter: Filter,
  values: Values,
): string[] {
  return (Object.keys(filter) as (keyof Filter)[]).flatMap((name) => {
    const [given, condition] = [filter[name], where[name]];
    if (given === undefined || given === null) return [];
    return (typeof condition === 'string' ? `${condition} = ${values.add(given)}` : condition(given, values)) ?? [];
  });
}

function amongIds(column: Resource<z.ZodObject, unknown>['ids'], ids: readonly string[], values: Values): string {
  return typeof column === 'string' ? `${column} = ANY (${values.add(ids)})` : column(ids, values);
}

async function totalOf(client: PoolClient, sql: string): Promise<{ total: number; exact: boolean }> {
  const { rows } = await client.query<{ n: number | null }>(sql);
  return { total: rows[0]?.n ?? 0, exact: true };
}

/** How a row about money is called in a search: `250.5 USDT`. */
export function moneyLabel({ amount, declared, currency }: Readonly<Record<string, unknown>>): string {
  return `${String(amount ?? declared ?? '')} ${String(currency)}`.trim();
}
