import type { z } from 'zod';
import type { ClosedPositionView, exportPositionsQuery } from '../../../../contracts/contract.contract.js';
import { fieldsOf, type CsvColumns } from '../../../edge/http/csv.js';
import { listFile } from '../../../edge/work/file-writing.js';
import { closedPage } from './position.query.js';

interface Job {
  readonly realm: string;
  readonly ownerId: string;
  readonly filters: z.output<typeof exportPositionsQuery>;
}

const COLUMNS: CsvColumns<ClosedPositionView> = {
  ...fieldsOf('symbol', 'side', 'number', 'label', 'openedAt', 'closedAt', 'quantity', 'entryPrice', 'closePrice'),
  ...fieldsOf('realisedPnl', 'fees', 'funding', 'profit'),
};

export const POSITIONS_FILE = listFile<Job, ClosedPositionView>(
  import.meta.url,
  'POSITIONS_FILE',
  COLUMNS,
  ({ pool }, owner, query) => closedPage(pool, owner, query),
);
