import { z } from 'zod';
import { articleRead } from './agreement.contract.js';
import { LOAN_PERIODS } from '../shared/loan.js';
import { timeZoneField } from './asset.contract.js';
import { commonFields, decimalText, pageOf, pageQuery } from './envelope.contract.js';
import { orderProblem } from './order.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { capClass } from './risk.contract.js';

/** In the order in which they are checked: the person, the form, the limit, the lender. */
export const loanRefusals = {
  'loan.identity-needed': { status: 200 },
  'loan.advanced-needed': { status: 200 },
  'loan.closed': { status: 200, policy: 'loan.rules' },
  /** A loan is overdue since `since`, a local date; `owed` USDT. It bars new loans and withdrawals. */
  'loan.overdue': { status: 200 },
  /** A loan was written off: nothing is lent to this person any more. */
  'loan.written-off': { status: 200 },
  /** Another application waits for staff. */
  'loan.waiting': { status: 409 },
  'loan.below-minimum': { status: 422, policy: 'loan.rules', field: 'amount' },
  'loan.agreement-needed': { status: 200, field: 'agreed' },
  /** The form showed the rules of version `agreed`; `version` is in force. */
  'loan.terms-changed': { status: 200, policy: 'loan.rules', field: 'agreed' },
  /** Open principal and this request above the `limit`: `open` and `left` in USDT. */
  'loan.limit-exceeded': { status: 200, policy: 'loan.rules', field: 'amount' },
  /** Front and back of the ID. */
  'loan.images-needed': { status: 422, field: 'front' },
  'loan.proof-needed': { status: 422, field: 'proofs' },
  /** The lender has `available` USDT. */
  'loan.sold-out': { status: 200, policy: 'loan.rules', field: 'amount' },
  'loan.not-found': { status: 404, field: 'loanId' },
  /** Nothing is owed for it: it waits, was rejected or taken back, or is paid. */
  'loan.nothing-owed': { status: 409, field: 'loanId' },
  /** Staff asked for nothing more, or have their answer. */
  'loan.nothing-asked': { status: 409, field: 'loanId' },
  'loan.answer-needed': { status: 422, field: 'proofs' },
  /** It waits for staff no more. */
  'loan.not-waiting': { status: 409, field: 'loanId' },
  /** The form showed `shown` USDT; now `owed` are owed. */
  'loan.total-changed': { status: 200, field: 'shownTotal' },
  /** No payment by bank was chosen for it. */
  'loan.payment-needed': { status: 409, field: 'loanId' },
  /** The voucher of a payment by bank waits for staff. */
  'loan.payment-waiting': { status: 409, field: 'loanId' },
  'loan.payer-name-needed': { status: 422, field: 'payerName' },
  'loan.payer-bank-needed': { status: 422, field: 'payerBank' },
  'loan.voucher-needed': { status: 422, field: 'voucher' },
  /** `sent` vouchers came for this loan: as many as may stop its calendar. */
  'loan.vouchers-spent': { status: 409, field: 'voucher' },
  /** A date of the loan's calendar has begun and is not yet reckoned. */
  'loan.calendar-behind': { status: 409, field: 'voucher' },
  /** What staff read when they approve: of `wanted` `currency`, `arrived` came with the reference. */
  'loan.wire-missing': { status: 409 },
  /** A withdrawal would leave less than the debts: `owed` USDT, and `maximum` `currency` may be withdrawn. */
  'loan.debts-first': { status: 200, field: 'amount' },
  /** What staff read when they approve: a loan of the person is overdue since `since`, a local date; `owed` USDT. */
  'loan.borrower-overdue': { status: 409 },
  'loan.borrower-written-off': { status: 409 },
  /** The account was frozen after the application; `by`: owner or staff. */
  'loan.borrower-frozen': { status: 409 },
  'loan.borrower-gone': { status: 409 },
  /** The `score` fell after the application: the `limit` is less than the `open` principal with it, in USDT. */
  'loan.borrower-limit': { status: 409, policy: 'loan.rules' },
} as const satisfies Record<string, RefusalRule>;

/** `repaying`: the voucher of a payment by bank waits for staff. */
export const LOAN_STATUSES = [
  'unreviewed',
  'disbursed',
  'repaying',
  'cleared',
  'rejected',
  'withdrawn',
  'overdue',
] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];

/** The kinds of proof (specification, section 3). */
export const LOAN_PROOFS = ['credit', 'housing', 'income', 'bank', 'photo'] as const;
export type LoanProof = (typeof LOAN_PROOFS)[number];
/** What each image of an application shows. */
export const LOAN_IMAGES = ['front', 'back', ...LOAN_PROOFS] as const;
export type LoanImage = (typeof LOAN_IMAGES)[number];

/** Why staff may reject an application; texts are `review:reason.loan-application.<code>`. */
export const LOAN_REASONS = [
  'unreadable',
  'incomplete',
  'name-mismatch',
  'income-unclear',
  'account-takeover',
  'other',
] as const;

