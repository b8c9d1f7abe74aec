import type { z } from 'zod';
import {
  LABEL_OF_WITHDRAWAL,
  type exportWithdrawalsQuery,
  type WithdrawalPayeeView,
} from '../../../contracts/withdrawal.contract.js';
import { isRefusal } from '../../core/refusal.js';
import { csvPieces, fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import type { FilePieces, FileTools, FileWriter } from '../../edge/work/file-writing.js';
import { openVault } from '../../engine/vault/vault.js';
import { payeeView } from './withdrawal.payee.js';
import { withdrawalPage } from './withdrawal.query.js';
import type { WithdrawalRow } from './withdrawals.projection.js';

const PAGE = 1000;

interface Job {
  readonly userId: string;
  readonly filters: z.output<typeof exportWithdrawalsQuery>;
}

export const WITHDRAWALS_FILE: FileWriter<Job> = { from: import.meta.url, name: 'WITHDRAWALS_FILE', write };

async function* write({ userId, filters }: Job, { pool, config }: FileTools): FilePieces {
  const vault = await openVault(pool, config);
  yield* csvPieces(COLUMNS, async (cursor) => {
    const page = await withdrawalPage(pool, userId, { ...filters, cursor, limit: PAGE });
    if (isRefusal(page)) return page;
    const opened = page.items.map(async (row) => ({ ...row, payee: await payeeView(vault, userId, row.sealedPayee) }));
    return { ...page, items: await Promise.all(opened) };
  });
}

/** Named as the API names them. */
const COLUMNS: CsvColumns<WithdrawalRow & { payee: WithdrawalPayeeView | null }> = {
  ...fieldsOf('withdrawalId', 'requestedAt', 'updatedAt', 'kind', 'currency', 'network', 'amount', 'fee', 'credited'),
  label: ({ status }) => LABEL_OF_WITHDRAWAL[status],
  status: 'status',
  payeeLabel: ({ payee }) => payee?.label ?? null,
  payeeAccount: ({ payee }) => payee?.account ?? null,
  payeeTag: ({ payee }) => payee?.tag ?? null,
  ...fieldsOf('hash', 'reference', 'policyVersion'),
};
