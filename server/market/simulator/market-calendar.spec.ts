import { describe, expect, it } from '@jest/globals';
import { dateOf, dayOf } from './civil.js';
import { CALENDAR_YEARS, sessionsOf, type MarketCalendar } from './market-calendar.js';
import { clockOf } from './market-clock.js';
import { PUBLISHED } from './published-holidays.testkit.js';
import { testCatalogue } from './simulator.testkit.js';

const calendarOf = (id: string): MarketCalendar => {
  const found = testCatalogue.calendars.find((calendar) => calendar.id === id);
  if (!found) throw new Error(id);
  return found;
};
const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const closedIn = (id: string, year: number): string[] =>
  calendarOf(id)
    .closedDays.filter((day) => dateOf(day).year === year)
    .map(isoOf);
const halfDaysIn = (id: string, year: number): string[] =>
  calendarOf(id)
    .earlyCloses.filter(({ day }) => dateOf(day).year === year)
    .map(({ day, close }) => `${isoOf(day)} ${close}`);

describe('the days off of a market', () => {
  it.each(PUBLISHED)('$calendar in $year: every closed day and every half day', ({ calendar, year, ...published }) => {
    expect(closedIn(calendar, year)).toEqual(Object.keys(published.closed));
    expect(halfDaysIn(calendar, year)).toEqual(Object.keys(published.halfDays));
  });

  it('leave no session on a closed day, and end a half day early', () => {
    for (const { calendar, closed, halfDays } of PUBLISHED) {
      const clock = clockOf(calendarOf(calendar));
      const { utcOffsetMinutes } = calendarOf(calendar);
      const utc = (local: string): number => Date.parse(`${local}:00Z`) / 1000 - utcOffsetMinutes * 60;
      for (const date of Object.keys(closed)) {
        // Summer time moves an hour at most, and no market here opens before 08:00 or closes after 17:30.
        for (let hour = 7; hour < 19; hour++) {
          const at = `${date}T${String(hour).padStart(2, '0')}:00`;
          expect([calendar, at, clock.isOpen(utc(at))]).toEqual([calendar, at, false]);
        }
      }
      for (const halfDay of Object.keys(halfDays)) {
        // Every half day but those of Sydney is in winter.
        const summer = calendar === 'asx' ? 3600 : 0;
        const at = utc(halfDay.replace(' ', 'T')) - summer;
        expect([halfDay, clock.isOpen(at - 1), clock.isOpen(at)]).toEqual([halfDay, true, false]);
      }
    }
  });

  it('trade on the days that were wrongly shut or open before there were tables', () => {
    const open = (id: string, date: string): boolean => !calendarOf(id).closedDays.map(isoOf).includes(date);
    expect(['2026-12-28', '2027-05-03', '2027-12-28'].filter((date) => !open('hkex', date))).toEqual([]);
    expect(open('tse', '2026-09-22')).toBe(false);
    // New Year's Day of 2022 fell on a Saturday and nobody made up for it; 2021 had no Juneteenth yet.
    expect([open('nyse', '2021-12-31'), open('nyse', '2021-06-18')]).toEqual([true, true]);
  });

  it('shut an evening with the trading day that it begins', () => {
    const open = (id: string, at: string): boolean => clockOf(calendarOf(id)).isOpen(Date.parse(at) / 1000);
    for (const id of ['metals-23x5', 'energy-23x5']) {
      // Good Friday of 2026 is the trading day from Thursday 18:00 to Friday 17:00, New York.
      const goodFriday = [
        '2026-04-02T20:59:59Z',
        '2026-04-02T22:30:00Z',
        '2026-04-03T14:00:00Z',
        '2026-04-05T22:00:00Z',
      ];
      expect(goodFriday.map((at) => open(id, at))).toEqual([true, false, false, true]);
      // New Year's Day ends at 18:00 with the evening of the second.
      const newYear = ['2026-12-31T21:59:59Z', '2026-12-31T23:30:00Z', '2027-01-01T16:00:00Z', '2027-01-03T23:00:00Z'];
      expect(newYear.map((at) => open(id, at))).toEqual([true, false, false, true]);
      // Christmas of 2027 is a Saturday; Friday makes up for it.
      expect(open(id, '2027-12-24T15:00:00Z')).toBe(false);
      expect(closedIn(id, 2023)).toEqual(['2023-01-02', '2023-04-07', '2023-12-25']);
    }
    const christmas = ['2026-12-24T21:59:59Z', '2026-12-24T22:00:00Z', '2026-12-25T21:59:59Z', '2026-12-27T22:00:00Z'];
    expect(christmas.map((at) => open('forex-24x5', at))).toEqual([true, false, false, true]);
    expect(closedIn('forex-24x5', 2025)).toEqual(['2025-01-01', '2025-12-25']);
    const thursday = ['2025-12-25T21:59:59Z', '2025-12-25T22:00:00Z'];
    expect(thursday.map((at) => open('forex-24x5', at))).toEqual([false, true]);
  });

  it('follow the moon in Hong Kong as ICU does, in every year', () => {
    const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
    const { closedDays } = calendarOf('hkex');
    const closed = new Set(closedDays);
    const missing: string[] = [];
    for (let day = dayOf(2010, 1, 1); day <= dayOf(CALENDAR_YEARS.to, 12, 31); day++) {
      const lunar = chinese.format(day * 86_400_000);
      if (!['1/2', '4/8', '5/5', '8/16', '9/9'].includes(lunar)) continue;
      // New moons near midnight in Beijing are a day off in ICU; a Saturday has no session, and Monday makes up for a Sunday.
      const near = [-1, 0, 1, 2].some((shift) => closed.has(day + shift));
      const weekend = [-1, 0, 1].some((shift) => new Date((day + shift) * 86_400_000).getUTCDay() === 6);
      if (!near && !weekend) missing.push(`${isoOf(day)} ${lunar}`);
    }
    expect(missing).toEqual([]);
  });

  it('are known for every market and year that sessions are written for', () => {
    for (const calendar of testCatalogue.calendars) {
      if (calendar.alwaysOpen) continue;
      const years = new Set(sessionsOf(calendar).map(({ openSecond }) => new Date(openSecond * 1000).getUTCFullYear()));
      expect([calendar.id, years.has(2010), years.has(2045)]).toEqual([calendar.id, true, true]);
      // Both days off of currencies can fall on a weekend, those of the others cannot.
      for (let year = 2010; year <= 2045 && calendar.id !== 'forex-24x5'; year++) {
        expect([calendar.id, year, closedIn(calendar.id, year).length]).not.toEqual([calendar.id, year, 0]);
      }
    }
  });
});
