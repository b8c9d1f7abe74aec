import { amount, format, roundTo } from '../../../shared/money.js';
import { sumOf, type MatchedWire } from '../../core/bank-wires.js';
import type { Instant } from '../../core/clock.js';
import { dayOf, startOfDay } from '../../core/zone.js';
import { daysHeld, owedAfter, type LoanPayment, type OwedLoan } from './loan.state.js';

/** The account of the lender: at a bank that does not exist, with valid check digits. */
export const LENDER_BANK = {
  accountName: 'Simulated Lender (no real account)',
  accountNumber: 'CH9100000000000000077',
  bankName: 'Simulated Bank of Zurich',
  bankAddress: 'Simulation, no street, Zurich',
  swift: 'SIMUCHZ0XXX',
};
/** One USDT is one dollar, as the bank pays it out. */
export const PAYMENT_CURRENCY = 'USD';
const CENTS = 2;
/** Who begins just before midnight has so long too. */
const HOURS_MS = 3 * 3_600_000;

/** Short enough to type, in the characters that banks carry. The same for every payment of a loan: no wire is lost by a bad picture. */
export function loanReference(loanId: string): string {
  return `GL${loanId
    .slice(loanId.indexOf('-') + 1)
    .slice(0, 12)
    .toUpperCase()}`;
}

/** The same of the rows of `loans`. */
export const LOAN_REFERENCE_SQL = `'GL' || upper(substr(loan_id, strpos(loan_id, '-') + 1, 12))`;

export const wiredFor = (owed: string): string => format(roundTo(amount(owed), CENTS, 'up'));

/** An amount is that of a date, so it is valid until the date is over. */
export const validUntil = ({ timeZone }: OwedLoan, at: Instant): Instant =>
  Math.max(startOfDay(timeZone, dayOf(timeZone, at) + 1), at + HOURS_MS);

/** What of a payment by bank decides what its wires have to pay. */
export type Fixed = Pick<LoanPayment, 'currency' | 'begunAt' | 'validUntil' | 'days'>;

/** What a wire that arrives at an instant has to pay by: its date, or the one that the amount was fixed by. */
function daysAt(loan: OwedLoan, { begunAt, validUntil: until, days }: Fixed, at: Instant): number {
  const held = daysHeld(loan, at);
  const due = at >= begunAt && at < until ? Math.min(held, days) : held;
  // Whatever was set off before the voucher came paid a later date already.
  return loan.setOffDay === 0 ? due : Math.max(due, loan.periodDays + loan.setOffDay);
}

/** So many vouchers stop the calendar of a loan: whoever sends no true one has a balance to pay from. */
const VOUCHERS_MAX = 3;
export const vouchersLeft = ({ vouchers }: Pick<OwedLoan, 'vouchers'>): number => Math.max(0, VOUCHERS_MAX - vouchers);

/** What wires came to, and by which date. */
export interface PaidByWires {
  readonly days: number;
  readonly owed: string;
  readonly wires: readonly MatchedWire[];
}

/** The first wires that together pay what the loan cost when the last of them arrived; what is missing where none do. */
export function paidBy(
  loan: OwedLoan,
  payment: Fixed,
  wires: readonly MatchedWire[],
  at: Instant,
): PaidByWires | { readonly arrived: string; readonly wanted: string } {
  const counted = wires
    .filter(({ isToAccount, currency }) => isToAccount && currency === payment.currency)
    .sort((a, b) => a.arrivedAt - b.arrivedAt);
  const costAt = (instant: Instant) => owedAfter(loan, daysAt(loan, payment, instant));
  for (const [index, { arrivedAt }] of counted.entries()) {
    const first = counted.slice(0, index + 1);
    const { owed } = costAt(arrivedAt);
    if (sumOf(first) >= amount(wiredFor(owed))) return { days: daysAt(loan, payment, arrivedAt), owed, wires: first };
  }
  const last = counted.at(-1)?.arrivedAt ?? at;
  return { arrived: format(sumOf(counted)), wanted: wiredFor(costAt(last).owed) };
}
