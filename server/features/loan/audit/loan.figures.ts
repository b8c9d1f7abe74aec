import { ONE, units } from '../../../core/audit-figures.js';
import type { PolicyVersionAt } from '../../../core/history-audit.js';
import type { LoanDisbursed, LoanPaymentBegun, LoanPaymentCleared, LoanRequested } from '../loan.events.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A unit of the eighth decimal. */
const GRAIN = 10n ** 10n;
const ACCOUNTS = ['spot', 'contract', 'options', 'futures', 'finance'];

/** A share of an amount for so many days, half-even at the eighth decimal. */
function shareOf(principal: string, rate: string, days: number): bigint {
  const size = ONE * GRAIN;
  const product = units(principal) * units(rate) * BigInt(days);
  const [whole, rest] = [product / size, product % size];
  const up = 2n * rest > size || (2n * rest === size && whole % 2n === 1n);
  return (up ? whole + 1n : whole) * GRAIN;
}

/** Interest and late fee so many dates after the disbursement. */
export function costAfter(loan: LoanRequested, days: number): { readonly interest: bigint; readonly lateFee: bigint } {
  const { principal, periodDays, dailyRate, freeDays, lateRate } = loan;
  const charged = (days < periodDays ? days : periodDays) - freeDays;
  const late = days - periodDays;
  const lateFee = late > 0 ? shareOf(principal, lateRate, late) : 0n;
  const most = units(principal);
  return {
    interest: charged > 0 ? shareOf(principal, dailyRate, charged) : 0n,
    lateFee: lateFee > most ? most : lateFee,
  };
}

export function totalAfter(loan: LoanRequested, days: number): bigint {
  const { interest, lateFee } = costAfter(loan, days);
  return units(loan.principal) + interest + lateFee;
}

/** The date of a place, as its calendar says it. */
export function dateIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
export const daysFrom = (date: string, later: string): number =>
  Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);

/** Whether a date begins there at an instant: a millisecond before it is another. */
export const beginsAt = (timeZone: string, date: string, at: number): boolean =>
  dateIn(timeZone, at) === date && dateIn(timeZone, at - 1) < date;

/** The class limit by the score, in whole USDT. */
export function limitOf(classLimit: string, score: number): bigint {
  const points = BigInt(score > 1000 ? 1000 : score);
  return ((units(classLimit) * points) / 500n / ONE) * ONE;
}

/** The versions that a request of an instant may follow: a call reads them a moment before it is decided. */
export function versionsAt(versions: readonly PolicyVersionAt[], at: number): number[] {
  const before = versions.filter(({ publishedAt }) => publishedAt <= at);
  return before.filter((_, n) => (before[n + 1]?.publishedAt ?? at) > at - MINUTE_MS).map(({ version }) => version);
}

/** What parts of available USDT pay: the principal that is left first. */
export function paymentOf(
  ownerId: string,
  parts: readonly { readonly space: string; readonly amount: string }[],
  principalLeft: bigint,
): Map<string, bigint> {
  const moved = new Map<string, bigint>();
  const add = (account: string, sum: bigint) => moved.set(account, (moved.get(account) ?? 0n) + sum);
  let left = principalLeft;
  for (const { space, amount: text } of parts) {
    if (!ACCOUNTS.includes(space)) add(`no such space: ${space}`, 1n);
    const sum = units(text);
    const back = sum < left ? sum : left;
    left -= back;
    add(`user/${ownerId}/${space}/available`, -sum);
    add('house/lending', back);
    add('house/loan-income', sum - back);
  }
  return moved;
}

const CENT = ONE / 100n;
/** Whole cents, rounded up: what a bank can carry. */
export const inCents = (sum: bigint): bigint => ((sum + CENT - 1n) / CENT) * CENT;

/** What came in by the bank is the borrower's for a moment, and pays the principal that is left first. */
export function wiredPayment(ownerId: string, paid: string, principalLeft: bigint): Map<string, bigint> {
  const moved = paymentOf(ownerId, [{ space: 'spot', amount: paid }], principalLeft);
  return moved.set('house/bank', -units(paid)).set(`user/${ownerId}/spot/available`, 0n);
}

/** The last overdue date that the calendar tells until a date. */
export function stepsUntil({ periodDays, setOffDays, writeOffDays }: LoanRequested, days: number): number {
  const late = Math.min(days - periodDays, writeOffDays);
  return late > setOffDays ? late : Math.min(late, 1);
}

interface Wired {
  readonly requested: LoanRequested;
  readonly disbursed: LoanDisbursed | null;
  readonly setOff: bigint;
  readonly setOffDay: number;
}

/** What wires have to pay: the cost on the date of the last one, or while a fixed amount held, and no earlier date than that of a set-off. */
export function costAt(
  { requested, disbursed, setOff, setOffDay }: Wired,
  payment: (Pick<LoanPaymentBegun, 'validUntil' | 'days'> & { readonly begunAt: number }) | null,
  wires: LoanPaymentCleared['wires'],
): { readonly expected: number; readonly owed: bigint; readonly arrived: bigint } {
  const last = Math.max(...wires.map(({ arrivedAt }) => arrivedAt));
  const held = Math.max(0, daysFrom(disbursed?.date ?? '', dateIn(requested.timeZone, last)));
  const holds = payment !== null && last >= payment.begunAt && last < payment.validUntil;
  const due = holds ? Math.min(held, payment.days) : held;
  const expected = setOffDay === 0 ? due : Math.max(due, requested.periodDays + setOffDay);
  const owed = totalAfter(requested, expected) - setOff;
  return { expected, owed, arrived: wires.reduce((sum, wire) => sum + units(wire.amount), 0n) };
}
