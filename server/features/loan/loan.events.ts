import type { LoanImage, LoanPayer } from '../../../contracts/loan.contract.js';
import type { LoanTerms } from '../../../shared/loan.js';
import type { WireFact } from '../../core/bank-wires.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { AgreedText } from '../../core/ports/agreements.js';
import type { AccountSpace } from '../../engine/ledger/chart.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfLoan {
  readonly userId: string;
  readonly ownerId: string;
  readonly loanId: string;
}

/** An application waits for staff; appended together with `ReviewOpened`. Whatever the loan will cost stands here. */
export interface LoanRequested extends OfLoan, LoanTerms {
  /** IANA name: days of this loan are dates there. */
  readonly timeZone: string;
  readonly fourEyes: boolean;
  readonly remindDays: number;
  readonly setOffDays: number;
  readonly writeOffDays: number;
  readonly class: string;
  readonly score: number;
  /** USDT that may be owed at once: the class limit by the score. */
  readonly limit: string;
  /** Name, country, address, birth date and phone as JSON (context `loan.applicant`). */
  readonly sealedApplicant: Sealed;
  readonly images: readonly { readonly image: LoanImage; readonly imageId: string }[];
  /** `loan.rules`: what was agreed to. */
  readonly policy: AppliedPolicy;
  /** The article with the rules, as it was published at the tick; `null` where none was, and before it was kept. */
  readonly agreement: AgreedText | null;
}

export type LoanWithdrawn = OfLoan;
export interface LoanRejected extends OfLoan {
  readonly reasons: readonly string[];
}

/** Staff need more before they decide; appended together with `ReviewMoreRequested`. */
export interface LoanMoreRequested extends OfLoan {
  readonly staffId: string;
  /** Codes of `LOAN_MENDABLE` and of `LOAN_ADVICE`. */
  readonly reasons: readonly string[];
  readonly advice: string | null;
  readonly until: number;
}
/** The borrower's answer: all images that the application has by now; appended together with `ReviewAnswered`. */
export interface LoanAnswered extends OfLoan {
  readonly images: LoanRequested['images'];
}

/** Staff approved it: the principal goes from `house/lending` to the spot account. */
export interface LoanDisbursed extends OfLoan {
  readonly principal: string;
  /** The date of the disbursement in the time zone of the contract, which is day 0, and the last date without a late fee. */
  readonly date: string;
  readonly dueDate: string;
  readonly remindsAt: number;
  /** When the first overdue date begins. */
  readonly overdueAt: number;
}

export interface LoanReminded extends OfLoan {
  readonly dueDate: string;
  /** What it costs at maturity, less what was set off. */
  readonly owed: string;
  readonly overdueAt: number;
}

/** An overdue date has begun. From `setOffDays` on, what is available pays. */
export interface LoanOverdue extends OfLoan {
  /** Overdue dates begun. */
  readonly day: number;
  /** Owed on this date before anything was set off now, and what of it is principal. */
  readonly owed: string;
  readonly principalLeft: string;
  /** What each account space paid, and the sum. */
  readonly setOff: readonly { readonly space: AccountSpace; readonly amount: string }[];
  readonly sum: string;
  /** The overdue date that is looked at next, and when it begins. */
  readonly nextDay: number;
  readonly nextAt: number;
}

/** The borrower chose to repay by bank: a wire with the reference that arrives in time pays `owed`. Chosen again, it is fixed anew. */
export interface LoanPaymentBegun extends OfLoan {
  readonly reference: string;
  /** The number of the account that has to be paid to. */
  readonly toAccount: string;
  readonly currency: string;
  /** USDT, and what has to be wired for them. */
  readonly owed: string;
  readonly payAmount: string;
  /** Local dates since the disbursement that `owed` is of. */
  readonly days: number;
  readonly validUntil: number;
}
/**
 * The bank shows payments that cover what the loan cost when the last of them arrived, and no receipt claims them. The calendar of
 * the loan waits; without a receipt staff get them under `paymentId`.
 */
export interface LoanPaymentSeen extends OfLoan {
  readonly paymentId: string;
  readonly reference: string;
  readonly wires: LoanPaymentCleared['wires'];
  /** Local dates since the disbursement until the last of them arrived, and what the loan cost then. */
  readonly days: number;
  readonly owed: string;
}
/** Payments that were seen wait for staff without a receipt; appended together with `ReviewOpened`. */
export interface LoanPaymentClaimed extends LoanPaymentBegun {
  readonly paymentId: string;
  /** The calendar goes on then, decided or not. */
  readonly until: number;
}
/** Staff did not decide in time on payments without a receipt; appended together with `ReviewWithdrawn`. */
export interface LoanPaymentLapsed extends OfLoan, PassedOver {
  readonly paymentId: string;
}
/** The voucher waits for staff under `paymentId`; appended together with `ReviewOpened`. The calendar of the loan stands still. */
export interface LoanPaymentSent extends OfLoan {
  readonly paymentId: string;
  /** Name and bank of the payer as JSON (context `loan.payer`). */
  readonly sealedPayer: Sealed;
  readonly paymentProof: string;
}
/** Staff need another image of the voucher before they decide; appended together with `ReviewMoreRequested`. */
export interface LoanPaymentMoreRequested extends LoanMoreRequested {
  readonly paymentId: string;
}
/** An image in the place of the one that was sent, which is no new voucher; appended together with `ReviewAnswered`. */
export interface LoanPaymentAnswered extends OfLoan {
  readonly paymentId: string;
  readonly paymentProof: string;
}
/** The next step of the calendar: one that was passed over while a voucher waited follows at once. `null` where none had been sent. */
interface PassedOver {
  readonly passed: { readonly day: number; readonly at: number } | null;
  /** Overdue dates begun at the last step: the label that comes back. */
  readonly overdueDay: number;
}
/** `paymentId`: `null` where no voucher had been sent. */
export interface LoanPaymentWithdrawn extends OfLoan, PassedOver {
  readonly paymentId: string | null;
}
/** The payment stays begun, and another voucher may follow. */
export interface LoanPaymentRejected extends OfLoan, PassedOver {
  readonly paymentId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
}

