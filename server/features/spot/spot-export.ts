import type { OrderView, TradeView } from '../../../contracts/spot.contract.js';
import { csvInstant, type CsvValue } from '../../edge/http/csv.js';

type Columns<Row> = Record<string, (row: Row) => CsvValue>;

/** The columns of an exported order, named as the API names them. */
export const ORDER_COLUMNS: Columns<OrderView> = {
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

export const TRADE_COLUMNS: Columns<TradeView> = {
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
