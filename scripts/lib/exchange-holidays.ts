// When the markets of the catalogue stay shut and when they close early, year by year. Public holidays come from
// `date-holidays` (CC BY 3.0); what the exchanges do differently stands here as tables, each with its source.
import Holidays, { type HolidaysTypes } from 'date-holidays';
import { dateOf, dayOf, weekdayOf } from '../../server/market/simulator/civil.js';
import { CALENDAR_YEARS, tradingWeekdays, type MarketHours } from '../../server/market/simulator/market-calendar.js';

/** The table of the catalogue: a row a calendar and year, for every calendar with sessions. */
export function holidayTable(calendars: readonly MarketHours[]): string {
  const rows = ['calendar\tyear\tclosed\tearly'];
  for (const hours of calendars) {
    const { id, sessions } = hours;
    if (sessions.length === 0) continue;
    const exchange = EXCHANGES[id];
    if (exchange === undefined) throw new Error(`the holidays of ${id} are not described here`);
    const weekdays = tradingWeekdays(hours);
    const source = new Holidays(exchange.place[0], exchange.place[1] ?? '', '', { timezone: 'UTC' });
    for (const rule of exchange.rules ?? []) source.setHoliday(rule, rule);
    const trades = (day: number): boolean => weekdays.has(weekdayOf(day));
    for (let year = CALENDAR_YEARS.from; year <= CALENDAR_YEARS.to; year++) {
      const { closed, early } = holidayYear(exchange, year, source.getHolidays(year), trades);
      const short = early.map(([day, close]) => `${monthDay(day)}@${close}`);
      rows.push([id, year, closed.map(monthDay).join(' '), short.join(' ')].join('\t'));
    }
  }
  return `${rows.join('\n')}\n`;
}

const monthDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(5, 10);

/** Whole days since 1970-01-01, and a local time, `HH:MM`. */
type EarlyClose = readonly [day: number, closesAt: string];

type Holiday = Pick<HolidaysTypes.Holiday, 'name' | 'type' | 'date'> & { substitute: boolean };

interface Exchange {
  /** Country and state for `date-holidays`. */
  place: [country: string, state?: string];
  /** Holidays that its data names otherwise or not at all, in its own grammar. */
  rules?: readonly string[];
  /** True for the days of the country on which the exchange is shut. `date` is YYYY-MM-DD. */
  keeps(holiday: Holiday): boolean;
  /** Days that no rule gives, YYYY-MM-DD. */
  closedToo?: readonly string[];
  openAfterAll?: readonly string[];
  /** Early closes of a year: the day, and the local time. `isOpen` knows the days off. */
  early?(
    year: number,
    isOpen: (day: number) => boolean,
    holidays: readonly HolidaysTypes.Holiday[],
  ): readonly EarlyClose[];
}

const GOOD_FRIDAY = 'easter -2';
const NO_EARLY: readonly EarlyClose[] = [];

/** The last open day at or before a date. */
function lastOpen(year: number, month: number, day: number, isOpen: (day: number) => boolean): number {
  let at = dayOf(year, month, day);
  while (!isOpen(at)) at--;
  return at;
}

const isWeekday = (day: number): boolean => weekdayOf(day) % 6 !== 0;

/** The date, or the Friday before when it falls on a weekend. */
function orFriday(year: number, month: number, day: number): number {
  let at = dayOf(year, month, day);
  while (!isWeekday(at)) at--;
  return at;
}

// www.nyse.com/markets/hours-calendars. Days of mourning and storms of the past: New York's own list of special closings.
const NEW_YORK: Exchange = {
  place: ['US'],
  rules: [GOOD_FRIDAY],
  keeps: ({ name, date, substitute }) => {
    // No Friday is made up for: it would fall into the old accounting year (NYSE Rule 7.2).
    if (name === "New Year's Day") return !(substitute && date.endsWith('12-31'));
    // A holiday of the country since 2021, of the exchange since 2022.
    if (name === 'Juneteenth') return date >= '2022';
    return [
      ...['Martin Luther King Jr. Day', "Washington's Birthday", GOOD_FRIDAY, 'Memorial Day', 'Independence Day'],
      ...['Labor Day', 'Thanksgiving Day', 'Christmas Day'],
    ].includes(name);
  },
  closedToo: [
    ...['2001-09-11', '2001-09-12', '2001-09-13', '2001-09-14', '2004-06-11', '2007-01-02', '2012-10-29', '2012-10-30'],
    ...['2018-12-05', '2025-01-09'],
  ],
  early: (year, isOpen) => {
    const eve = dayOf(year, 7, 3);
    // Before 2013 a Wednesday was whole, and the Friday after a Thursday's holiday was short instead.
    const independence = year < 2013 && weekdayOf(eve) === 3 ? eve + 2 : eve;
    const thanksgiving = 22 + ((11 - weekdayOf(dayOf(year, 11, 1))) % 7);
    const days = [independence, dayOf(year, 11, thanksgiving) + 1, dayOf(year, 12, 24)];
    if (year === 2003) days.push(dayOf(year, 12, 26));
    if (year === 1999) days.push(dayOf(year, 12, 31));
    return days.filter(isOpen).map((day) => [day, '13:00'] as const);
  },
};

