import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  KINDS_OF_EVENTS,
  type AccountRecordRow,
  type BalancePostingsView,
  type getAccountRecordsQuery,
  type getBalancePostingsQuery,
} from '../../../contracts/asset.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import { Clock } from '../../core/clock.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { pointAt, BalanceHistory, type HistoryPlace } from './balance-history.js';

const READ_MODELS = ['ledger', 'orders', 'balances'] as const;
const NUMBER = /^\d{1,15}$/;

type Row = AccountRecordRow & { line: number };
type Filters = z.output<typeof getAccountRecordsQuery>;

/** Every posting to an owner's accounts, and those behind one balance. */
@Injectable()
export class PostingQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly history: BalanceHistory,
    private readonly clock: Clock,
  ) {}

  async records(realm: string, ownerId: string, filters: Filters): Promise<Page<AccountRecordRow> | Refusal> {
    if (!(await this.ready(realm))) return refuse('request.unavailable');
    return recordPage(this.pool, realm, ownerId, filters);
  }

  /** The balance as of an instant, and page by page what led to it. Every page adds up: the sums before it are the ledger's. */
  async behind(
    realm: string,
    ownerId: string,
    { cursor, limit, currency, space, bucket, at: wanted }: z.output<typeof getBalancePostingsQuery>,
  ): Promise<BalancePostingsView | Refusal> {
    const { pool, history, clock } = this;
    const at = Math.min(wanted ?? Number.MAX_SAFE_INTEGER, clock.now());
    if (!(await this.ready(realm))) return refuse('request.unavailable');
    const point = await history.pointAt(realm, at);
    const rows = ([position = 0, line]: readonly number[], count: number) => {
      const before = position > point.position ? [point.position, point.line + 1] : [position, line];
      const values = [realm, ownerId, ...before, currency, space ?? null, null, 0, count, bucket ?? null, null, null];
      return pool.query<Row>({ name: 'account-records-all', text: RECORDS, values });
    };
    const page = await pageOf({ cursor, limit }, ['position', 'line'], rows, (row) => row);
    if (isRefusal(page)) return page;
    const { items, nextCursor } = page;
    const sumUpTo = async (place: HistoryPlace) =>
      (await history.sums(realm, ownerId, place))
        .filter((sum) => sum.asset === currency && (space ?? sum.space) === sum.space)
        .filter((sum) => (bucket ?? sum.bucket) === sum.bucket)
        .reduce((total, sum) => total + sum.amount, ZERO);
    const [newest] = items;
    let running = newest === undefined ? ZERO : await sumUpTo(newest);
    const views = items.map(({ line: _, ...item }) => {
      const balance = format(running);
      running -= amount(item.amount);
      return { ...item, balance };
    });
    const balance = cursor === undefined ? (views[0]?.balance ?? '0') : format(await sumUpTo(point));
    return { balance, at, items: views, nextCursor };
  }

  // The lines are the ledger's; which orders they belong to, the read model of orders knows.
  async ready(realm: string): Promise<boolean> {
    const ready = await Promise.all(READ_MODELS.map((name) => this.projections.upToDate(name, realm)));
    return !ready.includes(false);
  }
}

/** One page of an owner's postings, as the rows have them now. */
export async function recordPage(
  pool: Pool,
  realm: string,
  ownerId: string,
  { cursor, limit, currency, space, kind, search, from, to, postings }: Filters,
): Promise<Page<AccountRecordRow> | Refusal> {
  // An instant is a position, and records stand in the order of positions: a period is found without looking at what lies beside.
  const after = from === undefined ? 0 : (await pointAt(pool, realm, from - 1)).position;
  const upTo = to === undefined ? Number.MAX_SAFE_INTEGER - 1 : (await pointAt(pool, realm, to)).position;
  const rows = ([position = 0, line]: readonly number[], count: number) =>
    pool.query<Row>({
      name: `account-records-${postings}`,
      text: postings === 'money' ? MONEY_RECORDS : RECORDS,
      values: [
        ...[realm, ownerId, ...(position > upTo ? [upTo + 1, 0] : [position, line])],
        ...[currency ?? null, space ?? null, kind ?? null, after, count, null],
        ...[search ? `${search.replace(/[\\%_]/g, '\\$&')}%` : null, search && NUMBER.test(search) ? search : null],
      ],
    });
  return pageOf({ cursor, limit }, ['position', 'line'], rows, ({ line: _, ...item }) => item);
}

