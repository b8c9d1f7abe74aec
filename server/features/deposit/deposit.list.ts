import { z } from 'zod';
import { staffDeposits } from '../../../contracts/deposit.staff.calls.js';
import { DEPOSIT_LABELS } from '../../../contracts/deposit.contract.js';
import {
  LABEL_OF_STAFF_DEPOSIT,
  STAFF_DEPOSIT_STATUSES,
  type StaffDepositRow,
} from '../../../contracts/deposit.staff.contract.js';
import { atLeast, atMost } from '../../engine/lists/list-sql.js';
import { moneyLabel } from '../../engine/lists/staff-list.js';
import { tableList } from '../../engine/lists/table-list.js';
import { deposits } from './deposits.projection.js';

const filter = z.object({
  label: z.enum(DEPOSIT_LABELS).optional(),
  status: z.enum(STAFF_DEPOSIT_STATUSES).optional(),
  userId: z.string().max(64).optional(),
  network: z.string().max(16).optional(),
  currency: z.string().max(16).optional(),
  hash: z.string().max(128).optional(),
  createdFrom: z.int().min(0).optional(),
  createdTo: z.int().min(0).optional(),
});

/** `/staff/deposits`, the newest first. Proofs are decided in the review room. */
export const depositList = tableList(
  staffDeposits,
  deposits,
  {
    filter,
    defaultSort: ['createdAt', 'DESC'],
    readModels: ['deposits'],
    sorts: ['createdAt'],
    then: ['position', 'depositId'],
    columns: { id: 'deposit_id', label: `''`, rulesVersion: 'policy_version' },
    where: {
      label: (label, values) => {
        const statuses = STAFF_DEPOSIT_STATUSES.filter((status) => LABEL_OF_STAFF_DEPOSIT[status] === label);
        return `status = ANY (${values.add(statuses)})`;
      },
      createdFrom: atLeast('created_at'),
      createdTo: atMost('created_at'),
    },
    view: (row: StaffDepositRow) => ({ ...row, label: LABEL_OF_STAFF_DEPOSIT[row.status] }),
  },
  { search: { rank: 6, filters: (q) => [{ id: [q] }, { hash: q }], label: moneyLabel } },
);
