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
import { moneyLabel, staffList } from '../../engine/lists/staff-list.js';

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

const orders = {
  requestedAt: ['requested_at', 'position'],
  updatedAt: ['updated_at', 'position'],
  valueUsdt: ['value_usdt', 'position'],
  id: ['withdrawal_id'],
};

/** `/staff/withdrawals`, the newest first. What is personal opens in the review room only. */
export const withdrawalList = staffList<typeof filter, StaffWithdrawalRow>(
  staffWithdrawals,
  {
    filter,
    defaultSort: ['requestedAt', 'DESC'],
    readModels: ['withdrawals'],
    orders,
    from: 'withdrawals',
    select: `withdrawal_id AS id, user_id AS "userId", kind, currency, nullif(network, '') AS network,
    trim_scale(amount)::text AS amount, trim_scale(fee)::text AS fee, trim_scale(credited)::text AS credited,
    trim_scale(value_usdt)::text AS "valueUsdt", four_eyes AS "fourEyes", '' AS label, status,
    requested_at AS "requestedAt", updated_at AS "updatedAt", nullif(hash, '') AS hash,
    nullif(reference, '') AS reference, policy_version AS "rulesVersion"`,
    where: {
      kind: 'kind',
      label: (label, values) => {
        const statuses = WITHDRAWAL_STATUSES.filter((status) => LABEL_OF_WITHDRAWAL[status] === label);
        return `status = ANY (${values.add(statuses)})`;
      },
      status: 'status',
      userId: 'user_id',
      currency: 'currency',
      fourEyes: 'four_eyes',
      hash: 'hash',
      reference: 'reference',
      requestedFrom: atLeast('requested_at'),
      requestedTo: atMost('requested_at'),
    },
    ids: 'withdrawal_id',
    view: (row: StaffWithdrawalRow) => ({ ...row, label: LABEL_OF_WITHDRAWAL[row.status] }),
  },
  { search: { filters: (q) => [{ id: [q] }, { hash: q }, { reference: q }], label: moneyLabel } },
);