/** Which kind a record is of, as the contract's table says. */
const kindOf = (type: string): string =>
  `CASE ${KINDS_OF_EVENTS.map(([{ source }, kind]) => `WHEN ${type} ~ '${source}' THEN '${kind}'`).join(' ')} ELSE 'funds' END`;

const OF_AN_ORDER = `${kindOf('r.event')} IN ('trades', 'holds')`;

/** Where orders began and traded whose ids begin with the text. */
const OF_ORDERS = `
  SELECT position FROM orders WHERE realm = $1 AND owner_id = $2 AND order_id LIKE $11
  UNION ALL SELECT position FROM trades WHERE realm = $1 AND taker_owner_id = $2 AND taker_order_id LIKE $11
  UNION ALL SELECT position FROM trades WHERE realm = $1 AND maker_owner_id = $2 AND maker_order_id LIKE $11`;

/**
 * An order is named by the record itself, except where it began (the order's own row stands at that position) and where it traded
 * (the trade names both sides; the owner's own is meant, the taker's in a trade with oneself). The event's hash comes by its
 * position.
 */
const recordsOf = (rows: string): string => `
  SELECT r.position, r.line, r.at, r.event, r.space, r.bucket, r.currency, r.amount,
         CASE WHEN o.order_id IS NULL THEN r.reference ELSE o.order_id END AS reference,
         CASE WHEN NOT ${OF_AN_ORDER} THEN NULL
              WHEN t.position IS NOT NULL THEN CASE WHEN t.taker_owner_id = $2 THEN t.taker_order_id ELSE t.maker_order_id END
              ELSE COALESCE(o.order_id, r.reference) END AS "orderId",
         CASE WHEN ${OF_AN_ORDER} THEN substr(e.stream, strpos(e.stream, '-') + 1) END AS symbol, encode(e.hash, 'hex') AS hash
    FROM (${rows}) r
    JOIN events e ON e.realm = $1 AND e.position = r.position
    LEFT JOIN trades t ON t.realm = $1 AND t.position = r.position
    LEFT JOIN orders o ON o.realm = $1 AND o.owner_id = $2 AND o.position = r.position
   ORDER BY r.position DESC, r.line DESC`;

/** Asset, space, kind, period, part and text that the records are narrowed to. */
const NARROWED = `AND ($5::text IS NULL OR asset = $5) AND ($6::text IS NULL OR space = $6)
             AND ($7::text IS NULL OR ${kindOf('event_type')} = $7)
             AND position > $8::bigint AND ($10::text IS NULL OR bucket = $10)
             AND ($11::text IS NULL OR reference LIKE $11 OR position = $12::bigint OR position IN (${OF_ORDERS}))`;

const RECORDS = recordsOf(`
  SELECT position, line, at, event_type AS event, space, bucket, asset AS currency,
         trim_scale(amount)::text AS amount, reference
    FROM account_records
   WHERE realm = $1 AND owner_id = $2 AND (position, line) < ($3::bigint, $4::bigint) ${NARROWED}
   ORDER BY position DESC, line DESC LIMIT $9`);

/** Everything that an event changed of a currency in a space is one row, and none where it sums to nothing. */
const MONEY_RECORDS = recordsOf(`
  SELECT position, max(line) AS line, at, event_type AS event, space, NULL AS bucket, asset AS currency,
         trim_scale(sum(amount))::text AS amount, reference
    FROM account_records
   WHERE realm = $1 AND owner_id = $2 AND position <= $3::bigint ${NARROWED}
   GROUP BY position, at, event_type, space, asset, reference
  HAVING sum(amount) <> 0 AND (position, max(line)) < ($3::bigint, $4::bigint)
   ORDER BY position DESC, line DESC LIMIT $9`);
