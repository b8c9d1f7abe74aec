import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { ListRequest, ListShape } from './list-request.js';
import { countUpTo, Values, type ListAnswer } from './list-sql.js';

/**
 * A list of the console as data: what it reads, how each filter narrows it, and what its rows are called. The SQL texts are
 * ours; what comes over the wire is only ever a value.
 */
export interface Resource<Filter extends z.ZodObject, Row> extends ListShape<Filter> {
  /** The read models it reads: a page shows what was durable when it was asked for. */
  readonly readModels: readonly string[];
  /** Columns under the names of the view, `AS "camelCase"`. */
  readonly select: string;
  readonly from: string;
  /** Sort field → expressions; the last ones make the order total, so that pages neither skip nor double. */
  readonly orders: Readonly<Record<string, readonly string[]>>;
  /** Conditions of a filter. */
  where(filter: z.output<Filter>, values: Values): string[];
  /** Condition for rows by their ids. */
  whereIds(ids: readonly string[], values: Values): string;
  view(row: never): Row;
  /** The total when nothing is filtered, when that is cheaper than counting. */
  readonly totalSql?: string;
}

/** One page, and how many there are. */
export async function listRows<Filter extends z.ZodObject, Row>(
  client: PoolClient,
  resource: Resource<Filter, Row>,
  request: ListRequest<z.output<Filter>>,
): Promise<ListAnswer<Row>> {
  const values = new Values();
  const conditions = resource.where(request.filter, values);
  if (request.ids !== undefined) conditions.push(resource.whereIds(request.ids, values));
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
  return { rows: rows.map((row) => resource.view(row)), total, exact };
}

async function totalOf(client: PoolClient, sql: string): Promise<{ total: number; exact: boolean }> {
  const { rows } = await client.query<{ n: number | null }>(sql);
  return { total: rows[0]?.n ?? 0, exact: true };
}
