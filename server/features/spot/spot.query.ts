import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { Page } from '../../../contracts/envelope.contract.js';
import type {
  getMyTradesQuery,
  getOpenOrdersQuery,
  getOrderHistoryQuery,
  getOrderQuery,
  OrderStatus,
  OrderType,
  OrderView,
  Side,
  TimeInForce,
  TradeRole,
  TradeView,
} from '../../../contracts/spot.contract.js';
import { amount, format } from '../../../shared/money.js';
import type { LiveOrders } from '../../core/ports/live-account.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { readCursor, writeCursor } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { averagePrice } from '../../trading/venue/order.views.js';

const OPEN_ORDERS_MAX = 1_000;
const NEWEST = Number.MAX_SAFE_INTEGER;
const ORDER = `SELECT o.*, b.quote FROM orders o LEFT JOIN spot_books b ON b.realm = o.realm AND b.symbol = o.symbol`;

type Input<Query extends z.ZodType> = z.output<Query>;
type OrderFilters = Input<typeof getOrderHistoryQuery>;
type TradeFilters = Input<typeof getMyTradesQuery>;

/**
 * An owner's orders and trades. Realm and owner come from the session and stand in every query, so another owner's order is
 * not found rather than refused. Every answer shows what was durable when the question came.
 */
@Injectable()
export class SpotQuery implements OpenOrders, LiveOrders {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  async openOrders(realm: string, ownerId: string, { symbol }: Input<typeof getOpenOrdersQuery>) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<OrderRow>({
      name: 'open-orders',
      text: `${ORDER} WHERE o.realm = $1 AND o.owner_id = $2 AND o.open AND ($3::text IS NULL OR o.symbol = $3)
               ORDER BY o.position DESC, o.order_id DESC LIMIT ${OPEN_ORDERS_MAX}`,
      values: [realm, ownerId, symbol ?? null],
    });
    return rows.map(orderView);
  }

  /** The books in which an owner has open orders. */
  async openSymbols(realm: string, ownerId: string): Promise<string[] | Refusal> {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<{ symbol: string }>(
      `SELECT DISTINCT symbol FROM orders WHERE realm = $1 AND owner_id = $2 AND open ORDER BY symbol`,
      [realm, ownerId],
    );
    return rows.map(({ symbol }) => symbol);
  }

  async order(realm: string, ownerId: string, input: Input<typeof getOrderQuery>): Promise<OrderView | Refusal> {
    const { symbol, orderId, clientOrderId } = input;
    if (orderId === undefined && clientOrderId === undefined)
      return refuse('request.field-missing', { field: 'orderId' });
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<OrderRow>(
      `${ORDER} WHERE o.realm = $1 AND o.owner_id = $2 AND o.symbol = $3 AND ($4::text IS NULL OR o.order_id = $4)
         AND ($5::text IS NULL OR o.client_order_id = $5) ORDER BY o.position DESC LIMIT 1`,
      [realm, ownerId, symbol, orderId ?? null, clientOrderId ?? null],
    );
    return rows[0] === undefined
      ? refuse('spot.order-not-found', { orderId: orderId ?? clientOrderId ?? '' })
      : orderView(rows[0]);
  }

  /** Past orders, newest first; with `status` those of that status, open ones too. */
  async orderHistory(realm: string, ownerId: string, input: OrderFilters) {
    return (await this.isUpToDate(realm)) ? orderPage(this.pool, realm, ownerId, input) : refuse('request.unavailable');
  }

  async trades(realm: string, ownerId: string, input: TradeFilters) {
    return (await this.isUpToDate(realm)) ? tradePage(this.pool, realm, ownerId, input) : refuse('request.unavailable');
  }

  isUpToDate(realm: string): Promise<boolean> {
    return this.projections.upToDate('spot', realm);
  }
}

/** One page of an owner's orders, as the rows have them now. */
export async function orderPage(pool: Pool, realm: string, ownerId: string, input: OrderFilters) {
  const { cursor, limit, symbol, status, side, type, from, to } = input;
  const before = cursor === undefined ? [NEWEST] : readCursor(cursor, 1);
  if (before === undefined) return refuse('request.field-invalid', { field: 'cursor', allowed: 'documented' });
  const { rows } = await pool.query<OrderRow>({
    name: 'order-history',
    text: `${ORDER} WHERE o.realm = $1 AND o.owner_id = $2 AND o.position < $3 AND ($4::text IS NULL OR o.symbol = $4)
             AND (CASE WHEN $5::text IS NULL THEN NOT o.open ELSE o.status = $5 END)
             AND ($6::text IS NULL OR o.side = $6) AND ($7::text IS NULL OR o.type = $7)
             AND o.placed_at BETWEEN $8::bigint AND $9::bigint ORDER BY o.position DESC LIMIT $10`,
    values: [
      ...[realm, ownerId, before[0], symbol ?? null, status ?? null, side ?? null, type ?? null],
      ...[from ?? 0, to ?? NEWEST, limit + 1],
    ],
  });
  return page(rows, limit, orderView);
}

