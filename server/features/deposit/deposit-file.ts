import type { z } from 'zod';
import type { DepositView, exportDepositsQuery } from '../../../contracts/deposit.contract.js';
import { csvInstant, csvPieces, type CsvColumns } from '../../edge/http/csv.js';
import type { FileWriter } from '../../edge/work/file-writing.js';
import { depositPage } from './deposit.query.js';

const PAGE = 1000;

interface Job {
  readonly userId: string;
  readonly filters: z.output<typeof exportDepositsQuery>;
}

export const DEPOSITS_FILE: FileWriter<Job> = {
  from: import.meta.url,
  name: 'DEPOSITS_FILE',
  write: ({ userId, filters }, { pool }) =>
    csvPieces(COLUMNS, (cursor) => depositPage(pool, userId, { ...filters, cursor, limit: PAGE })),
};

const COLUMNS: CsvColumns<DepositView> = {
  depositId: (row) => row.depositId,
  createdAt: (row) => csvInstant(row.createdAt),
  decidedAt: (row) => (row.decidedAt === null ? null : csvInstant(row.decidedAt)),
  network: (row) => row.network,
  currency: (row) => row.currency,
  amount: (row) => row.amount,
  declared: (row) => row.declared,
  difference: (row) => row.difference,
  label: (row) => row.label,
  status: (row) => row.status,
  confirmations: (row) => row.confirmations,
  confirmationsNeeded: (row) => row.confirmationsNeeded,
  hash: (row) => row.hash,
};
