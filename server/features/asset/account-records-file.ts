import type { z } from 'zod';
import type { AccountRecordRow, exportAccountRecordsQuery } from '../../../contracts/asset.contract.js';
import { csvInstant, csvPieces, type CsvColumns } from '../../edge/http/csv.js';
import type { FileWriter } from '../../edge/work/file-writing.js';
import { recordPage } from './posting.query.js';

const PAGE = 1000;

interface Job {
  readonly realm: string;
  readonly ownerId: string;
  readonly filters: z.output<typeof exportAccountRecordsQuery>;
}

export const ACCOUNT_RECORDS_FILE: FileWriter<Job> = {
  from: import.meta.url,
  name: 'ACCOUNT_RECORDS_FILE',
  write: ({ realm, ownerId, filters }, { pool }) =>
    csvPieces(COLUMNS, (cursor) => recordPage(pool, realm, ownerId, { ...filters, cursor, limit: PAGE })),
};

const COLUMNS: CsvColumns<AccountRecordRow> = {
  position: (row) => row.position,
  time: (row) => csvInstant(row.at),
  event: (row) => row.event,
  account: (row) => (row.bucket === null ? row.space : `${row.space}/${row.bucket}`),
  currency: (row) => row.currency,
  amount: (row) => row.amount,
  symbol: (row) => row.symbol,
  orderId: (row) => row.orderId,
  reference: (row) => row.reference,
  eventHash: (row) => row.hash,
};
