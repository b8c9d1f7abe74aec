import { amount, format, least, ZERO } from '../../../shared/money.js';
import { matchedWires } from '../../core/bank-wires.js';
import { Violation } from '../../core/violation.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { SEALED, type RealmLaws, type SimulatedWorld, type Simulation } from '../simulation.js';
import { loanPaymentReview, type LoanPaymentParts } from './loan-payment.review.js';
import { LENDER_BANK, loanReference, PAYMENT_CURRENCY } from './loan-payment.rules.js';
import type {
  LendingGranted,
  LoanDisbursed,
  LoanOverdue,
  LoanPaymentCleared,
  LoanRepaid,
  LoanWrittenOff,
} from './loan.events.js';
import { loanReview, type LoanReviewParts } from './loan.review.js';
import { isOwed, loanKind, owedAt, type OwedLoan } from './loan.state.js';
import { IMAGES, RULES } from './loan.testkit.js';

/**
 * Short spans and a small lender, so that loans become overdue and the lender runs dry. Interest beyond the bounds, so that not even
 * everything that people have covers it, and loans are given up.
 */
const SPANS = { freeDays: 0, remindDays: 1, setOffDays: 1, writeOffDays: 2 };
const VALUES = { ...RULES, ...SPANS, dailyRate: '50', grantUsdt: '900' };
const POLICY = { name: 'loan.rules', version: 1, values: VALUES };

/** What a repaid and an overdue loan do to the credit score. */
const CREDIT = {
  start: 500,
  floor: 0,
  ceiling: 1000,
  primary: 50,
  advanced: 100,
  address: 50,
  proofCredit: 40,
  proofHousing: 40,
  proofIncome: 40,
  proofBank: 40,
  loanRepaid: 30,
  loanOverdue: 60,
};
/** The loan that a voucher is of. */
const loanOfPayment = (paymentId: string): string => paymentId.slice(0, paymentId.lastIndexOf('-'));

/** People who borrow, repay, think better of it, or do not pay. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  policies: [{ name: 'credit.rules', version: 1, values: CREDIT }],
  reviews: [
    { kind: loanReview(partsOf(world)), facts: () => ({ prepared: { policy: POLICY, score: 500 } }) },
    {
      kind: loanPaymentReview({} as LoanPaymentParts),
      facts: (requestId) => ({ prepared: shownFor(world, loanOfPayment(requestId)) }),
    },
  ],
  requests: {
    id: 'loanId',
    open: ['LoanRequested'],
    end: ['LoanWithdrawn', 'LoanRejected', 'LoanRepaid', 'LoanWrittenOff'],
  },
  facts: { LoanPaymentCleared: (data) => isPaid(world, data as LoanPaymentCleared) },
  cameIn: { LoanPaymentCleared: (data) => amount((data as LoanPaymentCleared).paid) },
  laws,
  deeds: [{ share: 3, act: (userId) => borrowOrRepay(world, userId) }],
});

/** The gate is there once every noun has brought its part. */
function partsOf(world: SimulatedWorld): LoanReviewParts {
  const parts = {
    get gate() {
      return world.gate;
    },
  };
  return parts as LoanReviewParts;
}

function borrowOrRepay(world: SimulatedWorld, userId: string): void {
  const { rng, nextId, at, realm } = world;
  const ownerId = `${userId}.1`;
  const send = (type: string, data: object): void => {
    world.execute('real', { type, data: { userId, ownerId, ...data }, actor: `user:${userId}` });
  };
  const open = [...realm('real').state(loanKind, ownerId).open.values()];
  const loan = open.length > 0 ? rng.pick(open) : undefined;
  if (loan !== undefined && !isOwed(loan) && rng.chance(0.2)) send('WithdrawLoan', { loanId: loan.loanId });
  if (loan !== undefined && isOwed(loan) && rng.chance(0.4)) {
    const shownTotal = rng.chance(0.9) ? owedAt(loan, at).owed : '1';
    send('RepayLoan', { loanId: loan.loanId, shownTotal });
  }
  if (loan !== undefined && isOwed(loan) && rng.chance(0.5)) payByBank(world, loan);
  if (!rng.chance(0.5)) return;
  send('RequestLoan', {
    loanId: nextId('loan'),
    amount: rng.pick(['0', '5', '100', '123.45', '300', '700']),
    periodDays: 1,
    timeZone: rng.pick(['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York']),
    agreed: rng.pick([1, 1, 1, 1, 2, null]),
    sealedApplicant: SEALED,
    images: rng.chance(0.9) ? IMAGES : [],
    problem: null,
    class: rng.pick(['unassessed', 'conservative', 'balanced']),
    score: rng.pick([300, 500, 650]),
    policy: POLICY,
  });
}

