import { z } from 'zod';
import { LOAN_STATUSES } from './loan.contract.js';

const instant = z.number();

/** A loan that was written off keeps its borrower's label, overdue; staff must tell it from one that runs. */
export const STAFF_LOAN_STATUSES = [...LOAN_STATUSES, 'written-off'] as const;
export type StaffLoanStatus = (typeof STAFF_LOAN_STATUSES)[number];

export const staffLoanRow = z
  .object({
    id: z.string(),
    userId: z.string(),
    status: z.enum(STAFF_LOAN_STATUSES),
    amount: z.string(),
    periodDays: z.number(),
    dailyRate: z.string().describe('A share of the principal for one date: `0.0005` is 0.05%.'),
    freeDays: z.number().describe('The first dates, without interest.'),
    lateRate: z.string().describe('A share of the principal for each overdue date begun.'),
    requestedAt: instant,
    disbursedAt: instant.nullable(),
    date: z.string().describe('Of the disbursement: day 0. Empty before it.'),
    timeZone: z.string().describe('Of the contract: dates are dates there.'),
    dueDate: z.string().describe('Empty before the disbursement.'),
    overdueDays: z.number().describe('Dates begun by now; of a loan that is over, at its last step.'),
    owedNow: z
      .string()
      .nullable()
      .describe('What repaying costs now, less what was set off; `null` where nothing is owed.'),
    lateFeeNow: z.string().nullable().describe('Of it the late fee; `null` where nothing is owed.'),
    setOff: z.string(),
    endedAt: instant.nullable(),
    interest: z.string().nullable(),
    lateFee: z.string().nullable().describe('What was paid; `null` until it is repaid.'),
    writtenOff: z.string().nullable(),
    policyVersion: z.number(),
  })
  .meta({ id: 'StaffLoanRow', description: 'A loan of any account. Amounts in USDT, decimal strings.' });
export type StaffLoanRow = z.output<typeof staffLoanRow>;

export const staffLendingRow = z
  .object({
    id: z.string(),
    grantedUsdt: z.string(),
    freeUsdt: z.string().describe('What may still be lent.'),
    openCount: z.number(),
    openUsdt: z.string().describe('Principal that is lent, less what was set off.'),
    overdueCount: z.number().describe('Loans that are overdue now, and what of their principal was lent.'),
    overdueUsdt: z.string(),
    count: z.number().describe('Loans that were repaid.'),
    incomeUsdt: z.string().describe('Interest and late fees that were paid.'),
    lossUsdt: z.string().describe('Principal that was written off.'),
  })
  .meta({ id: 'StaffLendingRow', description: 'The lending book in one row.' });
export type StaffLendingRow = z.output<typeof staffLendingRow>;