/** Staff found the wires: what they pay came in by the bank. Stream `loanPayment-<paymentId>`, together with `LoanRepaid`. */
export interface LoanPaymentCleared extends OfLoan {
  readonly paymentId: string;
  readonly staffId: string;
  readonly wires: readonly Omit<WireFact, 'toAccount'>[];
  /** Local dates until the last of them arrived, or those that the amount was fixed by; and what they pay in USDT. */
  readonly days: number;
  readonly principalLeft: string;
  readonly paid: string;
}

/** Repaid whole. By bank, the money has come in by `LoanPaymentCleared`. */
export interface LoanRepaid extends OfLoan {
  readonly principal: string;
  readonly interest: string;
  readonly lateFee: string;
  /** What was set off before or on this date, and what was paid now. */
  readonly setOff: string;
  readonly paid: string;
  readonly by: LoanPayer;
  /** Local dates since the disbursement. */
  readonly days: number;
  /** It had been overdue. */
  readonly wasOverdue: boolean;
  /** It raises the credit score. */
  readonly counts: boolean;
}

/** Given up: `lost` of the principal goes to `house/loan-losses`, and withdrawals leave it covered. */
export interface LoanWrittenOff extends OfLoan {
  readonly principal: string;
  readonly setOff: string;
  readonly lost: string;
}

/** Stream `loan-<ownerId>`, realm real. */
export type LoanEvent =
  | RecordedEvent<'LoanRequested', LoanRequested>
  | RecordedEvent<'LoanWithdrawn', LoanWithdrawn>
  | RecordedEvent<'LoanRejected', LoanRejected>
  | RecordedEvent<'LoanMoreRequested', LoanMoreRequested>
  | RecordedEvent<'LoanAnswered', LoanAnswered>
  | RecordedEvent<'LoanDisbursed', LoanDisbursed>
  | RecordedEvent<'LoanReminded', LoanReminded>
  | RecordedEvent<'LoanOverdue', LoanOverdue>
  | RecordedEvent<'LoanPaymentBegun', LoanPaymentBegun>
  | RecordedEvent<'LoanPaymentSent', LoanPaymentSent>
  | RecordedEvent<'LoanPaymentMoreRequested', LoanPaymentMoreRequested>
  | RecordedEvent<'LoanPaymentAnswered', LoanPaymentAnswered>
  | RecordedEvent<'LoanPaymentWithdrawn', LoanPaymentWithdrawn>
  | RecordedEvent<'LoanPaymentRejected', LoanPaymentRejected>
  | RecordedEvent<'LoanPaymentSeen', LoanPaymentSeen>
  | RecordedEvent<'LoanPaymentClaimed', LoanPaymentClaimed>
  | RecordedEvent<'LoanPaymentLapsed', LoanPaymentLapsed>
  | RecordedEvent<'LoanRepaid', LoanRepaid>
  | RecordedEvent<'LoanWrittenOff', LoanWrittenOff>;
export type LoanFacts = FactsOf<LoanEvent>;

export type LoanPaymentEvent = RecordedEvent<'LoanPaymentCleared', LoanPaymentCleared>;
export type LoanPaymentFacts = FactsOf<LoanPaymentEvent>;

/** What the published policy gives to the lender; `total` with all before. */
export interface LendingGranted {
  readonly granted: string;
  readonly total: string;
  readonly policy: AppliedPolicy;
}

/** Stream `lending-real`. */
export type LendingEvent = RecordedEvent<'LendingGranted', LendingGranted>;
export type LendingFacts = FactsOf<LendingEvent>;

export const loanEvents = declareEventTypesWith(
  { loanId: 'stream review', paymentId: 'stream review', imageId: 'none', paymentProof: 'none', id: 'none' },
  {
    type: 'LoanRequested',
    schema: 2,
    // The version of the article was not kept at first.
    upcasts: { 1: (data) => ({ agreement: null, ...(data as object) }) },
  },
  { type: 'LoanWithdrawn', schema: 1 },
  { type: 'LoanRejected', schema: 1 },
  { type: 'LoanMoreRequested', schema: 1 },
  { type: 'LoanAnswered', schema: 1 },
  { type: 'LoanDisbursed', schema: 1 },
  { type: 'LoanReminded', schema: 1 },
  { type: 'LoanOverdue', schema: 1 },
  { type: 'LoanPaymentBegun', schema: 1 },
  { type: 'LoanPaymentSent', schema: 1 },
  { type: 'LoanPaymentMoreRequested', schema: 1 },
  { type: 'LoanPaymentAnswered', schema: 1 },
  { type: 'LoanPaymentWithdrawn', schema: 1 },
  { type: 'LoanPaymentRejected', schema: 1 },
  { type: 'LoanPaymentSeen', schema: 1 },
  { type: 'LoanPaymentClaimed', schema: 1 },
  { type: 'LoanPaymentLapsed', schema: 1 },
  { type: 'LoanPaymentCleared', schema: 1 },
  { type: 'LoanRepaid', schema: 1 },
  { type: 'LoanWrittenOff', schema: 1 },
  { type: 'LendingGranted', schema: 1 },
);
