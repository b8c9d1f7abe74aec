import { z } from 'zod';
import { staffLending, staffLoans } from '../../../contracts/loan.calls.js';
import { LOAN_STATUSES } from '../../../contracts/loan.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { lending, loans } from './loan.projection.js';

/** `/staff/loans`, the newest first. */
export const loanList = tableList(staffLoans, loans, {
  filter: z.object({
    userId: z.string().max(64).optional(),
    status: z.enum(LOAN_STATUSES).optional(),
  }),
  defaultSort: ['requestedAt', 'DESC'],
  readModels: ['loans'],
  sorts: ['requestedAt', 'disbursedAt', 'dueDate', 'overdueDays'],
  then: ['position', 'loanId'],
  columns: { id: 'loan_id', amount: 'trim_scale(principal)::text' },
});

/** `/staff/lending`: the lending book in one row. */
export const lendingList = tableList(staffLending, lending, {
  filter: z.object({}),
  defaultSort: ['id', 'ASC'],
  readModels: ['loans'],
  sorts: [],
  then: ['realm'],
  columns: { id: 'realm' },
});
