import type { LoanPayer } from '../../../contracts/loan.contract.js';
import { loanCost } from '../../../shared/loan.js';
import { amount, format, least, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { dayOf, firstInstant, startOfDay } from '../../core/zone.js';
import { reviewOpened } from '../../review/review.events.js';
import type { LoanRequest, LoanRules, RepayLoan } from './loan.commands.js';
import type { LendingFacts, LoanFacts, LoanOverdue, LoanRequested } from './loan.events.js';
import { given, lent, lost, received, SPACES, type Funds } from './loan-postings.rules.js';
import {
  appliedOf,
  countsAt,
  disbursementProblem,
  grantDue,
  limitOf,
  problemsOf,
  type BorrowerNow,
  type LoanStanding,
} from './loan.rules.js';
import {
  collected,
  daysHeld,
  isHeld,
  isOwed,
  isPaying,
  loanTimetable,
  localDate,
  owedAfter,
  principalLeft,
  stepAfter,
  type LoanState,
  type OpenLoan,
  type OwedLoan,
} from './loan.state.js';

/** The name of the kind of request, as staff review it. */
export const LOAN_REVIEW = 'loan-application';

const DAY_MS = 86_400_000;
/** Reminders come at nine in the morning there. */
const MORNING_MS = 9 * 3_600_000;

const newEvent = eventsOf<LoanFacts>(({ ownerId }) => `loan-${ownerId}`);

interface LoanId {
  readonly loanId: string;
}

/** The application goes into the queue in one append with its own event: neither is ever there without the other. */
export function decideRequest(request: LoanRequest, standing: LoanStanding): Decided<LoanId> | Refusal {
  const [problem] = problemsOf(request, standing);
  if (problem !== undefined) return problem;
  const { userId, loanId, policy } = request;
  const principal = format(amount(request.amount));
  const fourEyes = amount(principal) >= amount(policy.values.fourEyesFrom);
  const data = requestedOf(request, standing, { principal, fourEyes });
  const requested = { ...newEvent('LoanRequested', data), schema: 2 };
  const about = { amount: principal, asset: 'USDT', valueUsdt: principal, fourEyes };
  const opened = reviewOpened({ requestId: loanId, kind: LOAN_REVIEW, userId, about });
  return { events: [requested, opened], answer: { loanId } };
}

/** Whatever the loan will cost, and what was asked for. */
function requestedOf(
  request: LoanRequest,
  { state }: LoanStanding,
  figures: Pick<LoanRequested, 'principal' | 'fourEyes'>,
): LoanRequested {
  const { userId, ownerId, loanId, periodDays, timeZone, class: riskClass, score, policy } = request;
  const { dailyRate, freeDays, lateRate, remindDays, setOffDays, writeOffDays } = policy.values;
  return {
    userId,
    ownerId,
    loanId,
    ...figures,
    periodDays,
    dailyRate,
    freeDays,
    lateRate,
    timeZone,
    remindDays,
    setOffDays,
    writeOffDays,
    class: riskClass,
    score,
    limit: limitOf(state, request).limit,
    sealedApplicant: request.sealedApplicant,
    images: request.images,
    policy: appliedOf(policy, riskClass),
    agreement: request.agreement ?? null,
  };
}

/** `review`: what takes the request out of its queue, or why that fails. */
export function decideWithdrawal(
  { open }: LoanState,
  loanId: string,
  review: () => NewEvent[] | Refusal,
): Decided<LoanId> | Refusal {
  const loan = open.get(loanId);
  if (loan === undefined) return refuse('loan.not-found', { loanId });
  if (isOwed(loan)) return refuse('loan.not-waiting', { loanId });
  const withdrawn = review();
  if (isRefusal(withdrawn)) return withdrawn;
  return { events: [newEvent('LoanWithdrawn', nameOf(loan)), ...withdrawn], answer: { loanId } };
}

/** What a disbursement depends on: the borrower, and what the lender has and was granted. */
interface Disbursement extends BorrowerNow {
  readonly granted: string;
  readonly lending: Amount;
  readonly policy: PolicyVersion<LoanRules>;
}

/** What follows from the staff's decision. Nothing for a request that does not wait. */
export function decideVerdict(
  realm: string,
  state: LoanState,
  decision: {
    readonly requestId: string;
    readonly verdict: 'approved' | 'rejected';
    readonly reasons: readonly string[];
  },
  lender: Disbursement,
  at: Instant,
): NewEvent[] | Refusal {
  const loan = state.open.get(decision.requestId);
  if (loan === undefined || isOwed(loan)) return [];
  if (decision.verdict === 'rejected')
    return [newEvent('LoanRejected', { ...nameOf(loan), reasons: decision.reasons })];
  const { policy, granted, lending } = lender;
  const problem = disbursementProblem(state, loan, lender, at);
  if (problem !== undefined) return problem;
  const due = grantDue(granted, policy.values);
  const available = lending + due;
  if (amount(loan.principal) > available)
    return refuse('loan.sold-out', { field: 'amount', available: format(available), ...decidedBy(policy) });
  const disbursed = newEvent('LoanDisbursed', { ...nameOf(loan), principal: loan.principal, ...spanOf(loan, at) });
  return [...grantOf(realm, due, policy), { ...disbursed, postings: lent(loan) }];
}

/** Day 0 is the date of the disbursement in the time zone of the contract. */
function spanOf({ timeZone, periodDays, remindDays }: OpenLoan, at: Instant) {
  const day = dayOf(timeZone, at);
  const due = day + periodDays;
  return {
    date: localDate(day),
    dueDate: localDate(due),
    remindsAt: firstInstant(timeZone, (due - remindDays) * DAY_MS + MORNING_MS),
    overdueAt: startOfDay(timeZone, due + 1),
  };
}

function grantOf(realm: string, due: Amount, { name, version, values }: PolicyVersion<LoanRules>): NewEvent[] {
  if (due === ZERO) return [];
  const { grantUsdt } = values;
  const granted = { granted: format(due), total: grantUsdt, policy: { name, version, inputs: { grantUsdt } } };
  const lendingEvent = eventsOf<LendingFacts>(() => `lending-${realm}`);
  return [{ ...lendingEvent('LendingGranted', granted), postings: given(due) }];
}

/** Repaid whole from the spot account, which has `available`. */
export function decideRepayment(
  state: LoanState,
  { loanId, shownTotal }: RepayLoan['data'],
  available: Amount,
  at: Instant,
): Decided<LoanId> | Refusal {
  const loan = state.open.get(loanId);
  if (loan === undefined) return refuse('loan.not-found', { loanId });
  if (!isOwed(loan)) return refuse('loan.nothing-owed', { loanId });
  if (isPaying(loan)) return refuse('loan.payment-waiting', { loanId });
  const days = daysHeld(loan, at);
  const { owed } = owedAfter(loan, days);
  if (amount(owed) !== amount(shownTotal))
    return refuse('loan.total-changed', { field: 'shownTotal', shown: shownTotal, owed });
  if (available < amount(owed))
    return refuse('asset.insufficient', { currency: 'USDT', available: format(available), needed: owed });
  const late = overdueUntil(loan, days);
  const counts = countsAt(state, loan, at);
  const events = [...late.events, repaid(late.loan, days, { by: 'balance', counts })];
  return { events, due: dueOf(events, at), answer: { loanId } };
}

/** A loan that is paid late was overdue, though a voucher kept its calendar from saying so: each step until that date is told. */
export function overdueUntil(loan: OwedLoan, days: number): { readonly loan: OwedLoan; readonly events: NewEvent[] } {
  const { day } = stepAfter(loan, loan.overdueDay);
  if (day > days - loan.periodDays || day > loan.writeOffDays) return { loan, events: [] };
  const { event, after } = stepOf(loan, day, []);
  const later = overdueUntil(after, days);
  return { loan: later.loan, events: [event, ...later.events] };
}

/** Nothing once it is repaid. */
export function decideReminder({ open }: LoanState, loanId: string): NewEvent[] {
  const loan = open.get(loanId);
  if (loan === undefined || !isOwed(loan)) return [];
  const { dueDate, overdueAt } = loan.disbursed;
  const { owed } = owedAfter(loan, loan.periodDays);
  return [newEvent('LoanReminded', { ...nameOf(loan), dueDate, owed, overdueAt })];
}

/**
 * An overdue date has begun. The first one is only told; once `setOffDays` are over, each takes what is available, whatever its
 * account space; once `writeOffDays` are over, the rest is given up.
 * While a voucher waits, or the bank shows what pays it, nothing happens. Of the dates that it kept waiting only the last one takes: whoever
 * sends a false one pays late fees until then.
 */
export function decideCollection(
  { open }: LoanState,
  { loanId, day }: { readonly loanId: string; readonly day: number },
  funds: Funds,
): NewEvent[] {
  const loan = open.get(loanId);
  if (loan === undefined || !isOwed(loan) || loan.overdueDay >= day || isHeld(loan)) return [];
  if (day > loan.writeOffDays) return [writtenOff(loan)];
  const days = loan.periodDays + day;
  const { event, after } = stepOf(
    loan,
    day,
    takes(loan, day) ? takenOf(funds, amount(owedAfter(loan, days).owed)) : [],
  );
  return amount(owedAfter(after, days).owed) > ZERO
    ? [event]
    : [event, repaid(after, days, { by: 'set-off', counts: false })];
}

function takes(loan: OwedLoan, day: number): boolean {
  if (day <= loan.setOffDays) return false;
  return loan.resumedAt === null || day === loan.writeOffDays || stepAfter(loan, day).at > loan.resumedAt;
}

/** A step of the calendar, and the loan after it. */
function stepOf(loan: OwedLoan, day: number, setOff: LoanOverdue['setOff']) {
  const { owed } = owedAfter(loan, loan.periodDays + day);
  const sum = format(setOff.reduce((all, one) => all + amount(one.amount), ZERO));
  const { day: nextDay, at: nextAt } = stepAfter(loan, day);
  const left = format(principalLeft(loan));
  const overdue = { ...nameOf(loan), day, owed, principalLeft: left, setOff, sum, nextDay, nextAt };
  const event: NewEvent = { ...newEvent('LoanOverdue', overdue), postings: received(loan, setOff) };
  return { event, after: collected(loan, overdue) };
}

/** The account spaces in their order, until all is paid. */
function takenOf(funds: Funds, owed: Amount): LoanOverdue['setOff'] {
  let rest = owed;
  return SPACES.flatMap((space) => {
    const part = least(funds(space), rest);
    if (part <= ZERO) return [];
    rest -= part;
    return [{ space, amount: format(part) }];
  });
}

export function repaid(
  loan: OwedLoan,
  days: number,
  { by, counts }: { readonly by: LoanPayer; readonly counts: boolean },
): NewEvent {
  const { interest, lateFee } = loanCost(loan, days);
  const { owed } = owedAfter(loan, days);
  const { principal, setOff, overdueDay } = loan;
  const event = newEvent('LoanRepaid', {
    ...nameOf(loan),
    principal,
    interest,
    lateFee,
    setOff,
    paid: owed,
    by,
    days,
    wasOverdue: overdueDay > 0,
    counts,
  });
  return by === 'bank' || amount(owed) === ZERO
    ? event
    : { ...event, postings: received(loan, [{ space: 'spot', amount: owed }]) };
}

function writtenOff(loan: OwedLoan): NewEvent {
  const rest = principalLeft(loan);
  const { principal, setOff } = loan;
  return {
    ...newEvent('LoanWrittenOff', { ...nameOf(loan), principal, setOff, lost: format(rest) }),
    postings: lost(rest),
  };
}

export const dueOf = (events: readonly NewEvent[], at: Instant) => dueAfter(loanTimetable, events, at);

const nameOf = ({ userId, ownerId, loanId }: OpenLoan) => ({ userId, ownerId, loanId });
