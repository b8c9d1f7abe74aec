import type { z } from 'zod';
import type { exportOrdersQuery, exportTradesQuery, OrderView, TradeView } from '../../../contracts/order.contract.js';
import { fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { orderPage, tradePage } from './order.query.js';

interface Job<Query extends z.ZodType> {
  readonly realm: string;
  readonly ownerId: string;
  readonly filters: z.output<Query> & object;
}

const ORDER_COLUMNS: CsvColumns<OrderView> = {
  ...fieldsOf('orderId', 'clientOrderId', 'placedAt', 'updatedAt', 'symbol', 'side', 'type', 'timeInForce', 'postOnly'),
  ...fieldsOf(
    'price',
    'stopPrice',
    'trigger',
    'quantity',
    'filledQuantity',
    'averagePrice',
    'fee',
    'feeAsset',
    'status',
  ),
  ...fieldsOf('cancelReason', 'ocoId', 'parentOrderId', 'positionSide', 'reduceOnly', 'wholePosition', 'leverage'),
};

const TRADE_COLUMNS: CsvColumns<TradeView> = {
  ...fieldsOf('tradeId', 'orderId'),
  time: 'at',
  ...fieldsOf('symbol', 'side', 'role', 'price', 'quantity', 'notional', 'fee', 'feeAsset', 'feeRate', 'feeTier'),
};

export const ORDERS_FILE = listFile<Job<typeof exportOrdersQuery>, OrderView>(
  import.meta.url,
  'ORDERS_FILE',
  ORDER_COLUMNS,
  ({ pool }, { realm, ownerId }, query) => orderPage(pool, realm, ownerId, query),
);

export const TRADES_FILE = listFile<Job<typeof exportTradesQuery>, TradeView>(
  import.meta.url,
  'TRADES_FILE',
  TRADE_COLUMNS,
  ({ pool }, { realm, ownerId }, query) => tradePage(pool, realm, ownerId, query),
);
