import type { z } from 'zod';
import type { C2cOrderRow, exportC2cOrdersQuery } from '../../../contracts/c2c.contract.js';
import { fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { c2cOrderPage } from './c2c.query.js';

interface Job {
  readonly userId: string;
  readonly filters: z.output<typeof exportC2cOrdersQuery>;
}

const COLUMNS: CsvColumns<C2cOrderRow> = {
  order: 'orderId',
  reference: 'reference',
  created: 'createdAt',
  changed: 'changedAt',
  ...fieldsOf('label', 'status', 'amount', 'asset', 'price', 'payAmount', 'currency'),
};

export const C2C_ORDERS_FILE = listFile<Job, C2cOrderRow>(
  import.meta.url,
  'C2C_ORDERS_FILE',
  COLUMNS,
  ({ pool }, { userId }, query) => c2cOrderPage(pool, userId, query),
);
