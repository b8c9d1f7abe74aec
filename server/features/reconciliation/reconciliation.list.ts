import { z } from 'zod';
import { staffReconciliation, staffReconciliations } from '../../../contracts/reconciliation.calls.js';
import type { StaffReconciliationRow } from '../../../contracts/reconciliation.contract.js';
import { staffList } from '../../engine/lists/staff-list.js';

/** Runs that found a difference, or none; those that are under way are neither. */
const filter = z.object({ differs: z.boolean().optional() });
const orders = { askedAt: ['asked_at', 'run_id'], day: ['day', 'asked_at', 'run_id'], id: ['run_id'] };

type Stored = Omit<StaffReconciliationRow, 'lines' | 'items'> & { lines: string; items: string };

/** `/staff/reconciliations`, the newest first. */
export const reconciliationList = staffList<typeof filter, StaffReconciliationRow>(
  staffReconciliations,
  {
    filter,
    defaultSort: ['askedAt', 'DESC'],
    readModels: ['reconciliations'],
    orders,
    from: 'reconciliations',
    // The name of the member of staff who started it; any other actor as it is.
    select: `coalesce((SELECT a.name FROM staff_accounts a WHERE 'staff:' || a.staff_id = asked_by), asked_by) AS "askedBy", run_id AS id, day, asked_at AS "askedAt", nullif(done_at, 0) AS "doneAt", position,
    differences, lines, items`,
    where: { differs: (differs) => (differs ? 'differences > 0' : 'differences = 0 AND done_at > 0') },
    ids: 'run_id',
    view: ({ lines, items, ...row }: Stored) => ({
      ...row,
      lines: JSON.parse(lines) as StaffReconciliationRow['lines'],
      items: JSON.parse(items) as StaffReconciliationRow['items'],
    }),
  },
  { rowCall: staffReconciliation },
);
