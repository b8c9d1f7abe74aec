import type { Pool } from 'pg';
import { format } from '../../../shared/money.js';

export const REALM = 'real';
const PAGE = 1_000;

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

interface Part {
  readonly name: string;
  /** Rows after the key `$3`, `$4`, in its order; `k` and `l` are the row's own key. */
  readonly text: string;
  readonly first: readonly [unknown, unknown];
}

/** The counterparty of a trade is not this person's data. */
const PARTS: readonly Part[] = [
  {
    name: 'balances',
    text: `SELECT account AS k, asset AS l, account, asset, amount FROM ledger_balances
             WHERE realm = $1 AND account LIKE 'user/%' AND split_part(account, '/', 2) = ANY($2)
               AND (account, asset) > ($3::text, $4::text) ORDER BY account, asset LIMIT ${PAGE}`,
    first: ['', ''],
  },
  {
    name: 'postings',
    text: `SELECT position AS k, line AS l, at, event_type AS event, space, bucket, asset, amount, reference
             FROM account_records WHERE realm = $1 AND owner_id = ANY($2)
              AND (position, line) > ($3::bigint, $4::bigint) ORDER BY position, line LIMIT ${PAGE}`,
    first: [0, 0],
  },
  {
    name: 'orders',
    text: `SELECT position AS k, order_id AS l, order_id AS "orderId", client_order_id AS "clientOrderId",
                  placed_at AS "placedAt", product, symbol, side, type, time_in_force AS "timeInForce",
                  position_side AS "positionSide", reduce_only AS "reduceOnly", leverage, price, stop_price AS "stopPrice",
                  trigger, remaining_quantity AS remaining, filled_quantity AS filled,
                  filled_notional AS "filledNotional", fee, status, updated_at AS "updatedAt"
             FROM orders WHERE realm = $1 AND owner_id = ANY($2)
              AND (position, order_id) > ($3::bigint, $4::text) ORDER BY position, order_id LIMIT ${PAGE}`,
    first: [0, ''],
  },
  {
    name: 'trades',
    text: `SELECT t.position AS k, own.role AS l, t.at, t.trade_id AS "tradeId", own.role, own.order_id AS "orderId",
                  t.product, t.symbol, t.price, t.quantity, t.notional, own.fee
             FROM trades t CROSS JOIN LATERAL (VALUES
               ('maker', t.maker_owner_id, t.maker_order_id, t.maker_fee),
               ('taker', t.taker_owner_id, t.taker_order_id, t.taker_fee)) AS own (role, owner_id, order_id, fee)
            WHERE t.realm = $1 AND own.owner_id = ANY($2) AND (t.position, own.role) > ($3::bigint, $4::text)
            ORDER BY t.position, own.role LIMIT ${PAGE}`,
    first: [0, ''],
  },
];

/** The ledger's rows of the person, as JSON, a page at a time. */
export async function* ledgerSection(pool: Pool, userId: string): AsyncGenerator<string> {
  const owners = await ownersOf(pool, userId);
  for (const [index, { name, text, first }] of PARTS.entries()) {
    yield `${index === 0 ? '{' : ','}\n    ${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const rows of pagesOf(pool, owners, text, first)) {
      yield `${isFirst ? '' : ','}${rows.map((row) => `\n      ${JSON.stringify(row)}`).join(',')}`;
      isFirst = false;
    }
    yield isFirst ? ']' : '\n    ]';
  }
  yield '\n  }';
}

export async function ownersOf(pool: Pool, userId: string): Promise<string[]> {
  const text = 'SELECT owner_id FROM users WHERE realm = $1 AND user_id = $2';
  return (await pool.query<{ owner_id: string }>(text, [REALM, userId])).rows.map((row) => row.owner_id);
}

type Row = Record<string, unknown>;

async function* pagesOf(
  pool: Pool,
  owners: readonly string[],
  text: string,
  first: Part['first'],
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const { rows } = await pool.query<Row>(text, [REALM, owners, ...after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ k: _, l: __, ...row }) => inDecimals(row));
    if (rows.length < PAGE) return;
    after = [last['k'], last['l']];
  }
}

function inDecimals(row: Row): Row {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    AMOUNTS.has(name) && typeof value === 'string' ? format(BigInt(value)) : value,
  ]);
  return Object.fromEntries(cells) as Row;
}
