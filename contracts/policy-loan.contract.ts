import { z } from 'zod';
import { decimal, flag, inOrder, whole } from './policy-field.contract.js';

/** A share of the principal for one date, in steps of 0.0001%. */
const rate = () => decimal('0', '0.01').refine((written) => /^0(\.\d{1,6})?$/.test(written));
const limit = () => decimal('1', '1000000000');

/**
 * Loans: rates of a local date, limits by risk class before the score, when debts are collected and written off, and which repaid
 * loans the credit score counts.
 */
export const loanRules = z
  .strictObject({
    open: flag(),
    dailyRate: rate(),
    /** The first dates, without interest. */
    freeDays: whole(0, 6),
    lateRate: rate(),
    minUsdt: limit(),
    unassessed: limit(),
    conservative: limit(),
    balanced: limit(),
    aggressive: limit(),
    fourEyesFrom: decimal('0', '1000000000'),
    /** Local dates before maturity. */
    remindDays: whole(1, 6),
    /** Overdue dates that are over before available USDT is set off, and before the loan is written off. */
    setOffDays: whole(1, 365),
    writeOffDays: whole(2, 730),
    scoreMinUsdt: limit(),
    scoreHeldDays: whole(1, 90),
    scoreEveryDays: whole(1, 365),
    /** All that `house/lending-grants` gives. */
    grantUsdt: decimal('1', '1000000000000'),
  })
  .refine(({ minUsdt, unassessed }) => inOrder(minUsdt, unassessed), { path: ['unassessed'] })
  .refine(({ setOffDays, writeOffDays }) => setOffDays < writeOffDays, { path: ['writeOffDays'] });
