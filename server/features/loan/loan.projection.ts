import type { LoanPayer, LoanStatus } from '../../../contracts/loan.contract.js';
import { amount, least, ZERO } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable, sum, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type {
  LendingEvent,
  LoanEvent,
  LoanOverdue,
  LoanPaymentEvent,
  LoanRepaid,
  LoanRequested,
} from './loan.events.js';

/** Every loan and application there ever was. Unknown values are '' and 0; `rejectedFor` has commas between, `images` are JSON. */
export const loans = new ReadTable('loans', {
  realm: key.text,
  loanId: key.text,
  userId: first.text,
  ownerId: first.text,
  position: first.count,
  principal: first.amount,
  periodDays: first.count,
  dailyRate: first.text,
  freeDays: first.count,
  lateRate: first.text,
  timeZone: first.text,
  setOffDays: first.count,
  writeOffDays: first.count,
  policyVersion: first.count,
  score: first.count,
  creditLimit: first.amount,
  requestedAt: first.instant,
  images: last.text,
  sealedApplicant: first.text,
  status: last.textOf<LoanStatus>(),
  disbursedAt: last.instant,
  date: last.text,
  dueDate: last.text,
  overdueDays: last.count,
  rejectedFor: last.text,
  setOff: sum.amount,
  endedAt: last.instant,
  interest: orNull(last.amount),
  lateFee: orNull(last.amount),
  paidBy: last.textOf<LoanPayer | ''>(),
  paymentId: last.text,
  writtenOff: orNull(last.amount),
});
export type LoanRow = RowOf<typeof loans>;

/** The lending book. */
export const lending = new ReadTable('lending', {
  realm: key.text,
  grantedUsdt: sum.amount,
  freeUsdt: sum.amount,
  openCount: sum.count,
  openUsdt: sum.amount,
  overdueCount: sum.count,
  overdueUsdt: sum.amount,
  count: sum.count,
  incomeUsdt: sum.amount,
  lossUsdt: sum.amount,
});

export const loanProjection: Projection = {
  name: 'loans',
  realms: ['real'],
  tables: [loans, lending],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (recorded.stream.startsWith('lending-')) return applyGrant(rows, recorded as LendingEvent);
    if (recorded.stream.startsWith('loanPayment-')) return cleared(rows, recorded as LoanPaymentEvent);
    if (!recorded.stream.startsWith('loan-')) return;
    applyLoan(rows, recorded as LoanEvent);
    applyBook(rows, recorded as LoanEvent);
  },
};

function applyLoan(rows: RowBatch, event: LoanEvent): void {
  const { realm, at } = event;
  const { loanId } = event.data;
  switch (event.type) {
    case 'LoanRequested':
      return requested(rows, event, event.data);
    case 'LoanWithdrawn':
      return rows.update(loans, { realm, loanId, status: 'withdrawn', endedAt: at });
    case 'LoanRejected':
      return rows.update(loans, {
        realm,
        loanId,
        status: 'rejected',
        rejectedFor: event.data.reasons.join(','),
        endedAt: at,
      });
    case 'LoanAnswered':
      return rows.update(loans, { realm, loanId, images: JSON.stringify(event.data.images) });
    case 'LoanDisbursed': {
      const { date, dueDate } = event.data;
      return rows.update(loans, { realm, loanId, status: 'disbursed', disbursedAt: at, date, dueDate });
    }
    case 'LoanOverdue': {
      const { day: overdueDays, sum: setOff } = event.data;
      return rows.update(loans, { realm, loanId, status: 'overdue', overdueDays, setOff: amount(setOff) });
    }
    case 'LoanPaymentSent':
    case 'LoanPaymentClaimed':
      return rows.update(loans, { realm, loanId, status: 'repaying' });
    case 'LoanPaymentWithdrawn':
    case 'LoanPaymentRejected':
    case 'LoanPaymentLapsed':
      return rows.update(loans, { realm, loanId, status: event.data.overdueDay > 0 ? 'overdue' : 'disbursed' });
    case 'LoanRepaid': {
      const { interest, lateFee, by: paidBy } = event.data;
      const paid = { interest: amount(interest), lateFee: amount(lateFee), paidBy };
      return rows.update(loans, { realm, loanId, status: 'cleared', endedAt: at, ...paid });
    }
    case 'LoanWrittenOff':
      // The label stays.
      return rows.update(loans, { realm, loanId, endedAt: at, writtenOff: amount(event.data.lost) });
    default:
  }
}

