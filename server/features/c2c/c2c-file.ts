import type { z } from 'zod';
import type { C2cOrderRow, exportC2cOrdersQuery } from '../../../contracts/c2c.contract.js';
import { csvInstant, csvPieces, type CsvColumns } from '../../edge/http/csv.js';
import type { FileWriter } from '../../edge/work/file-writing.js';
import { c2cOrderPage } from './c2c.query.js';

const PAGE = 1000;

interface Job {
  readonly userId: string;
  readonly filters: z.output<typeof exportC2cOrdersQuery>;
}

export const C2C_ORDERS_FILE: FileWriter<Job> = {
  from: import.meta.url,
  name: 'C2C_ORDERS_FILE',
  write: ({ userId, filters }, { pool }) =>
    csvPieces(COLUMNS, (cursor) => c2cOrderPage(pool, userId, { ...filters, cursor, limit: PAGE })),
};

const COLUMNS: CsvColumns<C2cOrderRow> = {
  order: (row) => row.orderId,
  reference: (row) => row.reference,
  created: (row) => csvInstant(row.createdAt),
  changed: (row) => csvInstant(row.changedAt),
  label: (row) => row.label,
  status: (row) => row.status,
  amount: (row) => row.amount,
  asset: (row) => row.asset,
  price: (row) => row.price,
  payAmount: (row) => row.payAmount,
  currency: (row) => row.currency,
};
