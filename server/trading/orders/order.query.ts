import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type {
  getMyTradesQuery,
  getOpenOrdersQuery,
  getOrderHistoryQuery,
  getOrderQuery,
  OrderView,
  TradeView,
} from '../../../contracts/order.contract.js';
import { amount, format } from '../../../shared/money.js';
import { hasLimitPrice } from '../../../shared/order-type.js';
import type { LiveOrders } from '../../core/ports/live-account.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import type { RowOf } from '../../engine/projections/read-table.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { attachedViews, type AttachedOrder } from '../venue/attached.views.js';
import { averagePrice } from '../venue/order.views.js';
import { orders } from '../venue/order.tables.js';

const OPEN_ORDERS_MAX = 1_000;
const NEWEST = Number.MAX_SAFE_INTEGER;
/** What came with an order's fills, the oldest first. */
const CHILDREN = `SELECT json_agg(json_build_object('orderId', c.order_id, 'type', c.type, 'level', c.parent_level) ORDER BY c.position)
                    FROM orders c WHERE orders.attached IS NOT NULL AND c.realm = orders.realm AND c.parent_order_id = orders.order_id`;
const ORDER = `SELECT ${orders.selected}, quote, (${CHILDREN}) AS children FROM orders LEFT JOIN books USING (realm, symbol)`;

type Input<Query extends z.ZodType> = z.output<Query>;
type OpenFilters = Input<typeof getOpenOrdersQuery>;
type OrderFilters = Input<typeof getOrderHistoryQuery>;
type TradeFilters = Input<typeof getMyTradesQuery>;

/** Of every product where none is named. */
type OfProducts<Filters extends { readonly product: unknown }> = Omit<Filters, 'product'> & Partial<Filters>;

/**
 * An owner's orders and trades. Realm and owner come from the session and stand in every query, so another owner's order is
 * not found rather than refused. Every answer shows what was durable when the question came.
 */
@Injectable()
export class OrderQuery implements OpenOrders, LiveOrders {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  async openOrders(realm: string, ownerId: string, { product, symbol }: OfProducts<OpenFilters>) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<OrderRow>({
      name: 'open-orders',
      text: `${ORDER} WHERE realm = $1 AND owner_id = $2 AND open AND ($3::text IS NULL OR symbol = $3)
               AND ($4::text IS NULL OR product = $4)
               ORDER BY position DESC, order_id DESC LIMIT ${OPEN_ORDERS_MAX}`,
      values: [realm, ownerId, symbol ?? null, product ?? null],
    });
    return rows.map(orderView);
  }

  async openSymbols(realm: string, ownerId: string, product: string): Promise<string[] | Refusal> {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<{ symbol: string }>(
      `SELECT DISTINCT symbol FROM orders WHERE realm = $1 AND owner_id = $2 AND open AND product = $3 ORDER BY symbol`,
      [realm, ownerId, product],
    );
    return rows.map(({ symbol }) => symbol);
  }

  async order(realm: string, ownerId: string, input: Input<typeof getOrderQuery>): Promise<OrderView | Refusal> {
    const { symbol, orderId, clientOrderId } = input;
    if (orderId === undefined && clientOrderId === undefined)
      return refuse('request.field-missing', { field: 'orderId' });
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<OrderRow>(
      `${ORDER} WHERE realm = $1 AND owner_id = $2 AND symbol = $3 AND ($4::text IS NULL OR order_id = $4)
         AND ($5::text IS NULL OR client_order_id = $5) ORDER BY position DESC LIMIT 1`,
      [realm, ownerId, symbol, orderId ?? null, clientOrderId ?? null],
    );
    return rows[0] === undefined
      ? refuse('order.not-found', { orderId: orderId ?? clientOrderId ?? '' })
      : orderView(rows[0]);
  }

  /** Past orders, newest first; with `status` all orders of that status, open ones too. */
  async orderHistory(realm: string, ownerId: string, input: OrderFilters) {
    return (await this.isUpToDate(realm)) ? orderPage(this.pool, realm, ownerId, input) : refuse('request.unavailable');
  }

  async trades(realm: string, ownerId: string, input: OfProducts<TradeFilters>) {
    return (await this.isUpToDate(realm)) ? tradePage(this.pool, realm, ownerId, input) : refuse('request.unavailable');
  }

  isUpToDate(realm: string): Promise<boolean> {
    return this.projections.upToDate('orders', realm);
  }
}