/** Of these what an image more can mend, so that staff may ask for it instead of rejecting the application. */
export const LOAN_MENDABLE = [
  'unreadable',
  'incomplete',
  'income-unclear',
] as const satisfies readonly (typeof LOAN_REASONS)[number][];
/** What would help, beside the reasons: texts are `review:advice.<code>`. */
export const LOAN_ADVICE = ['whole-document', 'no-glare', 'original', 'newer'] as const;

/** Why staff may reject a payment by bank; texts are `review:reason.loan-payment.<code>`. */
export const LOAN_PAYMENT_REASONS = [
  'wire-missing',
  'amount-short',
  'payer-differs',
  'voucher-unreadable',
  'suspected-altered',
  'other',
] as const;

/** Of these what another image can mend, and what would help. */
export const LOAN_PAYMENT_MENDABLE = [
  'voucher-unreadable',
] as const satisfies readonly (typeof LOAN_PAYMENT_REASONS)[number][];
export const LOAN_PAYMENT_ADVICE = ['whole-document', 'no-glare', 'original'] as const;

/** What paid a loan back. */
export const LOAN_PAYERS = ['balance', 'bank', 'set-off'] as const;
export type LoanPayer = (typeof LOAN_PAYERS)[number];

/** Amounts have at most so many decimals. */
export const LOAN_DECIMALS = 2;

/** Classes whose limits the rules name. */
export const loanClass = capClass;
const loanId = z.string().min(3).max(60);
const instant = z.number();
const date = z.string().describe('A date in the time zone of the contract, `2028-02-29`.');
const usdt = (what: string) => z.string().describe(`${what} USDT, a decimal string.`);

const cost = z.object({
  interestDays: z.number(),
  interest: usdt('Interest in'),
  overdueDays: z.number(),
  lateFee: usdt('Late fee in'),
  total: usdt('Principal, interest and late fee in'),
});

export const loanProducts = z
  .object({
    at: instant,
    open: z.boolean().describe('Whether loans are given now.'),
    periods: z.array(z.number()).describe('Days that a loan may run.'),
    dailyRate: z.string().describe('A share of the principal for one date: `0.0005` is 0.05%.'),
    freeDays: z.number().describe('The first dates, without interest.'),
    lateRate: z.string().describe('A share of the principal for each overdue date begun.'),
    minimum: usdt('The smallest loan in'),
    limits: z.record(capClass, z.string()).describe('Of each risk class, before the score, in USDT.'),
    fourEyesFrom: usdt('From this amount on two people decide, in'),
    setOffDays: z.number().describe('After so many overdue dates, available USDT pays the loan.'),
    writeOffDays: z.number(),
    available: usdt('What the lender can still lend, in'),
    lender: z.string().describe('The ledger account that lends.'),
    version: z.number().describe('Of the rules. Send it as `agreed`.'),
  })
  .meta({ id: 'LoanProducts', description: 'Loans as they are offered, with everything that a calculator needs.' });
export type LoanProducts = z.output<typeof loanProducts>;

export const loanOwn = z
  .object({
    class: capClass,
    score: z.number(),
    limit: usdt('What may be owed at once, in'),
    open: usdt('Principal of open loans and of an application, in'),
    left: usdt('What may still be borrowed, in'),
    debt: usdt('What all open loans cost if they were repaid now, in'),
    overdue: z.boolean(),
    problems: z.array(orderProblem).describe('What stands against any application of this person now.'),
    repaidPoints: z.number().describe('What a loan that counts adds to the score,'),
    overduePoints: z.number().describe('and what an overdue one takes away.'),
  })
  .meta({ id: 'LoanOwn' });
export type LoanOwn = z.output<typeof loanOwn>;

export const loanMy = z
  .object({ own: loanOwn.nullable().describe('`null` for a demo account, which cannot borrow.') })
  .meta({ id: 'LoanMy', description: 'Own limit, score and debt.' });
export type LoanMy = z.output<typeof loanMy>;

export const loanView = z
  .object({
    loanId: z.string().describe('The number of the contract.'),
    status: z.enum(LOAN_STATUSES),
    amount: usdt('The principal in'),
    periodDays: z.number(),
    dailyRate: z.string(),
    freeDays: z.number(),
    lateRate: z.string(),
    timeZone: z.string(),
    setOffDays: z.number(),
    writeOffDays: z.number(),
    version: z.number().describe('Of the rules that were agreed to.'),
    requestedAt: instant,
    disbursedAt: instant.nullable(),
    date: date.nullable().describe('The date of the disbursement: day 0.'),
    dueDate: date.nullable().describe('The last date that is not overdue.'),
    setOff: usdt('What was set off so far, in'),
    rejectedFor: z.array(z.string()).describe('Why staff rejected it: codes.'),
    endedAt: instant.nullable(),
    interest: z.string().nullable().describe('What was paid in USDT; `null` until it is repaid, and so are these:'),
    lateFee: z.string().nullable(),
    paidBy: z.enum(LOAN_PAYERS).nullable(),
    writtenOff: z.string().nullable().describe('Principal that was written off; `null` where it was not.'),
    images: z.array(z.object({ image: z.enum(LOAN_IMAGES), imageId: z.string() })),
  })
  .meta({ id: 'LoanView', description: 'A loan as its borrower sees it.' });
