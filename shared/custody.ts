import { amount, format, ONE, roundTo, times, toCount, ZERO, type Amount } from './money.js';
import { dateAfter, dateOf, startOf } from './utc-date.js';

/** Amounts of interest and penalties have at most so many decimals. */
const MONEY_DECIMALS = 8;
const DAYS_A_YEAR = 365;
const DAY_MS = 86_400_000;
/** Daily rates are whole steps of 0.01%. */
export const CUSTODY_RATE_STEP = '0.0001';

export const CUSTODY_PENALTIES = ['flat', 'remaining-days'] as const;
export type CustodyPenalty = (typeof CUSTODY_PENALTIES)[number];

/** So long before a date begins, the seed that draws its rate may be fixed, and its holder knows the rate. */
export const RATE_FIXED_AHEAD_MS = 60_000;

/** The first date that an order of an instant earns interest for: the first whose rate nobody can know yet. */
export const firstDateOf = (orderedAt: number): string => dateAfter(dateOf(orderedAt + RATE_FIXED_AHEAD_MS), 1);

/** How many times as much people with advanced verification may put into one order. */
const ADVANCED_FACTOR = 2n;

/** The most that one order may be of by the level of its person. VIP products have one maximum, because all who may buy them are verified. */
export const custodyMaxOf = (maximum: string, isAdvanced: boolean): string =>
  isAdvanced ? format(ADVANCED_FACTOR * amount(maximum)) : maximum;

/** The dates that an order earns interest for: as many as the cycle has days. */
export function datesFrom(firstDate: string, cycleDays: number): string[] {
  const from = startOf(firstDate);
  return Array.from({ length: cycleDays }, (_, n) => dateOf(from + n * DAY_MS));
}

/** The interest that rates bring together, rounded down at the eighth decimal: what is rounded away is never lost on the way. */
export const interestOf = (principal: string, rates: readonly string[]): string =>
  format(interestOfSum(amount(principal), sumOfRates(rates)));

export const sumOfRates = (rates: readonly string[]): Amount => rates.reduce((all, rate) => all + amount(rate), ZERO);

/** The same of rates that are summed already. */
export const interestOfSum = (principal: Amount, rates: Amount): Amount =>
  roundTo(times(principal, rates, 'down'), MONEY_DECIMALS, 'down');

/** The highest interest that an order can bring, rounded up: what the treasury holds for it. */
export function highestInterest(principal: string, rateMax: string, cycleDays: number): string {
  const exact = times(amount(principal), amount(rateMax) * BigInt(cycleDays), 'up');
  return format(roundTo(exact, MONEY_DECIMALS, 'up'));
}

/** Of an order's dates those that had not begun at an instant. A date begins at 00:00 UTC. */
export const datesNotBegun = (dates: readonly string[], at: number): number =>
  dates.filter((date) => startOf(date) > at).length;

/**
 * What redeeming early costs, rounded down at the eighth decimal. `flat`: a share of the principal. `remaining-days`: a share of it for
 * each date that has not begun.
 */
export function penaltyOf(
  { principal, penalty, penaltyRate }: { principal: string; penalty: CustodyPenalty; penaltyRate: string },
  notBegun: number,
): string {
  const share = amount(penaltyRate) * (penalty === 'flat' ? 1n : BigInt(notBegun));
  return format(roundTo(times(amount(principal), share, 'down'), MONEY_DECIMALS, 'down'));
}

/** The rate of a step: how many of them a band has, and what each is. */
export function stepsOfBand({ rateMin, rateMax }: { rateMin: string; rateMax: string }): number {
  return toCount((amount(rateMax) - amount(rateMin)) / amount(CUSTODY_RATE_STEP)) + 1;
}
export function rateOfStep({ rateMin }: { rateMin: string }, step: number): string {
  const rate: Amount = amount(rateMin) + amount(CUSTODY_RATE_STEP) * BigInt(step);
  return format(rate);
}

/** What a daily rate becomes in a year with compound interest; both are shares: `0.003` is `1.9843…`. */
export function yearly(rate: string): string {
  const factor = ONE + amount(rate);
  let grown = ONE;
  for (let day = 0; day < DAYS_A_YEAR; day += 1) grown = times(grown, factor, 'down');
  return format(roundTo(grown - ONE, 4, 'down'));
}

/** The mean of amounts, rounded down at the eighth decimal; 0 of none. */
export function averageOf(amounts: readonly string[]): string {
  if (amounts.length === 0) return '0';
  const sum = amounts.reduce((all, one) => all + amount(one), ZERO);
  return format(roundTo(sum / BigInt(amounts.length), MONEY_DECIMALS, 'down'));
}