// www.cmegroup.com/tools-information/holiday-calendar.html: Globex shuts for three holidays. On the other American ones metals and
// energy pause in the afternoon, which this market does not model.
const GLOBEX: Exchange = {
  place: ['US'],
  rules: [GOOD_FRIDAY],
  keeps: ({ name, date, substitute }) =>
    [GOOD_FRIDAY, "New Year's Day", 'Christmas Day'].includes(name) && !(substitute && date.endsWith('12-31')),
};

/** An exchange whose days off follow from these rules alone, in the grammar of `date-holidays`. */
function byRules(
  country: string,
  rules: readonly string[],
  alsoIf: (holiday: Holiday) => boolean = () => true,
): Pick<Exchange, 'place' | 'rules' | 'keeps'> {
  return { place: [country], rules, keeps: (holiday) => rules.includes(holiday.name) && alsoIf(holiday) };
}

const EXCHANGES: Readonly<Record<string, Exchange>> = {
  // Banks of every country rest on these two days.
  'forex-24x5': {
    place: ['US'],
    keeps: ({ name, substitute }) => !substitute && ["New Year's Day", 'Christmas Day'].includes(name),
  },
  'metals-23x5': GLOBEX,
  'energy-23x5': GLOBEX,
  nyse: NEW_YORK,
  // www.londonstockexchange.com/equities-trading/business-days: half days on the last trading days before Christmas and New Year.
  lse: {
    place: ['GB', 'eng'],
    keeps: ({ type }) => type === 'public',
    // The Queen's jubilees of 2002 and 2012, for which the spring holiday moved, and a royal wedding.
    closedToo: ['1999-12-31', '2002-06-03', '2002-06-04', '2011-04-29', '2012-06-04'],
    openAfterAll: ['2002-05-27', '2012-05-28'],
    early: (year, isOpen) =>
      [orFriday(year, 12, 24), orFriday(year, 12, 31)].filter(isOpen).map((day) => [day, '12:30'] as const),
  },
  // www.xetra.com, trading calendar. The last day of the year ends at 14:00 since 2010; whole holidays of some years only.
  xetra: {
    place: ['DE'],
    keeps: ({ name, date }) => {
      if (name === 'Pfingstmontag') return date.startsWith('2007') || (date >= '2015' && date < '2022');
      if (name === 'Tag der Deutschen Einheit') return date >= '2014' && date < '2022';
      return [
        ...['Neujahr', 'Karfreitag', 'Ostermontag', 'Maifeiertag', 'Heiliger Abend', '1. Weihnachtstag'],
        ...['2. Weihnachtstag', 'Silvester'],
      ].includes(name);
    },
    closedToo: ['2017-10-31'],
    early: (year, isOpen) => (year < 2010 ? NO_EARLY : [[lastOpen(year, 12, 31, isOpen), '14:00']]),
  },
  // www.euronext.com/en/trade/trading-hours-holidays: half days on the eves of Christmas and New Year; Milan closes on them.
  euronext: {
    ...byRules('FR', ['01-01', GOOD_FRIDAY, 'easter 1', '05-01', '12-25', '12-26']),
    early: (year, isOpen) =>
      [dayOf(year, 12, 24), dayOf(year, 12, 31)].filter(isOpen).map((day) => [day, '14:05'] as const),
  },
  milan: byRules('IT', ['01-01', GOOD_FRIDAY, 'easter 1', '05-01', '08-15', '12-24', '12-25', '12-26', '12-31']),
  // www.six-group.com, trading and currency holiday calendar.
  six: byRules('CH', [
    ...['01-01', '01-02', GOOD_FRIDAY, 'easter 1', '05-01', 'easter 39', 'easter 50', '08-01'],
    ...['12-24', '12-25', '12-26', '12-31'],
  ]),
  // www.bolsasymercados.es, trading calendar: shut on the two eves until 2010 and from 2021 to 2023, half days otherwise.
  madrid: {
    ...byRules(
      'ES',
      ['01-01', GOOD_FRIDAY, 'easter 1', '05-01', '12-25', '12-26', '12-24', '12-31'],
      ({ name, date }) => !['12-24', '12-31'].includes(name) || date < '2011' || (date >= '2021' && date < '2024'),
    ),
    early: (year, isOpen) =>
      year < 2012
        ? NO_EARLY
        : [dayOf(year, 12, 24), dayOf(year, 12, 31)].filter(isOpen).map((day) => [day, '14:00'] as const),
  },
  // www.jpx.co.jp/english/corporate/about-jpx/calendar: national holidays, 31 December and 1 to 3 January.
  tse: {
    place: ['JP'],
    keeps: ({ type }) => type === 'public' || type === 'bank',
    // The machines of the exchange failed on a whole day; a Tuesday between two holidays that the data does not have.
    closedToo: ['2020-10-01', '2032-09-21'],
  },
  // www.hkex.com.hk, trading calendar and holiday schedule: no afternoon on the eves of Christmas, New Year and Lunar New Year.
  hkex: {
    place: ['HK'],
    keeps: ({ type }) => type === 'public',
    closedToo: [
      // Until 2011 the day before made up for a Sunday in the Lunar New Year.
      ...['2000-02-04', '2003-01-31'],
      // Two holidays on one day: the next free day makes up for it (General Holidays Ordinance, section 6).
      ...['2010-04-06', '2012-10-02', '2015-04-07', '2033-10-03', '2037-04-07', '2042-04-08'],
      // Seventy years after the war; and Mid-Autumn of 2033, which the data puts a month late: its leap month is the eleventh.
      ...['2015-09-03', '2033-09-09'],
      // Typhoons and black rain on the whole day; since September 2024 the exchange trades through them.
      ...['2001-07-06', '2001-07-25', '2008-08-06', '2008-08-22', '2011-09-29', '2013-08-14', '2016-08-02'],
      ...['2016-10-21', '2017-08-23', '2020-10-13', '2021-10-13', '2023-07-17', '2024-09-06'],
    ],
    openAfterAll: [
      ...['2000-02-08', '2002-09-23', '2003-02-04', '2006-02-01', '2007-02-21', '2009-10-05', '2010-02-17'],
      '2033-10-31',
    ],
    early: (year, isOpen, holidays) => {
      const newYear = holidays.find(({ rule }) => rule.startsWith('chinese 01-0-01'));
      const first = newYear === undefined ? [] : [dayIn(newYear.date) - 1];
      return [...first, dayOf(year, 12, 24), dayOf(year, 12, 31)].filter(isOpen).map((day) => [day, '12:00'] as const);
    },
  },
  // www.asx.com.au, trading calendar: 14:10 on the last trading days before Christmas and of the year.
  asx: {
    place: ['AU', 'NSW'],
    keeps: ({ name, substitute }) => {
      // New South Wales makes up for a weekend, the exchange does not.
      if (name === 'Anzac Day') return !substitute;
      return [
        ...["New Year's Day", 'Australia Day', 'Good Friday', 'Easter Monday', "Queen's Birthday", "King's Birthday"],
        ...['Christmas Day', 'Boxing Day'],
      ].includes(name);
    },
    closedToo: ['1999-12-31', '2010-04-26', '2011-04-26', '2022-09-22'],
    early: (year, isOpen) =>
      year < 2010 || year === 2022
        ? NO_EARLY
        : [orFriday(year, 12, 24), orFriday(year, 12, 31)].filter(isOpen).map((day) => [day, '14:10'] as const),
  },
};

