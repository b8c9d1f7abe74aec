import type { z } from 'zod';
import type { exportOrdersQuery, exportTradesQuery, OrderView, TradeView } from '../../../contracts/spot.contract.js';
import { csvInstant, csvPieces, type CsvColumns } from '../../edge/http/csv.js';
import type { FileWriter } from '../../edge/work/file-writing.js';
import { orderPage, tradePage } from './spot.query.js';

const PAGE = 1000;

interface Job<Query extends z.ZodType> {
  readonly realm: string;
  readonly ownerId: string;
  readonly filters: z.output<Query>;
}

export const ORDERS_FILE: FileWriter<Job<typeof exportOrdersQuery>> = {
  from: import.meta.url,
  name: 'ORDERS_FILE',
  write: ({ realm, ownerId, filters }, { pool }) =>
    csvPieces(ORDER_COLUMNS, (cursor) => orderPage(pool, realm, ownerId, { ...filters, cursor, limit: PAGE })),
};

export const TRADES_FILE: FileWriter<Job<typeof exportTradesQuery>> = {
  from: import.meta.url,
  name: 'TRADES_FILE',
  write: ({ realm, ownerId, filters }, { pool }) =>
    csvPieces(TRADE_COLUMNS, (cursor) => tradePage(pool, realm, ownerId, { ...filters, cursor, limit: PAGE })),
};

/** The columns of an exported order, named as the API names them. */
const ORDER_COLUMNS: CsvColumns<OrderView> = {
  orderId: (order) => order.orderId,
  clientOrderId: (order) => order.clientOrderId,
  placedAt: (order) => csvInstant(order.placedAt),
  updatedAt: (order) => csvInstant(order.updatedAt),
  symbol: (order) => order.symbol,
  side: (order) => order.side,
  type: (order) => order.type,
  timeInForce: (order) => order.timeInForce,
  postOnly: (order) => order.postOnly,
  price: (order) => order.price,
  stopPrice: (order) => order.stopPrice,
  quantity: (order) => order.quantity,
  filledQuantity: (order) => order.filledQuantity,
  averagePrice: (order) => order.averagePrice,
  fee: (order) => order.fee,
  feeAsset: (order) => order.feeAsset,
  status: (order) => order.status,
  cancelReason: (order) => order.cancelReason,
  ocoId: (order) => order.ocoId,
};

const TRADE_COLUMNS: CsvColumns<TradeView> = {
  tradeId: (trade) => trade.tradeId,
  orderId: (trade) => trade.orderId,
  time: (trade) => csvInstant(trade.at),
  symbol: (trade) => trade.symbol,
  side: (trade) => trade.side,
  role: (trade) => trade.role,
  price: (trade) => trade.price,
  quantity: (trade) => trade.quantity,
  notional: (trade) => trade.notional,
  fee: (trade) => trade.fee,
  feeAsset: (trade) => trade.feeAsset,
};
