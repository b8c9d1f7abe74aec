import { amount, format, least, ONE, roundTo, times, toCount, ZERO, type Amount } from './money.js';

/** Interest and late fees have at most so many decimals. */
const MONEY_DECIMALS = 8;
/** Days that a loan may run. */
export const LOAN_PERIODS = [7, 15, 30, 60, 90] as const;
export type LoanPeriod = (typeof LOAN_PERIODS)[number];

/** A score of so many points gives the limit of the risk class; twice as many or more give twice the limit. */
const SCORE_BASE = 500;
const FACTOR_MAX = 2;

/** What a loan costs by. Rates are shares of the principal for one local date; amounts are USDT as decimal texts. */
export interface LoanTerms {
  readonly principal: string;
  readonly periodDays: number;
  readonly dailyRate: string;
  /** The first dates, without interest. */
  readonly freeDays: number;
  readonly lateRate: string;
}

/** What a loan costs so many local dates after its disbursement. */
export interface LoanCost {
  readonly interestDays: number;
  readonly interest: string;
  readonly overdueDays: number;
  readonly lateFee: string;
  /** Principal, interest and late fee. */
  readonly total: string;
}

/** `days`: local dates since the disbursement, which is day 0. Interest stops at maturity; the late fee is at most the principal. */
export function loanCost({ principal, periodDays, dailyRate, freeDays, lateRate }: LoanTerms, days: number): LoanCost {
  const interestDays = Math.max(0, Math.min(days, periodDays) - freeDays);
  const overdueDays = Math.max(0, days - periodDays);
  const interest = shareOf(principal, dailyRate, interestDays);
  const lateFee = least(shareOf(principal, lateRate, overdueDays), amount(principal));
  const total = amount(principal) + interest + lateFee;
  return {
    interestDays,
    interest: format(interest),
    overdueDays,
    lateFee: format(lateFee),
    total: format(total),
  };
}

/** Terms, and after how many overdue dates what is left is written off. */
export interface LoanPlan extends LoanTerms {
  readonly writeOffDays: number;
}

/** The late fee grows until it is as high as the principal, or the loan is written off: the most that a loan can cost. */
export function worstCost(plan: LoanPlan): LoanCost {
  const rate = amount(plan.lateRate);
  const grows = rate === ZERO ? 0 : toCount((ONE + rate - 1n) / rate);
  return loanCost(plan, plan.periodDays + Math.min(grows, plan.writeOffDays));
}

const shareOf = (principal: string, rate: string, days: number): Amount =>
  roundTo(times(amount(principal), amount(rate) * BigInt(days), 'half-even'), MONEY_DECIMALS, 'half-even');

/** The limit of a risk class times score / 500, at most twice, in whole USDT rounded down. */
export function loanLimit(classLimit: string, score: number): string {
  const points = BigInt(Math.min(score, SCORE_BASE * FACTOR_MAX));
  return format(roundTo((amount(classLimit) * points) / BigInt(SCORE_BASE), 0, 'down'));
}
