import { describe, expect, it } from '@jest/globals';
import { dateOf, dayOf } from './civil.js';
import { CALENDAR_YEARS, sessionsOf, type MarketCalendar } from './market-calendar.js';
import { clockOf } from './market-clock.js';
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

type Named = Readonly<Record<string, string>>;
interface Year {
  calendar: string;
  year: number;
  closed: Named;
  halfDays: Named;
}

/** As the exchanges published them; days on a weekend are left out, as there is no session to miss. */
const PUBLISHED: readonly Year[] = [
  {
    calendar: 'nyse',
    year: 2026,
    closed: {
      '2026-01-01': "New Year's Day",
      '2026-01-19': 'Martin Luther King Jr. Day',
      '2026-02-16': "Washington's Birthday",
      '2026-04-03': 'Good Friday',
      '2026-05-25': 'Memorial Day',
      '2026-06-19': 'Juneteenth',
      '2026-07-03': 'Independence Day, observed',
      '2026-09-07': 'Labor Day',
      '2026-11-26': 'Thanksgiving Day',
      '2026-12-25': 'Christmas Day',
    },
    halfDays: { '2026-11-27 13:00': 'day after Thanksgiving', '2026-12-24 13:00': 'Christmas Eve' },
  },
  {
    calendar: 'nyse',
    year: 2027,
    closed: {
      '2027-01-01': "New Year's Day",
      '2027-01-18': 'Martin Luther King Jr. Day',
      '2027-02-15': "Washington's Birthday",
      '2027-03-26': 'Good Friday',
      '2027-05-31': 'Memorial Day',
      '2027-06-18': 'Juneteenth, observed',
      '2027-07-05': 'Independence Day, observed',
      '2027-09-06': 'Labor Day',
      '2027-11-25': 'Thanksgiving Day',
      '2027-12-24': 'Christmas Day, observed',
    },
    halfDays: { '2027-11-26 13:00': 'day after Thanksgiving' },
  },
  {
    calendar: 'lse',
    year: 2026,
    closed: {
      '2026-01-01': "New Year's Day",
      '2026-04-03': 'Good Friday',
      '2026-04-06': 'Easter Monday',
      '2026-05-04': 'Early May bank holiday',
      '2026-05-25': 'Spring bank holiday',
      '2026-08-31': 'Summer bank holiday',
      '2026-12-25': 'Christmas Day',
      '2026-12-28': 'Boxing Day, observed',
    },
    halfDays: { '2026-12-24 12:30': 'Christmas Eve', '2026-12-31 12:30': "New Year's Eve" },
  },
  {
    calendar: 'lse',
    year: 2027,
    closed: {
      '2027-01-01': "New Year's Day",
      '2027-03-26': 'Good Friday',
      '2027-03-29': 'Easter Monday',
      '2027-05-03': 'Early May bank holiday',
      '2027-05-31': 'Spring bank holiday',
      '2027-08-30': 'Summer bank holiday',
      '2027-12-27': 'Christmas Day, observed',
      '2027-12-28': 'Boxing Day, observed',
    },
    halfDays: { '2027-12-24 12:30': 'Christmas Eve', '2027-12-31 12:30': "New Year's Eve" },
  },
  {
    calendar: 'xetra',
    year: 2026,
    closed: {
      '2026-01-01': "New Year's Day",
      '2026-04-03': 'Good Friday',
      '2026-04-06': 'Easter Monday',
      '2026-05-01': 'Labour Day',
      '2026-12-24': 'Christmas Eve',
      '2026-12-25': 'Christmas Day',
      '2026-12-31': "New Year's Eve",
    },
    halfDays: { '2026-12-30 14:00': 'last trading day of the year' },
  },
  {
    calendar: 'xetra',
    year: 2027,
    closed: {
      '2027-01-01': "New Year's Day",
      '2027-03-26': 'Good Friday',
      '2027-03-29': 'Easter Monday',
      '2027-12-24': 'Christmas Eve',
      '2027-12-31': "New Year's Eve",
    },
    halfDays: { '2027-12-30 14:00': 'last trading day of the year' },
  },
  {
    calendar: 'tse',
    year: 2026,
    closed: {
      '2026-01-01': "New Year's Day",
      '2026-01-02': 'market holiday',
      '2026-01-12': 'Coming of Age Day',
      '2026-02-11': 'National Foundation Day',
      '2026-02-23': "Emperor's Birthday",
      '2026-03-20': 'Vernal Equinox',
      '2026-04-29': 'Showa Day',
      '2026-05-04': 'Greenery Day',
      '2026-05-05': "Children's Day",
      '2026-05-06': 'Constitution Memorial Day, observed',
      '2026-07-20': 'Marine Day',
      '2026-08-11': 'Mountain Day',
      '2026-09-21': 'Respect for the Aged Day',
      '2026-09-22': "citizens' holiday between two others",
      '2026-09-23': 'Autumnal Equinox',
      '2026-10-12': 'Sports Day',
      '2026-11-03': 'Culture Day',
      '2026-11-23': 'Labor Thanksgiving Day',
      '2026-12-31': 'market holiday',
    },
    halfDays: {},
  },
  {
    calendar: 'tse',
    year: 2027,
    closed: {
      '2027-01-01': "New Year's Day",
      '2027-01-11': 'Coming of Age Day',
      '2027-02-11': 'National Foundation Day',
      '2027-02-23': "Emperor's Birthday",
      '2027-03-22': 'Vernal Equinox, observed',
      '2027-04-29': 'Showa Day',
      '2027-05-03': 'Constitution Memorial Day',
      '2027-05-04': 'Greenery Day',
      '2027-05-05': "Children's Day",
      '2027-07-19': 'Marine Day',
      '2027-08-11': 'Mountain Day',
      '2027-09-20': 'Respect for the Aged Day',
      '2027-09-23': 'Autumnal Equinox',
      '2027-10-11': 'Sports Day',
      '2027-11-03': 'Culture Day',
      '2027-11-23': 'Labor Thanksgiving Day',
      '2027-12-31': 'market holiday',
    },
    halfDays: {},
  },
  {
    calendar: 'hkex',
    year: 2026,
    closed: {
      '2026-01-01': 'first day of January',
      '2026-02-17': "Lunar New Year's Day",
      '2026-02-18': 'second day of Lunar New Year',
      '2026-02-19': 'third day of Lunar New Year',
      '2026-04-03': 'Good Friday',
      '2026-04-06': 'day following Ching Ming',
      '2026-04-07': 'day following Easter Monday',
      '2026-05-01': 'Labour Day',
      '2026-05-25': "day following the Buddha's Birthday",
      '2026-06-19': 'Tuen Ng',
      '2026-07-01': 'HKSAR Establishment Day',
      '2026-10-01': 'National Day',
      '2026-10-19': 'day following Chung Yeung',
      '2026-12-25': 'Christmas Day',
    },
    halfDays: {
      '2026-02-16 12:00': "Lunar New Year's Eve",
      '2026-12-24 12:00': 'Christmas Eve',
      '2026-12-31 12:00': "New Year's Eve",
    },
  },
  {
    calendar: 'hkex',
    year: 2027,
    closed: {
      '2027-01-01': 'first day of January',
      '2027-02-08': 'third day of Lunar New Year',
      '2027-02-09': 'fourth day of Lunar New Year',
      '2027-03-26': 'Good Friday',
      '2027-03-29': 'Easter Monday',
      '2027-04-05': 'Ching Ming',
      '2027-05-13': "the Buddha's Birthday",
      '2027-06-09': 'Tuen Ng',
      '2027-07-01': 'HKSAR Establishment Day',
      '2027-09-16': 'day following Mid-Autumn',
      '2027-10-01': 'National Day',
      '2027-10-08': 'Chung Yeung',
      '2027-12-27': 'first weekday after Christmas',
    },
    halfDays: {
      '2027-02-05 12:00': "Lunar New Year's Eve",
      '2027-12-24 12:00': 'Christmas Eve',
      '2027-12-31 12:00': "New Year's Eve",
    },
  },
  {
    calendar: 'asx',
    year: 2026,
    closed: {
      '2026-01-01': "New Year's Day",
      '2026-01-26': 'Australia Day',
      '2026-04-03': 'Good Friday',
      '2026-04-06': 'Easter Monday',
      '2026-06-08': "King's Birthday",
      '2026-12-25': 'Christmas Day',
      '2026-12-28': 'Boxing Day, observed',
    },
    halfDays: { '2026-12-24 14:10': 'last day before Christmas', '2026-12-31 14:10': 'last day of the year' },
  },
  {
    calendar: 'asx',
    year: 2027,
    closed: {
      '2027-01-01': "New Year's Day",
      '2027-01-26': 'Australia Day',
      '2027-03-26': 'Good Friday',
      '2027-03-29': 'Easter Monday',
      '2027-06-14': "King's Birthday",
      '2027-12-27': 'Christmas Day, observed',
      '2027-12-28': 'Boxing Day, observed',
    },
    halfDays: { '2027-12-24 14:10': 'last day before Christmas', '2027-12-31 14:10': 'last day of the year' },
  },
];

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
      for (let year = 2010; year <= 2045; year++) {
        // Some years have their days on weekends, but no market rests less than a day a year.
        expect([calendar.id, year, closedIn(calendar.id, year).length]).not.toEqual([calendar.id, year, 0]);
      }
    }
  });
});
