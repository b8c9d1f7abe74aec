import type { ReconciliationItem, ReconciliationLine } from '../../../contracts/reconciliation.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Stream `reconciliation-runs` of the realm `real`. `day`: in UTC, `2026-11-21`. */
export interface ReconciliationDue {
  readonly runId: string;
  readonly day: string;
}

/** What was found; at most 500 items. */
export interface Reconciled {
  readonly runId: string;
  /** Of the books that were compared. */
  readonly position: number;
  readonly lines: readonly ReconciliationLine[];
  readonly items: readonly ReconciliationItem[];
  /** Lines that differ. */
  readonly differences: number;
}

export type ReconciliationEvent =
  | RecordedEvent<'ReconciliationDue', ReconciliationDue>
  | RecordedEvent<'Reconciled', Reconciled>;

export const reconciliationEvents = declareEventTypesWith(
  { runId: 'none' },
  { type: 'ReconciliationDue', schema: 1 },
  { type: 'Reconciled', schema: 1 },
);