/** One page of an owner's trades, as the rows have them now. */
export async function tradePage(pool: Pool, realm: string, ownerId: string, input: TradeFilters) {
  const { cursor, limit, symbol, side, role, from, to } = input;
  const before = cursor === undefined ? [NEWEST, 0] : readCursor(cursor, 2);
  if (before === undefined) return refuse('request.field-invalid', { field: 'cursor', allowed: 'documented' });
  const { rows } = await pool.query<TradeRow>({
    name: 'my-trades',
    text: `SELECT t.*, b.quote FROM (${SIDES.map(sideSql).join(' UNION ALL ')}) t
             LEFT JOIN spot_books b ON b.realm = $1 AND b.symbol = t.symbol
             ORDER BY t.position DESC, t.line DESC LIMIT $6`,
    values: [
      ...[realm, ownerId, before[0], before[1], symbol ?? null, limit + 1],
      ...[side ?? null, role ?? null, from ?? 0, to ?? NEWEST],
    ],
  });
  return page(rows, limit, tradeView);
}

/** A trade is one row with two sides; an owner who traded with himself sees both, the maker's first. */
const SIDES = ['taker', 'maker'] as const;

function sideSql(role: (typeof SIDES)[number]): string {
  const line = role === 'maker' ? 1 : 0;
  const side = role === 'taker' ? 'taker_side' : `CASE taker_side WHEN 'buy' THEN 'sell' ELSE 'buy' END`;
  return `(SELECT position, ${line} AS line, trade_id, symbol, price, quantity, notional, at, ${side} AS side,
                  '${role}' AS role, ${role}_order_id AS order_id, ${role}_fee AS fee
             FROM trades WHERE realm = $1 AND ${role}_owner_id = $2 AND ${role}_order_id IS NOT NULL
              AND (position < $3 OR (position = $3 AND ${line} < $4)) AND ($5::text IS NULL OR symbol = $5)
              AND ($7::text IS NULL OR ${side} = $7) AND ($8::text IS NULL OR $8 = '${role}')
              AND at BETWEEN $9::bigint AND $10::bigint
            ORDER BY position DESC LIMIT $6)`;
}

interface OrderRow {
  order_id: string;
  client_order_id: string | null;
  position: number;
  symbol: string;
  side: Side;
  type: OrderType;
  time_in_force: TimeInForce;
  post_only: boolean;
  price: string | null;
  stop_price: string | null;
  remaining_quantity: string;
  filled_quantity: string;
  filled_notional: string;
  fee: string;
  quote: string | null;
  status: OrderStatus;
  cancel_reason: string | null;
  untriggered: boolean;
  open: boolean;
  oco_id: string | null;
  placed_at: number;
  updated_at: number;
}

interface TradeRow {
  position: number;
  line: number;
  trade_id: string;
  order_id: string;
  symbol: string;
  side: Side;
  role: TradeRole;
  price: string;
  quantity: string;
  notional: string;
  fee: string;
  quote: string | null;
  at: number;
}

function orderView(row: OrderRow): OrderView {
  const [filled, notional] = [amount(row.filled_quantity), amount(row.filled_notional)];
  const market = row.type === 'market' || row.type === 'stop';
  return {
    orderId: row.order_id,
    clientOrderId: row.client_order_id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    price: row.price === null || market ? null : format(amount(row.price)),
    stopPrice: row.stop_price === null ? null : format(amount(row.stop_price)),
    quantity: format(filled + amount(row.remaining_quantity)),
    filledQuantity: format(filled),
    averagePrice: averagePrice(notional, filled),
    fee: format(amount(row.fee)),
    feeAsset: row.quote ?? '',
    status: row.status,
    cancelReason: row.cancel_reason,
    untriggered: row.open && row.untriggered,
    ocoId: row.oco_id,
    placedAt: row.placed_at,
    updatedAt: row.updated_at,
  };
}

function tradeView(row: TradeRow): TradeView {
  return {
    tradeId: row.trade_id,
    orderId: row.order_id,
    symbol: row.symbol,
    side: row.side,
    role: row.role,
    price: format(amount(row.price)),
    quantity: format(amount(row.quantity)),
    notional: format(amount(row.notional)),
    fee: format(amount(row.fee)),
    feeAsset: row.quote ?? '',
    at: row.at,
  };
}

/** One row more than asked says that there is another page. */
function page<Row extends { position: number; line?: number }, View>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => View,
): Page<View> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  const parts = last?.line === undefined ? [last?.position ?? 0] : [last.position, last.line];
  return { items: items.map(view), nextCursor: more ? writeCursor(...parts) : null };
}
