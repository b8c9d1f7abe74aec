import { z } from 'zod';
import { LOAN_IMAGES, loanClass } from '../../../contracts/loan.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { agreedText, policyVersion, refusal, sealed } from '../../core/command-schemas.js';

export type LoanRules = KnownPolicies['loan.rules'];
export type LoanPolicies = PolicySource<{ 'loan.rules': LoanRules }>;

interface LoanIdAnswer {
  readonly loanId: string;
}

const owner = { userId: z.string(), ownerId: z.string() };

const matchedWire = z.object({
  id: z.string(),
  isToAccount: z.boolean(),
  amount: z.string(),
  currency: z.string(),
  arrivedAt: z.int(),
});

const sentImages = {
  images: z.array(z.object({ image: z.enum(LOAN_IMAGES), imageId: z.string() })),
  /** What is wrong with the images. */
  problem: refusal.nullable(),
};

const requestLoan = z.object({
  ...owner,
  /** Also the id of the request that staff review. */
  loanId: z.string(),
  amount: z.string(),
  periodDays: z.int(),
  timeZone: z.string(),
  /** The version of the rules that was ticked; `null` where nothing was. */
  agreed: z.int().nullable(),
  agreement: agreedText,
  sealedApplicant: sealed,
  ...sentImages,
  class: loanClass,
  score: z.int(),
  policy: policyVersion(policySchemas['loan.rules']),
});
export type LoanRequest = DataOf<typeof requestLoan>;

export class RequestLoan extends HouseCommand<LoanRequest, LoanIdAnswer> {
  static readonly type = 'RequestLoan';
  static readonly schema = requestLoan;
}

const named = z.object({ ...owner, loanId: z.string() });

export class WithdrawLoan extends HouseCommand<DataOf<typeof named>, LoanIdAnswer> {
  static readonly type = 'WithdrawLoan';
  static readonly schema = named;
}

/** Adds images to an application that staff asked more for. */
const answerLoan = named.extend(sentImages);

export class AnswerLoan extends HouseCommand<DataOf<typeof answerLoan>, LoanIdAnswer> {
  static readonly type = 'AnswerLoan';
  static readonly schema = answerLoan;
}

/** Repays a loan whole from the spot account. */
const repayLoan = named.extend({ shownTotal: z.string() });

export class RepayLoan extends HouseCommand<DataOf<typeof repayLoan>, LoanIdAnswer> {
  static readonly type = 'RepayLoan';
  static readonly schema = repayLoan;
}

/** Chooses to repay by bank, at the total that was shown. */
export class BeginLoanPayment extends HouseCommand<DataOf<typeof repayLoan>, LoanIdAnswer> {
  static readonly type = 'BeginLoanPayment';
  static readonly schema = repayLoan;
}

const submitLoanPayment = named.extend({
  /** The id of the request that staff review. */
  paymentId: z.string(),
  /** `null` where something is wrong with the form. */
  sealedPayer: sealed.nullable(),
  paymentProof: z.string(),
  problem: refusal.nullable(),
});

export class SubmitLoanPayment extends HouseCommand<DataOf<typeof submitLoanPayment>, LoanIdAnswer> {
  static readonly type = 'SubmitLoanPayment';
  static readonly schema = submitLoanPayment;
}

/** Another image of a voucher that staff asked for. `paymentId`: the voucher that waits; `null` where none does. */
const answerLoanPayment = named.extend({
  paymentId: z.string().nullable(),
  paymentProof: z.string(),
  problem: refusal.nullable(),
});

export class AnswerLoanPayment extends HouseCommand<DataOf<typeof answerLoanPayment>, LoanIdAnswer> {
  static readonly type = 'AnswerLoanPayment';
  static readonly schema = answerLoanPayment;
}

/** `paymentId`: the voucher that waits; `null` where none does. */
const withdrawLoanPayment = named.extend({ paymentId: z.string().nullable() });

export class WithdrawLoanPayment extends HouseCommand<DataOf<typeof withdrawLoanPayment>, LoanIdAnswer> {
  static readonly type = 'WithdrawLoanPayment';
  static readonly schema = withdrawLoanPayment;
}

/** What the bank shows with the reference of a loan. Under `paymentId` staff get it, if no receipt claims it. */
const seeLoanPayment = named.extend({ paymentId: z.string(), wires: z.array(matchedWire) });

export class SeeLoanPayment extends HouseCommand<DataOf<typeof seeLoanPayment>, null> {
  static readonly type = 'SeeLoanPayment';
  static readonly schema = seeLoanPayment;
}

const namedPayment = named.extend({ paymentId: z.string() });

/** Sent by the timer when the time for a receipt is over. */
export class ClaimLoanPayment extends HouseCommand<DataOf<typeof namedPayment>, null> {
  static readonly type = 'ClaimLoanPayment';
  static readonly schema = namedPayment;
}

/** Sent by the timer when the time for staff to decide on it is over. */
export class LapseLoanPayment extends HouseCommand<DataOf<typeof namedPayment>, null> {
  static readonly type = 'LapseLoanPayment';
  static readonly schema = namedPayment;
}

/** Sent by the timer before maturity. */
export class RemindOfLoan extends HouseCommand<DataOf<typeof named>, null> {
  static readonly type = 'RemindOfLoan';
  static readonly schema = named;
}

/** Sent by the timer when an overdue date begins. However late it comes, it is about that date. */
const collectLoan = named.extend({ day: z.int() });

export class CollectLoan extends HouseCommand<DataOf<typeof collectLoan>, null> {
  static readonly type = 'CollectLoan';
  static readonly schema = collectLoan;
}
