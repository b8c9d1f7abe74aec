import type { z } from 'zod';
import type { AccountRecordRow, exportAccountRecordsQuery } from '../../../contracts/asset.contract.js';
import { fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { recordPage } from './posting.query.js';

interface Job {
  readonly realm: string;
  readonly ownerId: string;
  readonly filters: z.output<typeof exportAccountRecordsQuery>;
}

const COLUMNS: CsvColumns<AccountRecordRow> = {
  position: 'position',
  time: 'at',
  event: 'event',
  account: ({ space, bucket }) => (bucket === null ? space : `${space}/${bucket}`),
  ...fieldsOf('currency', 'amount', 'symbol', 'orderId', 'reference'),
  eventHash: 'hash',
};

export const ACCOUNT_RECORDS_FILE = listFile<Job, AccountRecordRow>(
  import.meta.url,
  'ACCOUNT_RECORDS_FILE',
  COLUMNS,
  ({ pool }, { realm, ownerId }, query) => recordPage(pool, realm, ownerId, query),
);
