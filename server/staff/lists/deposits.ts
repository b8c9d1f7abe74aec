import { z } from 'zod';
import { DEPOSIT_LABELS } from '../../../contracts/deposit.contract.js';
import {
  LABEL_OF_STAFF_DEPOSIT,
  STAFF_DEPOSIT_STATUSES,
  type StaffDepositRow,
} from '../../../contracts/deposit-desk.contract.js';
import { equalities } from './list-sql.js';
import type { Resource } from './resource.js';

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
export const depositResource: Resource<typeof filter, StaffDepositRow> = {
  filter,
  sorts: Object.keys(orders),
  defaultSort: ['createdAt', 'DESC'],
  readModels: ['deposits'],
  orders,
  from: 'deposits',
  select: `deposit_id AS id, nullif(user_id, '') AS "userId", network, currency, hash, nullif(amount, '') AS amount,
    nullif(declared, '') AS declared, '' AS label, status, confirmations, confirmations_needed AS "confirmationsNeeded",
    reorganised, created_at AS "createdAt", nullif(decided_at, 0) AS "decidedAt", policy_version AS "rulesVersion"`,
  where: (given, values) => {
    const { label, createdFrom, createdTo } = given;
    const columns = { status: 'status', userId: 'user_id', network: 'network', currency: 'currency' } as const;
    const conditions = equalities(given, { ...columns, hash: 'hash' }, values);
    if (label !== undefined) {
      const statuses = STAFF_DEPOSIT_STATUSES.filter((status) => LABEL_OF_STAFF_DEPOSIT[status] === label);
      conditions.push(`status = ANY (${values.add(statuses)})`);
    }
    if (createdFrom !== undefined) conditions.push(`created_at >= ${values.add(createdFrom)}`);
    if (createdTo !== undefined) conditions.push(`created_at <= ${values.add(createdTo)}`);
    return conditions;
  },
  whereIds: (ids, values) => `deposit_id = ANY (${values.add(ids)})`,
  view: (row: StaffDepositRow) => ({ ...row, label: LABEL_OF_STAFF_DEPOSIT[row.status] }),
};
