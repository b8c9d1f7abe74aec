import { z } from 'zod';
import {
  RECONCILIATION_CAUSES,
  RECONCILIATION_SOURCES,
  type ReconciliationBegunView,
} from '../../../contracts/reconciliation.contract.js';
import { HouseCommand, planned, type DataOf } from '../../core/command.js';
import type { DueCommand } from '../../core/decider.js';

export type ReconciliationAnswer = ReconciliationBegunView;

const fallDueReconciliation = z.object({ runId: z.string(), day: z.string() });

/** Starts a run: by the calendar, or by staff. */
export class FallDueReconciliation extends HouseCommand<DataOf<typeof fallDueReconciliation>, ReconciliationAnswer> {
  static readonly type = 'FallDueReconciliation';
  static readonly schema = fallDueReconciliation;
}

const place = { source: z.enum(RECONCILIATION_SOURCES), asset: z.string() };
const line = { books: z.string(), outside: z.string(), arriving: z.string(), leaving: z.string() };
const recordReconciliation = z.object({
  runId: z.string(),
  position: z.int(),
  lines: z.array(z.object({ ...place, ...line, difference: z.string() })),
  items: z.array(
    z.object({ ...place, cause: z.enum(RECONCILIATION_CAUSES), amount: z.string(), reference: z.string() }),
  ),
  differences: z.int(),
});

/** What a run found; the fields of the fact that it becomes. */
export class RecordReconciliation extends HouseCommand<DataOf<typeof recordReconciliation>, ReconciliationAnswer> {
  static readonly type = 'RecordReconciliation';
  static readonly schema = recordReconciliation;
}

export const dayRun = (day: string): string => `day-${day}`;

const DAY_MS = 86_400_000;

/** The due command for the end of the day in UTC: the day is reconciled when it is over. */
export function nextReconciliation(now: number): DueCommand {
  const dueAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  const day = new Date(dueAt - DAY_MS).toISOString().slice(0, 10);
  return { id: `reconciliation:${day}`, dueAt, command: planned(FallDueReconciliation, { runId: dayRun(day), day }) };
}