/** One page of an owner's orders, as the rows have them now. */
export function orderPage(pool: Pool, realm: string, ownerId: string, input: OrderFilters) {
  const { product, symbol, status, side, type, from, to } = input;
  const rows = ([position]: readonly number[], count: number) =>
    pool.query<OrderRow>({
      name: 'order-history',
      text: `${ORDER} WHERE realm = $1 AND owner_id = $2 AND position < $3 AND ($4::text IS NULL OR symbol = $4)
             AND (CASE WHEN $5::text IS NULL THEN NOT open ELSE status = $5 END)
             AND ($6::text IS NULL OR side = $6) AND ($7::text IS NULL OR type = $7)
             AND placed_at BETWEEN $8::bigint AND $9::bigint AND product = $11 ORDER BY position DESC LIMIT $10`,
      values: [
        ...[realm, ownerId, position, symbol ?? null, status ?? null, side ?? null, type ?? null],
        ...[from ?? 0, to ?? NEWEST, count, product],
      ],
    });
  return pageOf(input, ['position'], rows, orderView);
}

/** One page of an owner's trades, as the rows have them now. */
export function tradePage(pool: Pool, realm: string, ownerId: string, input: OfProducts<TradeFilters>) {
  const { product, symbol, side, role, from, to } = input;
  const rows = ([position, line]: readonly number[], count: number) =>
    pool.query<TradeRow>({
      name: 'my-trades',
      text: `SELECT t.*, b.quote FROM (${SIDES.map(sideSql).join(' UNION ALL ')}) t
             LEFT JOIN books b ON b.realm = $1 AND b.symbol = t.symbol
             ORDER BY t.position DESC, t.line DESC LIMIT $6`,
      values: [
        ...[realm, ownerId, position, line, symbol ?? null, count],
        ...[side ?? null, role ?? null, from ?? 0, to ?? NEWEST, product ?? null],
      ],
    });
  return pageOf(input, ['position', 'line'], rows, tradeView);
}

/** A trade is one row with two sides; a trade with oneself shows both, the maker's first. */
const SIDES = ['taker', 'maker'] as const;

function sideSql(role: (typeof SIDES)[number]): string {
  const line = role === 'maker' ? 1 : 0;
  const side = role === 'taker' ? 'taker_side' : `CASE taker_side WHEN 'buy' THEN 'sell' ELSE 'buy' END`;
  const text = (amount: string): string => `trim_scale(${amount})::text`;
  return `(SELECT position, ${line} AS line, trade_id AS "tradeId", ${role}_order_id AS "orderId", symbol, ${side} AS side,
                  '${role}' AS role, ${text('price')} AS price, ${text('quantity')} AS quantity,
                  ${text('notional')} AS notional, ${text(`${role}_fee`)} AS fee, ${text(`${role}_rate`)} AS "feeRate",
                  ${role}_tier AS "feeTier", at
             FROM trades WHERE realm = $1 AND ${role}_owner_id = $2 AND ${role}_order_id IS NOT NULL
              AND (position < $3 OR (position = $3 AND ${line} < $4)) AND ($5::text IS NULL OR symbol = $5)
              AND ($7::text IS NULL OR ${side} = $7) AND ($8::text IS NULL OR $8 = '${role}')
              AND at BETWEEN $9::bigint AND $10::bigint AND ($11::text IS NULL OR product = $11)
            ORDER BY position DESC LIMIT $6)`;
}

type OrderRow = RowOf<typeof orders> & {
  readonly quote: string | null;
  readonly children: readonly AttachedOrder[] | null;
};
type TradeRow = Omit<TradeView, 'feeAsset'> & { position: number; line: number; quote: string | null };

function orderView(row: OrderRow): OrderView {
  const { orderId, clientOrderId, symbol, side, type, timeInForce, postOnly, stopPrice, trigger } = row;
  const { positionSide, reduceOnly, wholePosition, leverage, attached, attachedLot } = row;
  const { filledQuantity, fee, status, cancelReason, ocoId, placedAt, updatedAt } = row;
  const filled = amount(filledQuantity);
  const earlier = {
    ...(row.attachedFirst !== null && { first: row.attachedFirst }),
    ...(row.attachedBefore !== null && { filledBefore: row.attachedBefore }),
  };
  const written = attached === null ? null : { levels: attached, lotSize: attachedLot ?? '1', ...earlier };
  return {
    orderId,
    clientOrderId,
    symbol,
    side,
    type,
    timeInForce,
    postOnly,
    positionSide,
    reduceOnly,
    wholePosition,
    leverage,
    price: hasLimitPrice(type) ? row.price : null,
    stopPrice,
    trigger,
    callback: row.callback,
    activationPrice: row.activationPrice,
    quantity: format(filled + amount(row.remainingQuantity)),
    filledQuantity,
    averagePrice: averagePrice(amount(row.filledNotional), filled),
    fee,
    feeAsset: row.quote ?? '',
    status,
    cancelReason,
    untriggered: row.open && row.untriggered,
    ocoId,
    parentOrderId: row.parentOrderId,
    attached: attachedViews(written, filled, row.children ?? []),
    placedAt,
    updatedAt,
  };
}

function tradeView({ position: _, line: __, quote, at, ...trade }: TradeRow): TradeView {
  return { ...trade, feeAsset: quote ?? '', at };
}
