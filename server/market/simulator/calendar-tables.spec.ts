import { describe, expect, it } from '@jest/globals';
import { parseCalendars } from './calendar-tables.js';
import { BrokenDataError } from './catalogue.js';
import { CALENDAR_YEARS } from './market-calendar.js';

const HOURS = `[
  { "id": "never-shut", "name": "Never shut", "timeZone": "UTC", "utcOffsetMinutes": 0, "dst": "none",
    "alwaysOpen": true, "sessions": [], "gapShare": 0 },
  { "id": "noon", "name": "A market with a {lunch]", "timeZone": "UTC", "utcOffsetMinutes": 0, "dst": "none",
    "sessions": [
      { "days": [1, 2, 3, 4, 5], "open": "09:00", "close": "12:00" },
      { "days": [1, 2, 3, 4, 5], "open": "13:00", "close": "16:00" }
    ], "gapShare": 0.2 }
]`;
const HEADER = 'calendar\tyear\tclosed\tearly';
const years = Array.from({ length: CALENDAR_YEARS.to - CALENDAR_YEARS.from + 1 }, (_, i) => CALENDAR_YEARS.from + i);
const ROWS = years.map((year) => `noon\t${year}\t\t`);

/** The table with one row replaced; the row of 2026 is line 29. */
const withRow = (row: string, year = 2026): string =>
  [HEADER, ...ROWS.map((each, i) => (years[i] === year ? row : each))].join('\n');

function refusalOf(hours: string, holidays: string): string {
  try {
    parseCalendars({ file: 'calendars.json', text: hours }, { file: 'holidays.tsv', text: holidays });
  } catch (error) {
    if (error instanceof BrokenDataError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('the tables of the calendars', () => {
  it('join hours and days', () => {
    const row = 'noon\t2026\t01-01 05-04\t12-24@12:00 12-31@14:30';
    const [always, noon] = parseCalendars(
      { file: 'calendars.json', text: HOURS },
      { file: 'holidays.tsv', text: `\uFEFF${withRow(row)}\n` },
    );
    expect(always).toMatchObject({ closedDays: [], earlyCloses: [] });
    const days = (list: readonly number[] = []): string[] =>
      list.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    expect(days(noon?.closedDays)).toEqual(['2026-01-01', '2026-05-04']);
    expect(noon?.earlyCloses.map(({ close }) => close)).toEqual(['12:00', '14:30']);
  });

  it.each([
    ['noon\t2026\t02-30\t', '29:3: 2026-02-30 is not a date'],
    ['noon\t2026\t1-1\t', '29:3: 1-1 is not MM-DD'],
    ['noon\t2026\t01-02 01-01\t', '29:3: 01-01 does not come after the date before it'],
    ['noon\t2026\t01-01 01-01\t', '29:3: 01-01 does not come after the date before it'],
    ['noon\t2026\t01-03\t', '29:3: 2026-01-03 is a day on which noon never trades'],
    ['noon\t2026\t12-24\t12-24@12:00', '29:4: 12-24 is closed and cannot close early'],
    ['noon\t2026\t\t12-24', '29:4: 12-24 is not MM-DD@HH:MM'],
    ['noon\t2026\t\t12-24@12:60', '29:4: 12-24@12:60 is not MM-DD@HH:MM'],
    ['noon\t2026\t\t12-24@16:00', '29:4: 12-24@16:00 is not within the hours of noon'],
    ['noon\t2026\t\t12-24@09:00', '29:4: 12-24@09:00 is not within the hours of noon'],
    ['noon\t2025\t\t', '29:2: the next year of noon is 2026, not 2025'],
    ['noon\t2027\t\t', '29:2: the next year of noon is 2026, not 2027'],
    ['noon\tMMXXVI\t\t', '29:2: the next year of noon is 2026, not MMXXVI'],
    ['moon\t2026\t\t', '29:1: no calendar with sessions is called moon'],
    ['never-shut\t2026\t\t', '29:1: no calendar with sessions is called never-shut'],
    ['noon\t2026\t', '29:3: 3 fields, expected 4'],
  ])('refuse the row %j', (row, problem) => {
    expect(refusalOf(HOURS, withRow(row))).toBe(`holidays.tsv:${problem}`);
  });

  it('give an evening to the trading day that it begins', () => {
    const evening = HOURS.replace('"open": "13:00", "close": "16:00"', '"open": "18:00", "close": "24:00"');
    // Saturday has Friday's evening, Monday has none before it.
    expect(refusalOf(evening, withRow('noon\t2026\t01-03\t'))).toBe('accepted');
    expect(refusalOf(evening, withRow('noon\t2026\t\t12-24@19:00'))).toBe(
      'holidays.tsv:29:4: 12-24@19:00 is not within the hours of noon',
    );
  });

  it('refuse a table that begins or ends wrongly', () => {
    expect(refusalOf(HOURS, ['calendar\tyear\tshut\tearly', ...ROWS].join('\n'))).toBe(
      'holidays.tsv:1:3: the header says shut, expected closed',
    );
    expect(refusalOf(HOURS, [HEADER, ...ROWS.slice(0, -1)].join('\n'))).toBe(
      'holidays.tsv:47:2: noon has no row for 2045',
    );
    expect(refusalOf(HOURS, [HEADER, ...ROWS, 'noon\t2046\t\t'].join('\n'))).toBe(
      'holidays.tsv:49:2: the years end with 2045',
    );
    expect(refusalOf(HOURS, '')).toBe('holidays.tsv:1:1: the header says , expected calendar');
  });

  it.each([
    [
      [/"utcOffsetMinutes": 0, "dst": "none",\n {4}"sessions"/, '"dst": "none",\n    "sessions"'],
      '4:1: utcOffsetMinutes',
    ],
    [['"close": "16:00"', '"close": "4 pm"'], '4:1: sessions.1.close: a time of day is HH:MM'],
    [['"close": "16:00"', '"close": "12:59"'], '4:1: sessions.1.close: a session opens before it closes'],
    [['"open": "13:00"', '"open": "11:00"'], '4:1: sessions: two sessions of one weekday overlap'],
    [['"id": "noon"', '"id": "never-shut"'], '4:1: id: never-shut is there twice'],
    [['"dst": "none",\n    "alwaysOpen"', '"dst": "mars",\n    "alwaysOpen"'], '2:1: dst'],
  ] as const)('refuse hours with %j', ([from, to], problem) => {
    const hours = HOURS.replace(from, to);
    expect(hours).not.toBe(HOURS);
    expect(refusalOf(hours, withRow('noon\t2026\t\t'))).toContain(`calendars.json:${problem}`);
  });

  it('refuse hours that are no JSON, by line and column', () => {
    expect(refusalOf('[\n  { id: 1 }\n]', HEADER)).toMatch(/^calendars\.json:2:\d+: /);
    expect(refusalOf('{}', HEADER)).toBe('calendars.json:1:1: the file is a list of calendars');
  });
});
