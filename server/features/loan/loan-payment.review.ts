import { LOAN_PAYMENT_ADVICE, LOAN_PAYMENT_MENDABLE, LOAN_PAYMENT_REASONS } from '../../../contracts/loan.contract.js';
import { format } from '../../../shared/money.js';
import {
  arrived,
  matchedWires,
  payerSignals,
  sumOf,
  wireFacts,
  wireLine,
  wireSignals,
  type MatchedWire,
} from '../../core/bank-wires.js';
import type { SimulatedBank } from '../../core/ports/bank.js';
import type { RiskSignal, RiskSignals } from '../../core/ports/risk-signals.js';
import type { Vault } from '../../core/ports/vault.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { decideAskPayment } from './loan-payment-answer.decider.js';
import {
  decidePaymentVerdict,
  LOAN_PAYMENT_REVIEW,
  loanPaymentKind,
  needsTwo,
  waitingFor,
} from './loan-payment.decider.js';
import { loanKind, loanTimetable, owedAt, ownerOf, type LoanState, type LoanVoucher } from './loan.state.js';

export interface LoanPaymentParts {
  /** The loans of an owner, durable. */
  readonly loans: (ownerId: string) => Promise<LoanState>;
  readonly bank: Pick<SimulatedBank, 'wiresFor'>;
  readonly levels: VerificationLevels;
  readonly signals: RiskSignals;
  readonly vault: Pick<Vault, 'open'>;
}

/** How staff review a payment by bank: the voucher beside the bank's record, as for C2C. */
export function loanPaymentReview(parts: LoanPaymentParts): ReviewKind {
  return {
    name: LOAN_PAYMENT_REVIEW,
    permission: 'review-loan',
    duty: 'pays',
    screen: '/repaymentNew',
    reasons: LOAN_PAYMENT_REASONS,
    timetable: loanTimetable,
    scope: ({ requestId, userId }) => ({
      streams: [
        [loanKind, ownerOf(userId)],
        [loanPaymentKind, requestId],
      ],
    }),
    askForMore: {
      reasons: LOAN_PAYMENT_MENDABLE,
      advice: LOAN_PAYMENT_ADVICE,
      decide: (view, { requestId, userId, ...question }) =>
        decideAskPayment(view.state(loanKind, ownerOf(userId)), requestId, question),
    },
    approvals: (view, { requestId, userId }) => {
      const loan = waitingFor(view.state(loanKind, ownerOf(userId)), requestId);
      return loan !== undefined && needsTwo(loan) ? 2 : 1;
    },
    prepare: async ({ requestId, userId }): Promise<readonly MatchedWire[]> => {
      const loan = waitingFor(await parts.loans(ownerOf(userId)), requestId);
      if (loan === undefined) return [];
      const { reference, toAccount } = loan.payment;
      return matchedWires(wireFacts(await parts.bank.wiresFor(reference)), toAccount);
    },
    decide: (view, decision, { at }) => {
      const { requestId, userId, verdict, staffId, reasons, prepared } = decision;
      const wires = prepared as readonly MatchedWire[];
      const state = view.state(loanKind, ownerOf(userId));
      return decidePaymentVerdict(state, { requestId, verdict, staffId, reasons, wires }, at);
    },
    details: (request) => details(parts, request),
  };
}

async function details(
  { loans, bank, levels, signals, vault }: LoanPaymentParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  const loan = waitingFor(await loans(ownerOf(userId)), requestId);
  const voucher = loan?.payment.voucher ?? null;
  if (loan === undefined || voucher === null) return refuse('review.not-found', { requestId });
  const { reference, toAccount, currency, owed, payAmount, validUntil } = loan.payment;
  const [realName, payer, all, noticed] = await Promise.all([
    levels.realName(userId),
    voucher.sealedPayer === null ? null : vault.open(userId, 'loan.payer', voucher.sealedPayer),
    bank.wiresFor(reference),
    signals.of({ userId, at: voucher.sentAt }),
  ]);
  const { name = '', bank: from = '' } = payer === null ? {} : (JSON.parse(payer) as { name: string; bank: string });
  const wires = wireFacts(all);
  const counted = arrived(wires, toAccount, currency);
  const plain = (field: string, value: string) => ({ name: field, value, personal: false });
  const personal = (field: string, value: string) => ({ name: field, value, personal: true });
  return {
    fields: [
      plain('loanNumber', loan.loanId),
      plain('c2cReference', reference),
      plain('loanOwed', `${owed} USDT`),
      plain('c2cPay', `${payAmount} ${currency}`),
      plain('loanValidUntil', new Date(validUntil).toISOString()),
      plain('loanOwedNow', `${owedAt(loan, voucher.sentAt).owed} USDT`),
      personal('realName', realName ?? '–'),
      personal('c2cPayerName', name || '–'),
      personal('c2cPayerBank', from || '–'),
      plain('c2cArrived', `${format(sumOf(counted))} ${currency}`),
      plain('c2cWires', wires.map(wireLine).join('\n') || '–'),
    ],
    images: voucher.paymentProof === null ? [] : [{ id: voucher.paymentProof, purpose: 'remittance' }],
    signals: [
      ...replaced(voucher),
      ...wireSignals(loan.payment, counted, wires),
      ...(voucher.paymentProof === null
        ? [{ name: 'loan-without-receipt', level: 'info' as const, inputs: {} }]
        : payerSignals(name, realName)),
      ...noticed,
    ],
    policies: [signals.rules(), loan.policy],
  };
}

/** An image that came after a question of staff. */
const replaced = ({ answers }: LoanVoucher): RiskSignal[] =>
  answers === 0 ? [] : [{ name: 'answered', level: 'info', inputs: { times: answers, photos: 1 } }];