export type LoanView = z.output<typeof loanView>;

const quote = cost.extend({ date, owed: usdt('What repaying costs on that date, less what was set off, in') });
const lenderAccount = z
  .object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankName: z.string(),
    bankAddress: z.string(),
    swift: z.string(),
  })
  .meta({ id: 'LenderAccount', description: 'The account of the lender that is wired to.' });

const asked = (waits: string) =>
  z
    .object({
      reasons: z.array(z.string()).describe('What is missing: codes.'),
      advice: z.string().nullable().describe('What would help: a code.'),
      until: instant.describe(`Until then the ${waits} waits for the answer; after it staff may decide.`),
    })
    .nullable()
    .describe('What staff asked for before they decide; `null` where they wait for nothing.');

/** A repayment by bank: what has to be wired, to where, and with which reference. */
const payment = z
  .object({
    reference: z.string().describe('What the wire has to bear, the same for every payment of this loan.'),
    account: lenderAccount,
    currency: z.string(),
    payAmount: z.string().describe('In `currency`, rounded up to its minor unit.'),
    owed: usdt('What it pays, in'),
    validUntil: instant.describe('A wire that arrives later pays what is owed on its date.'),
    sentAt: instant.nullable().describe('When the voucher was sent; `null` before it.'),
    voucher: z.string().nullable().describe('The image that was sent; `null` before it.'),
    asked: asked('voucher'),
    rejectedFor: z.array(z.string()).describe('Why staff rejected the last voucher: codes.'),
    vouchersLeft: z.number().describe('How many more vouchers may be sent for this loan.'),
  })
  .meta({ id: 'LoanPayment' });
export type LoanPaymentView = z.output<typeof payment>;

export const loanDetail = z
  .object({
    at: instant,
    loan: loanView,
    now: quote.nullable().describe('What repaying costs now; `null` where nothing is owed.'),
    dates: z.array(quote).describe('The same of each date to maturity, from today on.'),
    worst: cost.describe('The most that it can ever cost.'),
    asked: asked('application'),
    payment: payment.nullable().describe('The repayment by bank that was begun; `null` without one.'),
    score: z
      .object({
        now: z.number(),
        afterRepaid: z.number().describe('If it is repaid now.'),
        counts: z.boolean().describe('Whether repaying it now raises the score.'),
        afterOverdue: z.number().describe('If it becomes overdue, or stays so for 30 dates more.'),
      })
      .nullable()
      .describe('The effect on the credit score; `null` where nothing is owed.'),
  })
  .meta({ id: 'LoanDetail' });
export type LoanDetail = z.output<typeof loanDetail>;

export const loanAnswer = z
  .object({ loanId: z.string(), position: z.number() })
  .meta({ id: 'LoanAnswer', description: '`position` in the history: what has reached it shows the change.' });
export type LoanAnswer = z.output<typeof loanAnswer>;

const written = (most: number) => z.string().trim().min(1).max(most);
/** Who applies, sealed under the person's key. */
export const loanApplicant = {
  name: written(100),
  country: z.string().regex(/^[A-Z]{2}$/),
  address: written(200),
  birthDate: z.iso.date(),
  phone: z.string().regex(/^\+?[0-9 ()-]{5,30}$/),
};
// Empty is let through: what may not be empty has its own sentence.
const freeText = (most: number) => z.string().trim().max(most).default('');
/** The id of an uploaded image, or nothing. */
const image = z
  .string()
  .regex(/^(image-[0-9a-z-]{6,48})?$/)
  .default('');

const imageFields = Object.fromEntries(LOAN_IMAGES.map((one) => [one, image])) as Record<LoanImage, typeof image>;

/** `agreed`: the version of the rules that was shown and ticked. Images are uploaded before and named by id. */
export const applyLoanBody = z.strictObject({
  ...commonFields,
  amount: decimalText,
  periodDays: z.coerce
    .number()
    .int()
    .refine((days) => LOAN_PERIODS.some((one) => one === days)),
  timeZone: timeZoneField,
  agreed: z.coerce.number().int().min(1).optional(),
  article: articleRead,
  ...loanApplicant,
  ...imageFields,
});
export const loanIdBody = z.strictObject({ ...commonFields, loanId });
/** New images of an application, in place of those that it has, or beside them. */
export const answerLoanBody = z.strictObject({ ...commonFields, loanId, ...imageFields });
export const repayLoanBody = z.strictObject({ ...commonFields, loanId, shownTotal: decimalText });
/** Who paid from which bank, and the image that shows it (purpose `remittance`). */
export const submitLoanPaymentBody = z.strictObject({
  ...commonFields,
  loanId,
  payerName: freeText(100),
  payerBank: freeText(120),
  voucher: freeText(64),
});
/** A new image in place of the voucher that waits (purpose `remittance`). */
export const answerLoanPaymentBody = z.strictObject({ ...commonFields, loanId, voucher: freeText(64) });
export const lendImageQuery = z.strictObject({ ...commonFields, loanId, imageId: z.string().min(7).max(60) });
export const lendMylistQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  status: z.enum(LOAN_STATUSES).optional(),
});
export const loanPage = pageOf(loanView);
