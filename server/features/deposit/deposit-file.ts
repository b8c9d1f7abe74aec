import type { z } from 'zod';
import type { DepositView, exportDepositsQuery } from '../../../contracts/deposit.contract.js';
import { fieldsOf } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { depositPage } from './deposit.query.js';

interface Job {
  readonly userId: string;
  readonly filters: z.output<typeof exportDepositsQuery>;
}

const COLUMNS = {
  ...fieldsOf('depositId', 'createdAt', 'decidedAt', 'network', 'currency', 'amount', 'declared', 'difference'),
  ...fieldsOf('label', 'status', 'confirmations', 'confirmationsNeeded', 'hash'),
};

export const DEPOSITS_FILE = listFile<Job, DepositView>(
  import.meta.url,
  'DEPOSITS_FILE',
  COLUMNS,
  ({ pool }, { userId }, query) => depositPage(pool, userId, query),
);
