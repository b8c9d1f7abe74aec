import { dateAfter, dateOf, startOf } from './utc-date.js';

/** A recurring purchase is weekly or monthly; its first date says on which day. */
export const FUND_PERIODS = ['weekly', 'monthly'] as const;
export type FundPeriod = (typeof FUND_PERIODS)[number];

/** Why a purchase of a plan was left out: what stands against it is asked again each time. */
export const PLAN_SKIPS = ['money', 'debts', 'cap', 'terms', 'sale', 'waiting', 'account'] as const;
export type PlanSkip = (typeof PLAN_SKIPS)[number];

/** Running plans of one account. */
export const PLANS_MAX = 10;
/** A plan ends with so many purchases left out in a row. */
export const SKIPS_MAX = 3;
/** How far ahead the first purchase may be. */
const FIRST_WITHIN_DAYS = 62;
/** Every month has this day. */
const LAST_DAY_OF_MONTH = 28;
const FRIDAY = 5;

const dayAt = (date: string): Date => new Date(startOf(date));

/** The weekday that a date is, from 1 for Monday to 7, or its day of the month. */
export const planDayOf = (period: FundPeriod, date: string): number =>
  period === 'weekly' ? dayAt(date).getUTCDay() || 7 : dayAt(date).getUTCDate();

/** Whether a plan may buy on it: markets trade on five days of a week, and not every month is longer than 28 days. */
export const isPlanDate = (period: FundPeriod, date: string): boolean =>
  planDayOf(period, date) <= (period === 'weekly' ? FRIDAY : LAST_DAY_OF_MONTH) && isDate(date);

/** Parsing takes 31 April for 1 May, and ignores what stands in brackets. */
const isDate = (text: string): boolean => dateOf(startOf(text)) === text;

/** Between which dates the first purchase may be, both included. */
export const firstDatesOf = (today: string) => ({
  from: dateAfter(today, 1),
  until: dateAfter(today, FIRST_WITHIN_DAYS),
});

/** The first date of a plan that is later than another. */
export function nextPlanDate(period: FundPeriod, day: number, after: string): string {
  let date = dateAfter(after, 1);
  while (planDayOf(period, date) !== day) date = dateAfter(date, 1);
  return date;
}
