import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  CUSTODY_DATES_SHOWN,
  type CustodyOrder,
  type exportCustodyQuery,
  type getCustodyOrdersQuery,
} from '../../../contracts/custody.contract.js';
import { interestOf, type CustodyPenalty } from '../../../shared/custody.js';
import { refuse } from '../../core/refusal.js';
import { fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { upcast } from '../../engine/history/event-types.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { custodyOrders, custodyRates, type CustodyRateRow, type CustodyRow } from './custody.projection.js';
import type { CustodyRedemptionRequested } from './custody.events.js';
import type { CustodyTerms } from './custody.rules.js';

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

type AskedRow = CustodyRedemptionRequested & { readonly at: number };

const NEWEST = Number.MAX_SAFE_INTEGER;

type Filters = z.output<typeof getCustodyOrdersQuery>;

/** An owner's orders: realm and owner come from the session and stand in every query. */
@Injectable()
export class CustodyQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  /** A demo account has no custody, so there is nothing to wait for. */
  async isUpToDate(realm: string): Promise<boolean> {
    return realm !== 'real' || (await this.projections.upToDate('custody', realm));
  }

  async orders({ realm, ownerId }: Reader, input: Filters) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    return orderPage(this.pool, { realm, ownerId }, input);
  }

  /** An order that is over or not; `undefined` where it is not this owner's. */
  async row({ realm, ownerId }: Reader, orderId: string): Promise<CustodyRow | undefined> {
    const { rows } = await this.pool.query<CustodyRow>(
      `SELECT ${custodyOrders.selected} FROM custody_orders WHERE realm = $1 AND order_id = $2 AND owner_id = $3`,
      [realm, orderId, ownerId],
    );
    return rows[0];
  }

  /** A request to redeem, decided or not, and its order; `undefined` where there is none. */
  async request(userId: string, requestId: string): Promise<{ request: AskedRow; order: CustodyRow } | undefined> {
    const { rows } = await this.pool.query<{ schema: number; data: string; at: number }>(
      `SELECT e.schema, e.data, e.at FROM events e
        WHERE e.realm = 'real' AND e.stream = $1 AND e.type = 'CustodyRedemptionRequested'`,
      [`custody-${userId}.1`],
    );
    for (const { schema, data, at } of rows) {
      const asked = upcast('CustodyRedemptionRequested', schema, JSON.parse(data)).data as CustodyRedemptionRequested;
      if (asked.requestId !== requestId) continue;
      const order = await this.row({ realm: 'real', ownerId: asked.ownerId }, asked.orderId);
      return order && { request: { ...asked, at }, order };
    }
    return undefined;
  }

  /** The last rates of a product as it is sold now, the newest first. */
  async lastRates({ productId, rateMin, rateMax }: CustodyTerms): Promise<CustodyRateRow[]> {
    const { rows } = await this.pool.query<CustodyRateRow>(
      `SELECT ${custodyRates.selected} FROM custody_rates
        WHERE realm = 'real' AND product_id = $1 AND rate_min = $2 AND rate_max = $3 ORDER BY date DESC LIMIT $4`,
      [productId, rateMin, rateMax, CUSTODY_DATES_SHOWN],
    );
    return rows;
  }

  /** All of a person's orders, for the export of personal data. */
  async export(userId: string): Promise<CustodyOrder[]> {
    const { rows } = await this.pool.query<CustodyRow>(
      `SELECT ${custodyOrders.selected} FROM custody_orders WHERE realm = 'real' AND user_id = $1 ORDER BY position`,
      [userId],
    );
    return viewsOf(this.pool, rows);
  }

  async openCount(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM custody_orders WHERE realm = 'real' AND user_id = $1 AND ended_at = 0`,
      [userId],
    );
    return rows[0]?.n ?? 0;
  }
}

/** One page of an owner's orders, the newest first. */
async function orderPage(pool: Pool, { realm, ownerId }: Reader, input: Filters) {
  const { status, productId, group, from, to } = input;
  const rows = ([position]: readonly number[], count: number) =>
    pool.query<CustodyRow>({
      name: 'custody-orders',
      text: `SELECT ${custodyOrders.selected} FROM custody_orders
             WHERE realm = $1 AND owner_id = $2 AND position < $3 AND ($4::text IS NULL OR status = $4)
               AND ($5::text IS NULL OR product_id = $5) AND bought_at BETWEEN $6::bigint AND $7::bigint
               AND ($8::text IS NULL OR (product_id = 'vip') = ($8 = 'vip'))
             ORDER BY position DESC LIMIT $9`,
      values: [
        ...[realm, ownerId, position, status ?? null, productId ?? null],
        ...[from ?? 0, to ?? NEWEST, group ?? null, count],
      ],
    });
  const page = await pageOf(input, ['position'], rows, (row) => row);
  return 'items' in page ? { ...page, items: await viewsOf(pool, page.items) } : page;
}

/** Orders that are over keep the rates they were paid by; those of the others are read once for all of them. */
async function viewsOf(pool: Pool, rows: readonly CustodyRow[]): Promise<CustodyOrder[]> {
  const open = rows.filter(({ endedAt }) => endedAt === 0);
  const dates = open.map(({ firstDate }) => firstDate).toSorted();
  const { rows: known } =
    open.length === 0
      ? { rows: [] }
      : await pool.query<CustodyRateRow>(
          `SELECT ${custodyRates.selected} FROM custody_rates WHERE realm = 'real' AND date >= $1 ORDER BY date`,
          [dates[0]],
        );
  return rows.map((row) => viewOfRow(row, row.endedAt === 0 ? ratesOf(row, known) : listOf(row.rates)));
}

const ratesOf = (row: CustodyRow, known: readonly CustodyRateRow[]): string[] =>
  known
    .filter(
      ({ productId, rateMin, rateMax, date }) =>
        productId === row.productId &&
        rateMin === row.rateMin &&
        rateMax === row.rateMax &&
        date >= row.firstDate &&
        date <= row.lastDate,
    )
    .map(({ rate }) => rate);

const listOf = (text: string): string[] => (text === '' ? [] : text.split(','));

export function viewOfRow(row: CustodyRow, rates: readonly string[]): CustodyOrder {
  const isOver = row.endedAt !== 0;
  return {
    orderId: row.orderId,
    productId: row.productId,
    status: row.status,
    amount: row.amount,
    cycleDays: row.cycleDays,
    rateMin: row.rateMin,
    rateMax: row.rateMax,
    penalty: { kind: row.penaltyKind as CustodyPenalty, rate: row.penaltyRate },
    version: row.policyVersion,
    boughtAt: row.boughtAt,
    maturesAt: row.maturesAt,
    rates: [...rates],
    accrued: interestOf(row.amount, rates),
    remainingDays: isOver ? 0 : row.cycleDays - rates.length,
    redemption: row.requestedAt === 0 ? null : { requestedAt: row.requestedAt, penalty: row.penalty ?? '0' },
    rejectedFor: listOf(row.rejectedFor),
    endedAt: row.endedAt || null,
    interest: row.interest,
    penaltyPaid: row.penaltyPaid,
    returned: row.returned,
  };
}

/** The same of an order that is over, without another look. */
export const viewOfEnded = (row: CustodyRow): CustodyOrder => viewOfRow(row, listOf(row.rates));

const COLUMNS: CsvColumns<CustodyOrder> = {
  ...fieldsOf('orderId', 'boughtAt', 'productId', 'status', 'amount', 'cycleDays'),
  rates: ({ rates }) => rates.join(' '),
  ...fieldsOf('accrued', 'remainingDays', 'maturesAt', 'endedAt', 'interest', 'penaltyPaid', 'returned', 'version'),
};

interface Job extends Reader {
  readonly filters: z.output<typeof exportCustodyQuery> & object;
}

export const CUSTODY_FILE = listFile<Job, CustodyOrder>(
  import.meta.url,
  'CUSTODY_FILE',
  COLUMNS,
  ({ pool }, job, query) => orderPage(pool, job, query),
);
