import type { Pool } from 'pg';
import type { z } from 'zod';
import {
  ACCOUNT_SPACES,
  type AccountRecordRow,
  type AccountSpace,
  type AssetRow,
  type AssetsView,
  type getAccountRecordsQuery,
} from '../../../contracts/asset.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import { amount, format, roundTo, times, ZERO, type Amount } from '../../core/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { userAccount, type Bucket } from '../../ledger/chart.js';
import { readCursor, writeCursor } from '../../projections/cursor.js';
import type { ProjectionRunner } from '../../projections/runner.js';
import type { PriceSource } from './price-source.js';

const BUCKETS: readonly Bucket[] = ['available', 'frozen'];
const VALUE_DECIMALS = 8;
const READ_MODELS = ['ledger', 'spot'] as const;
const WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 20;

/** What an owner has, and every posting that made it so. Nobody sees another owner: the id comes from the session. */
export class AssetQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly prices: PriceSource,
  ) {}

  /** Balances are part of the append itself, so they are never behind; `after` is for a server that reads from a copy. */
  async assets(realm: string, ownerId: string, after = 0): Promise<AssetsView> {
    const until = performance.now() + WAIT_MS;
    let found = await this.balances(realm, ownerId);
    while (found.position < after && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      found = await this.balances(realm, ownerId);
    }
    return { ...this.value(found.balances), position: found.position };
  }

  async records(
    realm: string,
    ownerId: string,
    { cursor, limit, currency, space, kind, from, to }: z.output<typeof getAccountRecordsQuery>,
  ): Promise<Page<AccountRecordRow> | Refusal> {
    const before = cursor === undefined ? [Number.MAX_SAFE_INTEGER, 0] : readCursor(cursor, 2);
    if (before === undefined) return refuse('request.field-invalid', { field: 'cursor', allowed: 'documented' });
    // The lines are the ledger's; which orders they belong to, the spot read model knows.
    const ready = await Promise.all(READ_MODELS.map((name) => this.projections.upToDate(name, realm)));
    if (ready.includes(false)) return refuse('request.unavailable');
    const { rows } = await this.pool.query<AccountRecordRow & { line: number }>({
      name: 'account-records',
      text: RECORDS,
      values: [
        ...[realm, ownerId, before[0], before[1], currency ?? null, space ?? null, kind ?? null],
        ...[from ?? 0, to ?? Number.MAX_SAFE_INTEGER, limit + 1],
      ],
    });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = rows.length > limit && last !== undefined ? writeCursor(last.position, last.line) : null;
    return { items: items.map(({ line: _, ...item }) => item), nextCursor };
  }

  private async balances(realm: string, ownerId: string): Promise<{ position: number; balances: Balance[] }> {
    const { rows } = await this.pool.query<{ position: number } & (Balance | NoBalance)>({
      name: 'assets',
      text: `SELECT h.position, b.account, b.asset, b.amount FROM realm_heads h
               LEFT JOIN ledger_balances b ON b.realm = h.realm AND b.account = ANY ($2) WHERE h.realm = $1`,
      values: [realm, accountsOf(ownerId)],
    });
    const balances = rows.filter((row): row is { position: number } & Balance => row.account !== null);
    return { position: rows[0]?.position ?? 0, balances };
  }

  private value(balances: readonly Balance[]): { totalUsdt: string; rows: AssetRow[] } {
    const held = new Map<string, { space: AccountSpace; currency: string; available: Amount; frozen: Amount }>();
    for (const { account, asset, amount: text } of balances) {
      const [, , space, bucket] = account.split('/') as [string, string, AccountSpace, Bucket];
      const key = `${space} ${asset}`;
      const row = held.get(key) ?? { space, currency: asset, available: ZERO, frozen: ZERO };
      row[bucket] = amount(text);
      held.set(key, row);
    }
    let total = ZERO;
    const valued = [...held.values()].map(({ space, currency, available, frozen }) => {
      const price = this.prices.priceUsdt(currency);
      const value = price === null ? ZERO : roundTo(times(available + frozen, price, 'down'), VALUE_DECIMALS, 'down');
      total += value;
      const amounts = { available: format(available), frozen: format(frozen), total: format(available + frozen) };
      const priceUsdt = price === null ? null : format(price);
      return { value, row: { space, currency, ...amounts, valueUsdt: format(value), priceUsdt } };
    });
    valued.sort((a, b) => compare(b.value, a.value) || compare(a.row.currency, b.row.currency));
    return { totalUsdt: format(total), rows: valued.map(({ row }) => row) };
  }
}

/**
 * An order is named by the record itself, except where it began (the order's own row stands at that position) and where it
 * traded (the trade names both sides; the owner's own is meant, the taker's where he met himself). The event's hash comes by its position.
 */
const RECORDS = `
  SELECT r.position, r.line, r.at, r.event, r.space, r.bucket, r.currency, r.amount,
         CASE WHEN o.order_id IS NULL THEN r.reference ELSE o.order_id END AS reference,
         CASE WHEN r.event NOT LIKE 'SpotOrder%' THEN NULL
              WHEN t.position IS NOT NULL THEN CASE WHEN t.taker_owner_id = $2 THEN t.taker_order_id ELSE t.maker_order_id END
              ELSE COALESCE(o.order_id, r.reference) END AS "orderId",
         CASE WHEN e.stream LIKE 'spot-%' THEN substr(e.stream, 6) END AS symbol, encode(e.hash, 'hex') AS hash
    FROM (SELECT position, line, at, event_type AS event, space, bucket, asset AS currency,
                 trim_scale(amount)::text AS amount, reference
            FROM account_records
           WHERE realm = $1 AND owner_id = $2 AND (position, line) < ($3::bigint, $4::bigint)
             AND ($5::text IS NULL OR asset = $5) AND ($6::text IS NULL OR space = $6)
             AND CASE $7::text WHEN 'trades' THEN event_type = 'SpotOrderMatched'
                               WHEN 'holds' THEN event_type LIKE 'SpotOrder%' AND event_type <> 'SpotOrderMatched'
                               WHEN 'funds' THEN event_type NOT LIKE 'SpotOrder%' ELSE true END
             AND at BETWEEN $8::bigint AND $9::bigint
           ORDER BY position DESC, line DESC LIMIT $10) r
    JOIN events e ON e.realm = $1 AND e.position = r.position
    LEFT JOIN trades t ON t.realm = $1 AND t.position = r.position
    LEFT JOIN orders o ON o.realm = $1 AND o.owner_id = $2 AND o.position = r.position
   ORDER BY r.position DESC, r.line DESC`;

interface Balance {
  account: string;
  asset: string;
  amount: string;
}
interface NoBalance {
  account: null;
  asset: null;
  amount: null;
}

function accountsOf(ownerId: string): string[] {
  return ACCOUNT_SPACES.flatMap((space) => BUCKETS.map((bucket) => userAccount(ownerId, space, bucket)));
}

function compare<Comparable extends bigint | string>(a: Comparable, b: Comparable): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
