import { units } from '../../../core/audit-figures.js';
import type {
  LoanDisbursed,
  LoanPaymentBegun,
  LoanPaymentCleared,
  LoanPaymentSeen,
  LoanRequested,
} from '../loan.events.js';

/** A loan as its audit follows it. */
export interface Loan {
  readonly requested: LoanRequested;
  disbursed: LoanDisbursed | null;
  day: number;
  setOff: bigint;
  /** The overdue date that something was set off on last. */
  setOffDay: number;
  /** When a voucher last stopped to wait. */
  resumedAt: number | null;
  /** What the bank showed that no receipt claimed, and when the calendar goes on without a decision on it. */
  seen: LoanPaymentSeen | null;
  until: number | null;
  /** A repayment by bank, from when on its amount holds, and what cleared the loan. */
  payment: (LoanPaymentBegun & { readonly begunAt: number; readonly voucher: string | null }) | null;
  cleared: LoanPaymentCleared | null;
  readonly seenWires: Set<string>;
}

/** A loan of which nothing is known but its request. */
export const begunBy = (requested: LoanRequested): Loan => ({
  requested,
  disbursed: null,
  day: 0,
  setOff: 0n,
  setOffDay: 0,
  resumedAt: null,
  payment: null,
  cleared: null,
  seen: null,
  until: null,
  seenWires: new Set(),
});

/** A receipt, or what the bank shows, waits for a decision: its calendar stands still. */
export const isHeld = ({ seen, payment }: Loan): boolean => seen !== null || (payment?.voucher ?? null) !== null;

/** What was set off paid the principal first. */
export function leftOf({ requested, setOff }: Loan): bigint {
  const principal = units(requested.principal);
  return setOff < principal ? principal - setOff : 0n;
}
