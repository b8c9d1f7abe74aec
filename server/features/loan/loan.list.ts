import { z } from 'zod';
import { staffLending, staffLoans } from '../../../contracts/loan.calls.js';
import { STAFF_LOAN_STATUSES, type StaffLoanRow } from '../../../contracts/loan.staff.contract.js';
import { dateOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { dayOf } from '../../core/zone.js';
import { tableList } from '../../engine/lists/table-list.js';
import { lending, loans } from './loan.projection.js';
import { daysHeld, localDay, owedAfter } from './loan.state.js';

/** `/staff/loans`, the newest first. What is owed is overdue for the dates until now, whatever the calendar did last. */
export const loanList = tableList(staffLoans, loans, ({ now }) => ({
  filter: z.object({
    userId: z.string().max(64).optional(),
    status: z.enum(STAFF_LOAN_STATUSES).optional(),
  }),
  defaultSort: ['requestedAt', 'DESC'],
  readModels: ['loans'],
  sorts: ['requestedAt', 'disbursedAt', 'dueDate'],
  orders: { overdueDays: [overdueOn(dateOf(now))] },
  then: ['position', 'loanId'],
  columns: {
    id: 'loan_id',
    status: SHOWN_STATUS,
    amount: 'trim_scale(principal)::text',
    // The view computes both.
    owedNow: 'NULL',
    lateFeeNow: 'NULL',
  },
  where: { status: SHOWN_STATUS },
  view: (row: StaffLoanRow) => ({ ...row, overdueDays: overdueDaysAt(row, now), ...owedIn(row, now) }),
}));

const SHOWN_STATUS = `CASE WHEN written_off IS NOT NULL THEN 'written-off' ELSE status END`;

/** PostgreSQL need not know the zones of contracts, so loans are ordered by the UTC date and shown by their own. */
const overdueOn = (today: string): string =>
  `CASE WHEN ended_at <> 0 OR due_date = '' THEN overdue_days ELSE greatest(0, '${today}'::date - due_date::date) END`;

/** Overdue dates begun in the zone of the contract; those of its last step once a loan is over. */
export function overdueDaysAt(
  { dueDate, endedAt, timeZone, overdueDays }: Pick<StaffLoanRow, 'dueDate' | 'endedAt' | 'timeZone' | 'overdueDays'>,
  now: Instant,
): number {
  return dueDate === '' || endedAt !== null ? overdueDays : Math.max(0, dayOf(timeZone, now) - localDay(dueDate));
}

/** What the owner of a loan reads at the same instant. */
export function owedIn(row: StaffLoanRow, now: Instant): Pick<StaffLoanRow, 'owedNow' | 'lateFeeNow'> {
  const { date, endedAt, timeZone, amount: principal } = row;
  if (date === '' || endedAt !== null) return { owedNow: null, lateFeeNow: null };
  const { owed, lateFee } = owedAfter({ ...row, principal }, daysHeld({ timeZone, disbursed: { date } }, now));
  return { owedNow: owed, lateFeeNow: lateFee };
}

/** `/staff/lending`: the lending book in one row. */
export const lendingList = tableList(staffLending, lending, {
  filter: z.object({}),
  defaultSort: ['id', 'ASC'],
  readModels: ['loans'],
  sorts: [],
  then: ['realm'],
  columns: { id: 'realm' },
});