/** One year of one exchange. `trades` knows the weekdays on which it has sessions. */
function holidayYear(
  exchange: Exchange,
  year: number,
  holidays: readonly HolidaysTypes.Holiday[],
  trades: (day: number) => boolean,
): { closed: number[]; early: EarlyClose[] } {
  const closed = new Set<number>();
  for (const { name, date, type, substitute } of holidays) {
    // A substitute day is named after its holiday, with an addition in brackets.
    const holiday = {
      name: name.replace(/ \(.*\)$/, ''),
      type,
      date: date.slice(0, 10),
      substitute: substitute === true,
    };
    if (exchange.keeps(holiday)) closed.add(dayIn(date));
  }
  for (const date of exchange.closedToo ?? []) closed.add(dayIn(date));
  for (const date of exchange.openAfterAll ?? []) closed.delete(dayIn(date));
  const isOpen = (day: number): boolean => trades(day) && !closed.has(day);
  return {
    closed: [...closed].filter((day) => dateOf(day).year === year && trades(day)).sort((a, b) => a - b),
    early: [...(exchange.early?.(year, isOpen, holidays) ?? NO_EARLY)].sort(([a], [b]) => a - b),
  };
}

function dayIn(date: string): number {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number) as [number, number, number];
  return dayOf(year, month, day);
}