/** Whoever compares the bank with the books finds the clearing by the voucher. */
function cleared(rows: RowBatch, { realm, data: { loanId, paymentId } }: LoanPaymentEvent): void {
  rows.update(loans, { realm, loanId, paymentId });
}

function requested(rows: RowBatch, { realm, position, at }: RecordedEvent, data: LoanRequested): void {
  rows.insert(loans, {
    realm,
    loanId: data.loanId,
    userId: data.userId,
    ownerId: data.ownerId,
    position,
    periodDays: data.periodDays,
    dailyRate: data.dailyRate,
    freeDays: data.freeDays,
    lateRate: data.lateRate,
    timeZone: data.timeZone,
    setOffDays: data.setOffDays,
    writeOffDays: data.writeOffDays,
    sealedApplicant: data.sealedApplicant,
    principal: amount(data.principal),
    policyVersion: data.policy.version,
    score: data.score,
    creditLimit: amount(data.limit),
    requestedAt: at,
    images: JSON.stringify(data.images),
    status: 'unreviewed',
    disbursedAt: 0,
    date: '',
    dueDate: '',
    overdueDays: 0,
    rejectedFor: '',
    setOff: ZERO,
    endedAt: 0,
    paidBy: '',
    paymentId: '',
  });
}

const NOTHING = {
  grantedUsdt: ZERO,
  freeUsdt: ZERO,
  openCount: 0,
  openUsdt: ZERO,
  overdueCount: 0,
  overdueUsdt: ZERO,
  count: 0,
  incomeUsdt: ZERO,
  lossUsdt: ZERO,
};

function applyGrant(rows: RowBatch, { realm, data }: LendingEvent): void {
  const granted = amount(data.granted);
  rows.upsert(lending, { ...NOTHING, realm, grantedUsdt: granted, freeUsdt: granted });
}

/** Each event names all that the figures follow from. */
function applyBook(rows: RowBatch, { realm, type, data }: LoanEvent): void {
  switch (type) {
    case 'LoanDisbursed': {
      const principal = amount(data.principal);
      return rows.upsert(lending, { ...NOTHING, realm, freeUsdt: -principal, openCount: 1, openUsdt: principal });
    }
    case 'LoanOverdue':
      return overdue(rows, realm, data);
    case 'LoanRepaid':
      return repaid(rows, realm, data);
    case 'LoanWrittenOff': {
      const lost = amount(data.lost);
      const out = { openCount: -1, openUsdt: -lost, overdueCount: -1, overdueUsdt: -lost };
      return rows.upsert(lending, { ...NOTHING, realm, ...out, freeUsdt: lost, lossUsdt: lost });
    }
    default:
  }
}

function overdue(rows: RowBatch, realm: string, { day, principalLeft, sum: text }: LoanOverdue): void {
  const before = amount(principalLeft);
  const back = least(amount(text), before);
  const first = day === 1 ? { overdueCount: 1, overdueUsdt: before } : { overdueCount: 0, overdueUsdt: -back };
  const money = { freeUsdt: back, openUsdt: -back, incomeUsdt: amount(text) - back };
  rows.upsert(lending, { ...NOTHING, realm, ...first, ...money });
}

function repaid(rows: RowBatch, realm: string, { principal, setOff, paid, wasOverdue }: LoanRepaid): void {
  const before = amount(principal) - least(amount(setOff), amount(principal));
  const out = wasOverdue ? { overdueCount: -1, overdueUsdt: -before } : {};
  const money = { freeUsdt: before, openUsdt: -before, incomeUsdt: amount(paid) - before };
  rows.upsert(lending, { ...NOTHING, realm, openCount: -1, count: 1, ...money, ...out });
}
