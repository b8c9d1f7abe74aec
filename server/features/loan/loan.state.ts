import { loanCost, type LoanCost, type LoanTerms } from '../../../shared/loan.js';
import { amount, format, least, ZERO, type Amount } from '../../../shared/money.js';
import { dateOf, startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import type { Debt } from '../../core/ports/open-debts.js';
import { never } from '../../core/never.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { dayOf, startOfDay } from '../../core/zone.js';
import { ClaimLoanPayment, CollectLoan, LapseLoanPayment, RemindOfLoan } from './loan.commands.js';
import type {
  LendingEvent,
  LoanAnswered,
  LoanDisbursed,
  LoanEvent,
  LoanMoreRequested,
  LoanOverdue,
  LoanPaymentBegun,
  LoanPaymentClaimed,
  LoanPaymentLapsed,
  LoanPaymentRejected,
  LoanPaymentSeen,
  LoanPaymentSent,
  LoanPaymentWithdrawn,
  LoanReminded,
  LoanRequested,
} from './loan.events.js';

const DAY_MS = 86_400_000;
/** So long the borrower may send a receipt of what the bank shows, before staff get it without one. */
const RECEIPT_MS = DAY_MS;

/** A loan that is not over: it waits for staff, or is owed. */
export interface OpenLoan extends LoanRequested {
  readonly requestedAt: Instant;
  /** `null` while it waits for staff. */
  readonly disbursed: Pick<LoanDisbursed, 'date' | 'dueDate' | 'overdueAt'> | null;
  /** Overdue dates begun at the last step of the collection. */
  readonly overdueDay: number;
  /** USDT that were set off so far, and the overdue date of the last of them; 0 before. */
  readonly setOff: string;
  readonly setOffDay: number;
  /** What staff asked for; `null` where they wait for nothing. */
  readonly asked: Pick<LoanMoreRequested, 'reasons' | 'advice' | 'until'> | null;
  /** How often the borrower answered, and the number of new images of the last time. */
  readonly answered: { readonly times: number; readonly photos: number };
  /** A repayment by bank that was begun; `null` without one. */
  readonly payment: LoanPayment | null;
  /** What the bank shows for it, until a voucher or staff claim it. */
  readonly seen: Pick<LoanPaymentSeen, 'paymentId' | 'days' | 'owed'> | null;
  /** Wires that were seen: each holds up the calendar once. */
  readonly seenWires: readonly string[];
  /** Vouchers so far, and when the last of them waited no more: the calendar makes up for what came before; `null` before. */
  readonly vouchers: number;
  readonly resumedAt: Instant | null;
}

/** A repayment by bank. */
export interface LoanPayment extends Pick<
  LoanPaymentBegun,
  'reference' | 'toAccount' | 'currency' | 'owed' | 'payAmount' | 'days' | 'validUntil'
> {
  readonly begunAt: Instant;
  /** What waits for staff; `null` before it was sent and after a rejection. */
  readonly voucher: LoanVoucher | null;
  /** Why the last voucher was rejected. */
  readonly rejectedFor: readonly string[];
}
export interface LoanVoucher extends Pick<LoanPaymentSent, 'paymentId'> {
  /** `null` where the bank's record is all that there is. */
  readonly sealedPayer: LoanPaymentSent['sealedPayer'] | null;
  readonly paymentProof: string | null;
  readonly sentAt: Instant;
  /** What staff asked for; `null` where they wait for nothing. */
  readonly asked: OpenLoan['asked'];
  /** How often its image was replaced. */
  readonly answers: number;
}
/** A question of staff, as the borrower reads it. */
export const askedView = (asked: OpenLoan['asked']) =>
  asked === null ? null : { ...asked, reasons: [...asked.reasons] };

/** A loan that is owed. */
export type OwedLoan = OpenLoan & { readonly disbursed: NonNullable<OpenLoan['disbursed']> };

/** Who borrows does so with the real account. */
export const ownerOf = (userId: string): string => `${userId}.1`;

/** The loans of an account. */
export interface LoanState {
  readonly open: ReadonlyMap<string, OpenLoan>;
  /** When a repaid loan last raised the credit score. */
  readonly countedAt: Instant | null;
  readonly writtenOff: boolean;
  /** Principal that was written off: withdrawals leave it covered, or not paying back would pay. */
  readonly lost: string;
}

export const loanKind: StreamKind<LoanState> = {
  name: 'loan',
  initial: () => ({ open: new Map(), countedAt: null, writtenOff: false, lost: '0' }),
  evolve: (state, event) => evolve(state, event as LoanEvent),
  snapshot: {
    schema: 6,
    everyEvents: 200,
    save: ({ open, ...state }) => ({ ...state, open: [...open.values()] }),
    load: (saved) => {
      const { open, ...state } = saved as Omit<LoanState, 'open'> & { open: OpenLoan[] };
      return { ...state, open: new Map(open.map((loan) => [loan.loanId, loan])) };
    },
  },
};

/** What the published rules gave to the lender so far. */
interface LendingState {
  readonly granted: string;
}

export const lendingKind: StreamKind<LendingState> = {
  name: 'lending',
  initial: () => ({ granted: '0' }),
  evolve: (_, event) => ({ granted: (event as LendingEvent).data.total }),
};

export const loanTimetable: Timetable = {
  LoanDisbursed: ({ data: { userId, ownerId, loanId, remindsAt } }: Happened<LoanDisbursed>) => ({
    id: `remind-of-loan:${loanId}`,
    dueAt: remindsAt,
    command: planned(RemindOfLoan, { userId, ownerId, loanId }),
  }),
  LoanReminded: ({ data }: Happened<LoanReminded>) => collect(data, 1, data.overdueAt),
  LoanOverdue: ({ data }: Happened<LoanOverdue>) => collect(data, data.nextDay, data.nextAt),
  LoanPaymentSeen: ({ data, at }: Happened<LoanPaymentSeen>) => ({
    id: `claim-loan-payment:${data.paymentId}`,
    dueAt: at + RECEIPT_MS,
    command: planned(ClaimLoanPayment, namesOf(data)),
  }),
  LoanPaymentClaimed: ({ data }: Happened<LoanPaymentClaimed>) => ({
    id: `lapse-loan-payment:${data.paymentId}`,
    dueAt: data.until,
    command: planned(LapseLoanPayment, namesOf(data)),
  }),
  LoanPaymentLapsed: ({ data }: Happened<LoanPaymentLapsed>) => catchUp(data),
  LoanPaymentWithdrawn: ({ data }: Happened<LoanPaymentWithdrawn>) => catchUp(data),
  LoanPaymentRejected: ({ data }: Happened<LoanPaymentRejected>) => catchUp(data),
};

function namesOf({ userId, ownerId, loanId, paymentId }: LoanPaymentSeen | LoanPaymentClaimed) {
  return { userId, ownerId, loanId, paymentId };
}

type OfLoan = Pick<LoanReminded, 'userId' | 'ownerId' | 'loanId'>;
const collect = ({ userId, ownerId, loanId }: OfLoan, day: number, dueAt: Instant) => ({
  id: `collect-loan:${loanId}:${day}`,
  dueAt,
  command: planned(CollectLoan, { userId, ownerId, loanId, day }),
});

/** What was passed over while a voucher waited, under a name of its own: the timer of that date has fired. */
function catchUp(data: LoanPaymentWithdrawn | LoanPaymentRejected | LoanPaymentLapsed) {
  const { passed, paymentId } = data;
  if (passed === null) return undefined;
  const due = collect(data, passed.day, passed.at);
  return { ...due, id: `${due.id}:${paymentId}` };
}

/** A date of a time zone, by its count of days since 1970. */
export const localDate = (day: number): string => dateOf(day * DAY_MS);
export const localDay = (date: string): number => startOf(date) / DAY_MS;
/** When a date begins there. */
export const beginOf = (timeZone: string, date: string): Instant => startOfDay(timeZone, localDay(date));

export const isOwed = (loan: OpenLoan): loan is OwedLoan => loan.disbursed !== null;
/** The voucher of a payment by bank waits for staff. */
export const isPaying = ({ payment }: OpenLoan): boolean => payment !== null && payment.voucher !== null;
/** Its calendar stands still: what pays it may have come. */
export const isHeld = (loan: OpenLoan): boolean => isPaying(loan) || loan.seen !== null;
export const owedLoans = ({ open }: LoanState): OwedLoan[] => [...open.values()].filter(isOwed);

/** The overdue date that is looked at after `day`: the first one, and each one once `setOffDays` are over. */
export function stepAfter(loan: OwedLoan, day: number): { readonly day: number; readonly at: Instant } {
  if (day === 0) return { day: 1, at: loan.disbursed.overdueAt };
  const next = Math.max(day, loan.setOffDays) + 1;
  return { day: next, at: startOfDay(loan.timeZone, localDay(loan.disbursed.dueDate) + next) };
}

/** What the date of an owed loan follows from. */
interface Held extends Pick<OwedLoan, 'timeZone'> {
  readonly disbursed: Pick<OwedLoan['disbursed'], 'date'>;
}

/** Local dates since the disbursement. */
export const daysHeld = ({ timeZone, disbursed: { date } }: Held, at: Instant): number =>
  Math.max(0, dayOf(timeZone, at) - localDay(date));

/** The cost of a loan after so many dates, and what of it is still owed. */
export function owedAfter(
  loan: LoanTerms & Pick<OpenLoan, 'setOff'>,
  days: number,
): LoanCost & { readonly owed: string } {
  const cost = loanCost(loan, days);
  return { ...cost, owed: format(amount(cost.total) - amount(loan.setOff)) };
}
export const owedAt = (loan: OwedLoan, at: Instant) => owedAfter(loan, daysHeld(loan, at));

/** What was set off paid the principal first. */
export const principalLeft = ({ principal, setOff }: OpenLoan): Amount =>
  amount(principal) - least(amount(setOff), amount(principal));

/** Principal that is owed or asked for: what the limit is of. */
export const openPrincipal = ({ open }: LoanState): Amount =>
  [...open.values()].reduce((sum, loan) => sum + principalLeft(loan), ZERO);

/** Everything that repaying all loans would cost. */
export const debtAt = (state: LoanState, at: Instant): Amount =>
  owedLoans(state).reduce((sum, loan) => sum + amount(owedAt(loan, at).owed), ZERO);

/** Each loan that is owed, with all that repaying it now would cost, and what was written off. */
export function debtsAt(state: LoanState, at: Instant): readonly Debt[] {
  const owed = owedLoans(state).map((loan) => ({
    id: loan.loanId,
    label: loan.loanId,
    usdt: amount(owedAt(loan, at).owed),
    dueAt: loan.disbursed.overdueAt,
    dueUsdt: amount(owedAfter(loan, Math.max(loan.periodDays, daysHeld(loan, at))).owed),
  }));
  const lost = amount(state.lost);
  return lost === ZERO
    ? owed
    : [...owed, { id: 'written-off', label: 'written-off', usdt: lost, dueAt: null, dueUsdt: lost }];
}

/** A loan whose last date is over. */
export const overdueLoan = (state: LoanState, at: Instant): OwedLoan | undefined =>
  owedLoans(state).find(({ disbursed }) => disbursed.overdueAt <= at);

type PaymentEvent = Extract<LoanEvent, { type: `LoanPayment${string}` }>;
const isPayment = (event: LoanEvent): event is PaymentEvent => event.type.startsWith('LoanPayment');

function evolve(state: LoanState, event: LoanEvent): LoanState {
  return isPayment(event) ? evolvePayment(state, event) : evolveLoan(state, event);
}

function evolveLoan(state: LoanState, { type, data, at }: Exclude<LoanEvent, PaymentEvent>): LoanState {
  switch (type) {
    case 'LoanRequested':
      return { ...state, open: new Map(state.open).set(data.loanId, requested(data, at)) };
    case 'LoanMoreRequested': {
      const { reasons, advice, until } = data;
      return changed(state, data.loanId, { asked: { reasons, advice, until } });
    }
    case 'LoanAnswered':
      return answered(state, data);
    case 'LoanDisbursed': {
      const { date, dueDate, overdueAt } = data;
      return changed(state, data.loanId, { disbursed: { date, dueDate, overdueAt } });
    }
    case 'LoanReminded':
      return state;
    case 'LoanOverdue': {
      const loan = state.open.get(data.loanId);
      return loan === undefined ? state : changed(state, data.loanId, collected(loan, data));
    }
    case 'LoanRepaid':
      return { ...ended(state, data.loanId), countedAt: data.counts ? at : state.countedAt };
    case 'LoanWrittenOff': {
      const lost = format(amount(state.lost) + amount(data.lost));
      return { ...ended(state, data.loanId), writtenOff: true, lost };
    }
    case 'LoanWithdrawn':
    case 'LoanRejected':
      return ended(state, data.loanId);
    default:
      return never(type);
  }
}

function evolvePayment(state: LoanState, { type, data, at }: PaymentEvent): LoanState {
  switch (type) {
    case 'LoanPaymentBegun': {
      const { userId: _, ownerId: __, loanId, ...fixed } = data;
      return changed(state, loanId, { payment: { ...fixed, begunAt: at, voucher: null, rejectedFor: [] } });
    }
    case 'LoanPaymentSent':
      return sent(state, data, at);
    case 'LoanPaymentMoreRequested': {
      const { reasons, advice, until } = data;
      return voucherChanged(state, data.loanId, () => ({ asked: { reasons, advice, until } }));
    }
    case 'LoanPaymentAnswered': {
      const { paymentProof } = data;
      return voucherChanged(state, data.loanId, ({ answers }) => ({
        paymentProof,
        asked: null,
        answers: answers + 1,
      }));
    }
    case 'LoanPaymentWithdrawn': {
      const resumed = data.paymentId === null ? {} : { resumedAt: at };
      return changed(state, data.loanId, { payment: null, ...resumed });
    }
    case 'LoanPaymentRejected': {
      const { loanId, reasons } = data;
      return paying(changed(state, loanId, { resumedAt: at }), loanId, { voucher: null, rejectedFor: reasons });
    }
    case 'LoanPaymentSeen': {
      const { loanId, paymentId, days, owed, wires } = data;
      const seenWires = [...(state.open.get(loanId)?.seenWires ?? []), ...wires.map(({ id }) => id)];
      return changed(state, loanId, { seen: { paymentId, days, owed }, seenWires });
    }
    case 'LoanPaymentClaimed':
      return claimed(state, data, at);
    case 'LoanPaymentLapsed':
      return paying(changed(state, data.loanId, { resumedAt: at }), data.loanId, { voucher: null, rejectedFor: [] });
    default:
      return never(type);
  }
}

const requested = (data: LoanRequested, requestedAt: Instant): OpenLoan => ({
  ...data,
  requestedAt,
  disbursed: null,
  overdueDay: 0,
  setOff: '0',
  setOffDay: 0,
  asked: null,
  answered: { times: 0, photos: 0 },
  payment: null,
  seen: null,
  seenWires: [],
  vouchers: 0,
  resumedAt: null,
});

function answered(state: LoanState, { loanId, images }: LoanAnswered): LoanState {
  const loan = state.open.get(loanId);
  if (loan === undefined) return state;
  const before = new Set(loan.images.map(({ imageId }) => imageId));
  const photos = images.filter(({ imageId }) => !before.has(imageId)).length;
  return changed(state, loanId, { images, asked: null, answered: { times: loan.answered.times + 1, photos } });
}

function sent(
  state: LoanState,
  { loanId, paymentId, sealedPayer, paymentProof }: LoanPaymentSent,
  sentAt: Instant,
): LoanState {
  const vouchers = (state.open.get(loanId)?.vouchers ?? 0) + 1;
  const voucher = { paymentId, sealedPayer, paymentProof, sentAt, asked: null, answers: 0 };
  return paying(changed(state, loanId, { vouchers, seen: null }), loanId, { voucher, rejectedFor: [] });
}

/** An amount that its borrower fixed holds as it did. */
function claimed(
  state: LoanState,
  { userId: _, ownerId: __, loanId, paymentId, until: ___, ...fixed }: LoanPaymentClaimed,
  at: Instant,
): LoanState {
  const payment = state.open.get(loanId)?.payment ?? { ...fixed, begunAt: at };
  const voucher = { paymentId, sealedPayer: null, paymentProof: null, sentAt: at, asked: null, answers: 0 };
  return changed(state, loanId, { seen: null, payment: { ...payment, voucher, rejectedFor: [] } });
}

function paying(state: LoanState, loanId: string, change: Pick<LoanPayment, 'voucher' | 'rejectedFor'>): LoanState {
  const payment = state.open.get(loanId)?.payment ?? null;
  return payment === null ? state : changed(state, loanId, { payment: { ...payment, ...change } });
}

function voucherChanged(
  state: LoanState,
  loanId: string,
  change: (voucher: LoanVoucher) => Partial<LoanVoucher>,
): LoanState {
  const { voucher = null, rejectedFor = [] } = state.open.get(loanId)?.payment ?? {};
  return voucher === null ? state : paying(state, loanId, { voucher: { ...voucher, ...change(voucher) }, rejectedFor });
}

/** After a step of the calendar. */
export function collected<Loan extends OpenLoan>(loan: Loan, { day, sum }: Pick<LoanOverdue, 'day' | 'sum'>): Loan {
  const setOff = format(amount(loan.setOff) + amount(sum));
  return { ...loan, overdueDay: day, setOff, setOffDay: amount(sum) > ZERO ? day : loan.setOffDay };
}

function changed(state: LoanState, loanId: string, change: Partial<OpenLoan>): LoanState {
  const loan = state.open.get(loanId);
  return loan === undefined ? state : { ...state, open: new Map(state.open).set(loanId, { ...loan, ...change }) };
}

function ended(state: LoanState, loanId: string): LoanState {
  const open = new Map(state.open);
  open.delete(loanId);
  return { ...state, open };
}
