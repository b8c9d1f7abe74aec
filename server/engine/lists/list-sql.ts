import type { Pool, PoolClient } from 'pg';
import { refuse, type Refusal } from '../../core/refusal.js';

/** Totals are counted up to here; beyond, the total means "at least". */
const COUNTED_MAX = 10_000;
/** A question that takes longer is refused: the console must not slow the market down. */
const STATEMENT_MS = 5_000;
const CANCELLED = '57014';
/** Every statement of a reading sees the same moment, however long the reading lasts. */
export const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_MS}`;

/** Collects the values of a statement and answers their placeholders. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

export interface ListAnswer<Row> {
  readonly rows: Row[];
  readonly total: number;
  /** False when `total` only says "at least". */
  readonly exact: boolean;
}

/** Runs reading statements in one read-only transaction with a time limit. */
export async function reading<Answer>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer | Refusal> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(BEGIN);
    return await work(client);
  } catch (error) {
    if ((error as { code?: string }).code === CANCELLED) return refuse('request.unavailable');
    throw error;
  } finally {
    await client.query('ROLLBACK').catch(() => (broken = true));
    client.release(broken);
  }
}

/** Counts no further than `COUNTED_MAX`. `from` is everything after FROM. */
export async function countUpTo(client: PoolClient, from: string, values: readonly unknown[]) {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::bigint AS n FROM (SELECT 1 FROM ${from} LIMIT ${COUNTED_MAX + 1}) counted`,
    [...values],
  );
  const total = rows[0]?.n ?? 0;
  return { total, exact: total <= COUNTED_MAX };
}

/** Text for LIKE in which nothing is a pattern. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** The condition that one of these columns holds the text. */
export const partOf =
  (...columns: readonly string[]) =>
  (text: string, values: Values): string => {
    const pattern = values.add(`%${literal(text)}%`);
    return `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`;
  };

/** The conditions that a column is at least the value, or at most. */
export const atLeast = atBound('>=');
export const atMost = atBound('<=');

function atBound(sign: '>=' | '<=') {
  return (column: string) =>
    (bound: number, values: Values): string =>
      `${column} ${sign} ${values.add(bound)}`;
}

/** The name of the member of the staff whom a column has the id of; '' where there is none. */
export const staffNameOf = (column: string): string =>
  `coalesce((SELECT a.name FROM staff_accounts a WHERE a.staff_id = ${column}), '')`;
