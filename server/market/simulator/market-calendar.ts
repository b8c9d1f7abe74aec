import { DAY_SECONDS, dateOf, dayOf, weekdayOf } from './civil.js';
import { holidaysOf, type HolidayRule } from './holidays.js';
import { utcSecondOf, type DstRule } from './zone.js';

/** Market hours and how activity spreads over them. Local times are `HH:MM`; weekdays count from 0, Sunday. */
export interface MarketCalendar {
  id: string;
  name: string;
  /** The IANA name, for showing; the rules below are what counts. */
  timeZone: string;
  utcOffsetMinutes: number;
  dst: DstRule;
  alwaysOpen?: boolean;
  sessions: readonly { days: readonly number[]; open: string; close: string }[];
  /** Share of a day's price variance that happens while the market is shut and shows as the opening gap. */
  gapShare: number;
  daysPerYear: number;
  /** Relative activity of the 24 UTC hours; absent: the U of an exchange day, busy at open and close. */
  hourWeights?: readonly number[];
  weekdayWeights?: readonly number[];
  holidays: readonly HolidayRule[];
  earlyCloses?: readonly { close: string; day: HolidayRule }[];
}

/** How far sessions are written out, as years. Earlier and later the market counts as shut. */
export const CALENDAR_YEARS = { from: 1999, to: 2060 } as const;
/** The opening gap happens in this stretch before the open, while nobody sees a price. */
export const GAP_SECONDS = 900;

export interface Session {
  openSecond: number;
  closeSecond: number;
}

/** All sessions of a calendar in order, adjoining ones joined, in UTC seconds. */
export function sessionsOf(calendar: MarketCalendar): Session[] {
  const sessions: Session[] = [];
  const first = dayOf(CALENDAR_YEARS.from, 1, 1);
  const last = dayOf(CALENDAR_YEARS.to + 1, 1, 1);
  let year = 0;
  let holidays = new Set<number>();
  let early = new Map<number, number>();
  const templates = Array.from({ length: 7 }, (_, weekday) => templateOf(calendar, weekday));
  for (let day = first; day < last; day++) {
    const template = templates[weekdayOf(day)] ?? [];
    if (template.length === 0) continue;
    const date = dateOf(day);
    if (date.year !== year) {
      year = date.year;
      holidays = holidaysOf(calendar.holidays, year);
      early = earlyClosesOf(calendar, year);
    }
    if (holidays.has(day)) continue;
    for (const [open, regularClose] of template) {
      const close = Math.min(regularClose, early.get(day) ?? regularClose);
      if (close <= open) continue;
      addSession(sessions, utcSecondOf(calendar, day, open), utcSecondOf(calendar, day, close));
    }
  }
  return sessions;
}

function addSession(sessions: Session[], openSecond: number, closeSecond: number): void {
  const previous = sessions.at(-1);
  if (previous && previous.closeSecond >= openSecond) previous.closeSecond = closeSecond;
  else sessions.push({ openSecond, closeSecond });
}

function templateOf(calendar: MarketCalendar, weekday: number): [number, number][] {
  return calendar.sessions
    .filter(({ days }) => days.includes(weekday))
    .map(({ open, close }): [number, number] => [secondOfDay(open), secondOfDay(close)])
    .sort((x, y) => x[0] - y[0]);
}

function earlyClosesOf(calendar: MarketCalendar, year: number): Map<number, number> {
  const closes = new Map<number, number>();
  for (const { close, day } of calendar.earlyCloses ?? []) {
    for (const at of holidaysOf([day], year)) closes.set(at, secondOfDay(close));
  }
  return closes;
}

/** `HH:MM` as seconds of the day; `24:00` is its end. */
export function secondOfDay(text: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (!match) throw new Error(`a time of day is HH:MM, not ${text}`);
  const seconds = +(match[1] as string) * 3600 + +(match[2] as string) * 60;
  if (seconds > DAY_SECONDS) throw new Error(`a time of day ends at 24:00, not ${text}`);
  return seconds;
}
