import { z } from 'zod';
import { staffDeposits } from '../../../contracts/deposit.staff.calls.js';
import { DEPOSIT_LABELS } from '../../../contracts/deposit.contract.js';
import {
  LABEL_OF_STAFF_DEPOSIT,
  STAFF_DEPOSIT_STATUSES,
  type StaffDepositRow,
} from '../../../contracts/deposit.staff.contract.js';
import { atLeast, atMost } from '../../engine/lists/list-sql.js';
import { moneyLabel, staffList } from '../../engine/lists/staff-list.js';

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

const orders = { createdAt: ['created_at', 'position', 'deposit_id'], id: ['deposit_id'] };

/** `/staff/deposits`, the newest first. Proofs are decided in the review room. */
export const depositList = staffList<typeof filter, StaffDepositRow>(
  staffDeposits,
  {
    filter,
    defaultSort: ['createdAt', 'DESC'],
    readModels: ['deposits'],
    orders,
    from: 'deposits',
    select: `deposit_id AS id, nullif(user_id, '') AS "userId", network, currency, hash, nullif(amount, '') AS amount,
    nullif(declared, '') AS declared, '' AS label, status, confirmations, confirmations_needed AS "confirmationsNeeded",
    reorganised, created_at AS "createdAt", nullif(decided_at, 0) AS "decidedAt", policy_version AS "rulesVersion"`,
    where: {
      label: (label, values) => {
        const statuses = STAFF_DEPOSIT_STATUSES.filter((status) => LABEL_OF_STAFF_DEPOSIT[status] === label);
        return `status = ANY (${values.add(statuses)})`;
      },
      status: 'status',
      userId: 'user_id',
      network: 'network',
      currency: 'currency',
      hash: 'hash',
      createdFrom: atLeast('created_at'),
      createdTo: atMost('created_at'),
    },
    ids: 'deposit_id',
    view: (row: StaffDepositRow) => ({ ...row, label: LABEL_OF_STAFF_DEPOSIT[row.status] }),
  },
  { search: { filters: (q) => [{ id: [q] }, { hash: q }], label: moneyLabel } },
);
