import { z } from 'zod';
import { staffWithdrawals } from '../../../contracts/withdrawal.staff.calls.js';
import {
  LABEL_OF_WITHDRAWAL,
  WITHDRAWAL_KINDS,
  WITHDRAWAL_LABELS,
  WITHDRAWAL_STATUSES,
} from '../../../contracts/withdrawal.contract.js';
import type { StaffWithdrawalRow } from '../../../contracts/withdrawal.staff.contract.js';
import { atLeast, atMost } from '../../engine/lists/list-sql.js';
import { moneyLabel } from '../../engine/lists/staff-list.js';
import { tableList } from '../../engine/lists/table-list.js';
import { withdrawals } from './withdrawals.projection.js';

const filter = z.object({
  kind: z.enum(WITHDRAWAL_KINDS).optional(),
  label: z.enum(WITHDRAWAL_LABELS).optional(),
  status: z.enum(WITHDRAWAL_STATUSES).optional(),
  userId: z.string().max(64).optional(),
  currency: z.string().max(12).optional(),
  fourEyes: z.boolean().optional(),
  hash: z.string().max(100).optional(),
  reference: z.string().max(64).optional(),
  requestedFrom: z.int().min(0).optional(),
  requestedTo: z.int().min(0).optional(),
});

/** `/staff/withdrawals`, the newest first. What is personal opens in the review room only. */
export const withdrawalList = tableList(
  staffWithdrawals,
  withdrawals,
  {
    filter,
    defaultSort: ['requestedAt', 'DESC'],
    readModels: ['withdrawals'],
    sorts: ['requestedAt', 'updatedAt', 'valueUsdt'],
    then: ['position'],
    columns: { id: 'withdrawal_id', label: `''`, rulesVersion: 'policy_version' },
    where: {
      label: (label, values) => {
        const statuses = WITHDRAWAL_STATUSES.filter((status) => LABEL_OF_WITHDRAWAL[status] === label);
        return `status = ANY (${values.add(statuses)})`;
      },
      requestedFrom: atLeast('requested_at'),
      requestedTo: atMost('requested_at'),
    },
    view: (row: StaffWithdrawalRow) => ({ ...row, label: LABEL_OF_WITHDRAWAL[row.status] }),
  },
  { search: { rank: 5, filters: (q) => [{ id: [q] }, { hash: q }, { reference: q }], label: moneyLabel } },
);