/** The amount, the wire, the voucher, or second thoughts: whatever comes next, or what does not. */
function payByBank({ rng, at, nextId, outside, execute }: SimulatedWorld, loan: OwedLoan): void {
  const { userId, ownerId, loanId, payment } = loan;
  const send = (type: string, data: object): void => {
    execute('real', { type, data: { userId, ownerId, loanId, ...data }, actor: `user:${userId}` });
  };
  const see = (): void => {
    const wires = shownFor({ outside }, loanId);
    const data = { userId, ownerId, loanId, paymentId: `${loanId}-${nextId('p')}`, wires };
    execute('real', { type: 'SeeLoanPayment', data, actor: 'system:loan-watcher' });
  };
  // Somebody pays for whoever may not log in.
  if (payment === null && rng.chance(0.15)) {
    outside.wire(loanReference(loanId), LENDER_BANK.accountNumber, amount('99999'), PAYMENT_CURRENCY, at);
    return see();
  }
  if (payment === null || rng.chance(0.1)) return send('BeginLoanPayment', { shownTotal: owedAt(loan, at).owed });
  const sum = rng.chance(0.2) ? amount('1') : amount(payment.payAmount);
  if (rng.chance(0.7)) outside.wire(payment.reference, payment.toAccount, sum, payment.currency, at);
  if (rng.chance(0.3)) see();
  const paymentId = `${loanId}-${nextId('p')}`;
  if (rng.chance(0.8))
    send('SubmitLoanPayment', { paymentId, sealedPayer: SEALED, paymentProof: 'image-p', problem: null });
  if (rng.chance(0.1)) send('WithdrawLoanPayment', { paymentId: payment.voucher?.paymentId ?? null });
}

/** What the bank shows with the reference of a loan. */
const shownFor = ({ outside }: Pick<SimulatedWorld, 'outside'>, loanId: string) =>
  matchedWires(outside.wires.get(loanReference(loanId)) ?? [], LENDER_BANK.accountNumber);

/** Nothing is cleared beyond what the bank shows. */
function isPaid(world: SimulatedWorld, { loanId, paid }: LoanPaymentCleared): void {
  const wires = shownFor(world, loanId);
  const sum = wires.reduce((all, wire) => all + amount(wire.amount), ZERO);
  if (sum < amount(paid)) throw new Violation(`${loanId} was cleared for ${format(sum)} at the bank`);
}

/** Counted from the events alone: grants are what is free and what is lent, and nobody pays more than twice the principal and interest. */
function laws(realm: MemoryRealm): RealmLaws {
  const lent = new Map<string, { readonly principal: string; paid: bigint }>();
  let [granted, income, losses, isTouched] = [ZERO, ZERO, ZERO, false];
  const paid = (loanId: string, sum: bigint): void => {
    const loan = lent.get(loanId);
    if (loan === undefined) throw new Violation(`${loanId} was paid and was not lent`);
    loan.paid += sum;
    // Principal, interest of one date and a late fee as high as the principal.
    const worst = 52n * amount(loan.principal);
    if (loan.paid > worst) throw new Violation(`${loanId} cost ${format(loan.paid)}`);
  };
  const ended = (loanId: string, lost: bigint): void => {
    const loan = lent.get(loanId);
    if (loan === undefined) throw new Violation(`${loanId} ended and was not lent`);
    income += loan.paid - least(loan.paid, amount(loan.principal));
    losses += lost;
    lent.delete(loanId);
  };
  return {
    trades: 0,
    take({ type, data }) {
      if (!/^L(oan|ending)/.test(type)) return;
      isTouched = true;
      if (type === 'LendingGranted') granted += amount((data as LendingGranted).granted);
      if (type === 'LoanDisbursed') {
        const { loanId, principal } = data as LoanDisbursed;
        lent.set(loanId, { principal, paid: ZERO });
      }
      if (type === 'LoanOverdue') paid((data as LoanOverdue).loanId, amount((data as LoanOverdue).sum));
      if (type === 'LoanRepaid') {
        paid((data as LoanRepaid).loanId, amount((data as LoanRepaid).paid));
        ended((data as LoanRepaid).loanId, ZERO);
      }
      if (type === 'LoanWrittenOff') ended((data as LoanWrittenOff).loanId, amount((data as LoanWrittenOff).lost));
    },
    check() {
      if (!isTouched) return;
      isTouched = false;
      const out = [...lent.values()].reduce((sum, { principal, paid: back }) => {
        const rest = amount(principal) - back;
        return sum + (rest > ZERO ? rest : ZERO);
      }, ZERO);
      const free = amount(realm.balance(HOUSE.lending.account, 'USDT'));
      if (free < ZERO || free + out !== granted)
        throw new Violation(`${format(free)} are free and ${format(out)} lent of ${format(granted)}`);
      const lost = -amount(realm.balance(HOUSE.loanLosses.account, 'USDT'));
      if (lost !== losses) throw new Violation(`${format(lost)} were lost, not ${format(losses)}`);
      checkIncome(realm, income, [...lent.values()]);
    },
  };
}

/** What open loans have paid beyond their principal is income already. */
function checkIncome(
  realm: MemoryRealm,
  ended: bigint,
  open: readonly { readonly principal: string; readonly paid: bigint }[],
): void {
  const more = open.reduce((sum, { principal, paid }) => sum + paid - least(paid, amount(principal)), ended);
  const booked = amount(realm.balance(HOUSE.loanIncome.account, 'USDT'));
  if (booked !== more) throw new Violation(`${format(booked)} were earned, not ${format(more)}`);
}
