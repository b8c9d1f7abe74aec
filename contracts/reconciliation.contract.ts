import { z } from 'zod';
import { requestToken } from './envelope.contract.js';

export const runReconciliationBody = z.strictObject({ requestToken: requestToken.optional() });

export const RECONCILIATION_SOURCES = ['chain', 'bank', 'c2c'] as const;
export type ReconciliationSource = (typeof RECONCILIATION_SOURCES)[number];

/**
 * One asset outside, as the books and as the world outside tell it. Amounts are decimal strings in the asset. `chain`: what lies in
 * custody beyond the endowment. `bank`: what was paid out. `c2c`: what was credited for wires.
 */
export interface ReconciliationLine {
  source: ReconciliationSource;
  asset: string;
  books: string;
  outside: string;
  /** Outside already, and not in the books yet. */
  arriving: string;
  /** Gone outside already, and not in the books yet. */
  leaving: string;
  /** outside - arriving + leaving - books: 0 when everything is as it must be. */
  difference: string;
}

export const RECONCILIATION_CAUSES = [
  'arriving',
  'leaving',
  'unknown-transfer',
  'other-amount',
  'without-transfer',
  'other-posting',
  'without-wire',
  'unexplained',
] as const;
export type ReconciliationCause = (typeof RECONCILIATION_CAUSES)[number];

/** What a line is made of: each transfer, payout or order that is under way, or that differs. */
export interface ReconciliationItem {
  source: ReconciliationSource;
  cause: ReconciliationCause;
  asset: string;
  amount: string;
  /** `<network>/<hash>`, an id of a request, or `@<position>` of the event. */
  reference: string;
}

/** `/staff/reconciliations`: one run. `id` is `day-2026-11-21`, or that of a run that staff asked for. */
export interface StaffReconciliationRow {
  id: string;
  day: string;
  /** `timer`, or the name of whoever of the staff asked. */
  askedBy: string;
  askedAt: number;
  /** `null` while it is running. */
  doneAt: number | null;
  /** The balances of the books are those after this event of the realm `real`; 0 while it is running. */
  position: number;
  differences: number;
  lines: ReconciliationLine[];
  items: ReconciliationItem[];
}

export interface ReconciliationBegunView {
  id: string;
}
