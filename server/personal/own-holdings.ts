import type { Pool } from 'pg';
import type { PersonalHolding } from '../core/person.js';
import { format } from '../core/money.js';
import { refuse } from '../core/refusal.js';
import type { ProjectionRunner } from '../projections/runner.js';
import type { ImageDesk } from './image-desk.js';
import type { ImageTable } from './image-table.js';

const REALM = 'real';

/** What this room holds itself, and what the ledger says under the person's number. */
export function ownHoldings(
  pool: Pool,
  table: ImageTable,
  desk: ImageDesk,
  projections: Pick<ProjectionRunner, 'upToDate'>,
): readonly PersonalHolding[] {
  return [
    { name: 'account', tables: ['person_keys', 'erasures'], export: (userId) => accountOf(pool, userId) },
    {
      name: 'images',
      tables: ['private_images'],
      shred: (userId) => table.removeAll(userId),
      export: async (userId) =>
        (await table.ofPerson(userId)).map(({ id, purpose, width, height, bytes, created_at: at, request_id }) => ({
          file: fileOf(id),
          purpose,
          width,
          height,
          bytes,
          uploadedAt: at,
          requestId: request_id,
        })),
      files: async (userId) =>
        (await table.ofPerson(userId)).map(({ id }) => ({ path: fileOf(id), read: () => desk.opened(userId, id) })),
    },
    {
      name: 'ledger',
      tables: [],
      export: (userId) => ledgerOf(pool, userId),
      // An erasure is for good: an order or an account that is not in the rows yet must not slip through.
      refusal: async (userId) => {
        const ready = await Promise.all(['users', 'spot'].map((name) => projections.upToDate(name, REALM)));
        if (ready.includes(false)) return refuse('request.unavailable');
        const count = await openOrders(pool, userId);
        return count > 0 ? refuse('person.orders-open', { count }) : undefined;
      },
    },
  ];
}

const fileOf = (imageId: string): string => `images/${imageId}.jpg`;

/** Amounts of rows: scaled by 10^18 in the tables, decimal for people. */
const AMOUNTS = new Set([
  'amount',
  'price',
  'stopPrice',
  'remaining',
  'filled',
  'filledNotional',
  'quantity',
  'notional',
  'fee',
]);

/** Read models keep numbers only, so they stay. Whoever was on the other side of a trade is not this person's business. */
async function ledgerOf(pool: Pool, userId: string): Promise<object> {
  const owners = await ownersOf(pool, userId);
  const rows = async (text: string): Promise<Row[]> => {
    const found = await pool.query<Row>(text, [REALM, owners]);
    return found.rows.map(inDecimals);
  };
  return {
    balances: await rows(
      `SELECT account, asset, amount FROM ledger_balances
         WHERE realm = $1 AND account LIKE 'user/%' AND split_part(account, '/', 2) = ANY($2) ORDER BY account, asset`,
    ),
    postings: await rows(
      `SELECT at, event_type AS event, space, bucket, asset, amount, reference FROM account_records
         WHERE realm = $1 AND owner_id = ANY($2) ORDER BY position, line`,
    ),
    orders: await rows(
      `SELECT order_id AS "orderId", client_order_id AS "clientOrderId", placed_at AS "placedAt", symbol, side, type,
           time_in_force AS "timeInForce", price, stop_price AS "stopPrice", remaining_quantity AS remaining,
           filled_quantity AS filled, filled_notional AS "filledNotional", fee, status, updated_at AS "updatedAt"
         FROM orders WHERE realm = $1 AND owner_id = ANY($2) ORDER BY position`,
    ),
    trades: await rows(
      `SELECT t.at, t.trade_id AS "tradeId", own.role, own.order_id AS "orderId", t.symbol, t.price, t.quantity, t.notional,
           own.fee
         FROM trades t CROSS JOIN LATERAL (VALUES
           ('maker', t.maker_owner_id, t.maker_order_id, t.maker_fee),
           ('taker', t.taker_owner_id, t.taker_order_id, t.taker_fee)) AS own (role, owner_id, order_id, fee)
         WHERE t.realm = $1 AND own.owner_id = ANY($2) ORDER BY t.position, t.trade_id, own.role`,
    ),
  };
}

type Row = Record<string, unknown>;

function inDecimals(row: Row): Row {
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    AMOUNTS.has(name) && typeof value === 'string' ? format(BigInt(value)) : value,
  ]);
  return Object.fromEntries(shown) as Row;
}

async function openOrders(pool: Pool, userId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM orders WHERE realm = $1 AND owner_id = ANY($2) AND open';
  const { rows } = await pool.query<{ count: number }>(text, [REALM, await ownersOf(pool, userId)]);
  return rows[0]?.count ?? 0;
}

async function ownersOf(pool: Pool, userId: string): Promise<string[]> {
  const text = 'SELECT owner_id FROM users WHERE realm = $1 AND user_id = $2';
  return (await pool.query<{ owner_id: string }>(text, [REALM, userId])).rows.map((row) => row.owner_id);
}

async function accountOf(pool: Pool, userId: string): Promise<unknown> {
  const text = 'SELECT user_id, name, lang, opened_at, status FROM users WHERE realm = $1 AND user_id = $2';
  return (await pool.query(text, [REALM, userId])).rows[0] ?? null;
}
