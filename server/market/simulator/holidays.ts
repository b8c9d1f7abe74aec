import { never } from '../../core/never.js';
import { dayOf, easterOf, nthWeekday, weekdayOf } from './civil.js';

/** A yearly day off, as data. `observed` says where a day off goes that falls on a weekend. */
export type HolidayRule = { fromYear?: number; plusDays?: number } & (
  | { rule: 'fixed'; month: number; day: number; observed?: 'us' | 'us-new-year' | 'next-workday' }
  | { rule: 'nth'; month: number; weekday: number; n: number }
  | { rule: 'easter'; offsetDays: number }
  | { rule: 'lunar-new-year'; offsetDays: number }
);

/** The days off of a local year, as days since 1970-01-01. */
export function holidaysOf(rules: readonly HolidayRule[], year: number): Set<number> {
  const days = new Set<number>();
  for (const rule of rules) {
    const day = dayOfRule(rule, year, days);
    if (day !== undefined) days.add(day);
  }
  return days;
}

function dayOfRule(rule: HolidayRule, year: number, taken: ReadonlySet<number>): number | undefined {
  if (rule.fromYear !== undefined && year < rule.fromYear) return undefined;
  const plus = rule.plusDays ?? 0;
  switch (rule.rule) {
    case 'fixed':
      return observedDay(dayOf(year, rule.month, rule.day), rule.observed, taken) + plus;
    case 'nth':
      return nthWeekday(year, rule.month, rule.weekday, rule.n) + plus;
    case 'easter':
      return easterOf(year) + rule.offsetDays + plus;
    case 'lunar-new-year': {
      const first = LUNAR_NEW_YEAR[year];
      return first === undefined ? undefined : dayOf(year, first[0], first[1]) + rule.offsetDays + plus;
    }
    default:
      return never(rule);
  }
}

function observedDay(
  day: number,
  observed: 'us' | 'us-new-year' | 'next-workday' | undefined,
  taken: ReadonlySet<number>,
): number {
  const weekday = weekdayOf(day);
  if (observed === 'us' && weekday === 6) return day - 1;
  // A New Year's Day on a Saturday is not made up for: the Friday before belongs to the old accounting year.
  if ((observed === 'us' || observed === 'us-new-year') && weekday === 0) return day + 1;
  if (observed !== 'next-workday') return day;
  let moved = day;
  while (weekdayOf(moved) === 0 || weekdayOf(moved) === 6 || taken.has(moved)) moved++;
  return moved;
}

/** First days of the Chinese year, [month, day]; compared with ICU's Chinese calendar in the tests. */
const LUNAR_NEW_YEAR: Readonly<Record<number, readonly [number, number]>> = {
  2000: [2, 5],
  2001: [1, 24],
  2002: [2, 12],
  2003: [2, 1],
  2004: [1, 22],
  2005: [2, 9],
  2006: [1, 29],
  2007: [2, 18],
  2008: [2, 7],
  2009: [1, 26],
  2010: [2, 14],
  2011: [2, 3],
  2012: [1, 23],
  2013: [2, 10],
  2014: [1, 31],
  2015: [2, 19],
  2016: [2, 8],
  2017: [1, 28],
  2018: [2, 16],
  2019: [2, 5],
  2020: [1, 25],
  2021: [2, 12],
  2022: [2, 1],
  2023: [1, 22],
  2024: [2, 10],
  2025: [1, 29],
  2026: [2, 17],
  2027: [2, 6],
  2028: [1, 26],
  2029: [2, 13],
  2030: [2, 3],
  2031: [1, 23],
  2032: [2, 11],
  2033: [1, 31],
  2034: [2, 19],
  2035: [2, 8],
  2036: [1, 28],
  2037: [2, 15],
  2038: [2, 4],
  2039: [1, 24],
  2040: [2, 12],
};
