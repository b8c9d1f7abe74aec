import { z } from 'zod';
import { BrokenDataError } from './catalogue.js';
import { DAY_SECONDS, dateOf, dayOf, weekdayOf } from './civil.js';
import { holidaysOf, type HolidayRule } from './holidays.js';
import { noonOffsetsOf, utcSecondOf, type DstRule } from './zone.js';

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
  /** Relative activity of the 24 UTC hours; absent: the U of an exchange day, busy at open and close. */
  hourWeights?: readonly number[];
  weekdayWeights?: readonly number[];
  holidays: readonly HolidayRule[];
  earlyCloses?: readonly { close: string; day: HolidayRule }[];
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time of day is HH:MM');
const weekday = z.number().int().min(0).max(6);
const yearly = { fromYear: z.number().int().optional(), plusDays: z.number().int().optional() };
const observed = z.enum(['us', 'us-new-year', 'next-workday']).optional();
const month = z.number().int().min(1).max(12);
const holiday = z.discriminatedUnion('rule', [
  z.strictObject({ ...yearly, rule: z.literal('fixed'), month, day: z.number().int().min(1).max(31), observed }),
  z.strictObject({ ...yearly, rule: z.literal('nth'), month, weekday, n: z.number().int().min(-1).max(5) }),
  z.strictObject({ ...yearly, rule: z.literal('easter'), offsetDays: z.number().int() }),
  z.strictObject({ ...yearly, rule: z.literal('lunar-new-year'), offsetDays: z.number().int() }),
]);
const calendars = z.array(
  z.strictObject({
    id: z.string().min(1),
    name: z.string().min(1),
    timeZone: z.string().min(1),
    utcOffsetMinutes: z.number().int().min(-720).max(840),
    dst: z.enum(['none', 'us', 'eu', 'au']),
    alwaysOpen: z.boolean().optional(),
    sessions: z.array(z.strictObject({ days: z.array(weekday), open: timeOfDay, close: timeOfDay })),
    gapShare: z.number().min(0).max(0.9),
    hourWeights: z.array(z.number().positive()).length(24).optional(),
    weekdayWeights: z.array(z.number().positive()).length(7).optional(),
    holidays: z.array(holiday),
    earlyCloses: z.array(z.strictObject({ close: timeOfDay, day: holiday })).optional(),
  }),
);

/** Reads the calendars' JSON file; throws a `BrokenDataError` and never returns part of it. */
export function parseCalendars(file: string, text: string): MarketCalendar[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const before = text.slice(0, +(position ?? text.length)).split('\n');
    const column = (before.at(-1) as string).length + 1;
    throw new BrokenDataError({ file, line: before.length, column, reason: String(error) });
  }
  const parsed = calendars.safeParse(json);
  if (parsed.success) return parsed.data as MarketCalendar[];
  const issue = parsed.error.issues[0];
  const reason = `${String(issue?.path.join('.'))}: ${issue?.message ?? 'broken'}`;
  throw new BrokenDataError({ file, line: 1, column: 1, reason });
}

/** How far sessions are written out, as years. Earlier and later the market counts as shut. */
const CALENDAR_YEARS = { from: 1999, to: 2045 } as const;
/** The opening gap happens in this period before the open, while no price is published. */
export const GAP_SECONDS = 900;

export interface Session {
  openSecond: number;
  closeSecond: number;
}

/** All sessions of a calendar in order, adjoining ones joined, in UTC seconds. */
export function sessionsOf(calendar: MarketCalendar): Session[] {
  const sessions: Session[] = [];
  const templates = Array.from({ length: 7 }, (_, weekday) => templateOf(calendar, weekday));
  for (let year = CALENDAR_YEARS.from; year <= CALENDAR_YEARS.to; year++) addYear(sessions, calendar, templates, year);
  return sessions;
}

/** Written for speed: a server writes out a hundred thousand sessions when it starts. */
function addYear(sessions: Session[], calendar: MarketCalendar, templates: readonly Hours[][], year: number): void {
  const holidays = holidaysOf(calendar.holidays, year);
  const early = earlyClosesOf(calendar, year);
  const noonOffset = noonOffsetsOf(calendar, year);
  const nextYear = dayOf(year + 1, 1, 1);
  for (let day = dayOf(year, 1, 1); day < nextYear; day++) {
    const template = templates[weekdayOf(day)] ?? [];
    if (template.length === 0 || holidays.has(day)) continue;
    // Clocks change on Sundays before anybody's market opens, so noon's offset is the day's.
    const midnight = day * DAY_SECONDS - noonOffset(day);
    const earlyClose = early.get(day) ?? DAY_SECONDS;
    for (const { open, close } of template) {
      const until = Math.min(close, earlyClose);
      if (until > open) addSession(sessions, midnight + open, midnight + until);
    }
  }
}

/** The regular hours of one local day, from its first open to its last close; a whole UTC day for round-the-clock markets. */
export function regularHours(calendar: MarketCalendar, day: number): Session {
  const weekdays = [weekdayOf(day), 1];
  const template = weekdays.map((weekday) => templateOf(calendar, weekday)).find(({ length }) => length > 0);
  if (!template || calendar.hourWeights) {
    return { openSecond: day * DAY_SECONDS, closeSecond: (day + 1) * DAY_SECONDS };
  }
  const midnight = utcSecondOf(calendar, day, 43_200) - 43_200;
  const close = Math.max(...template.map((hours) => hours.close));
  const early = earlyClosesOf(calendar, dateOf(day).year).get(day) ?? close;
  return {
    openSecond: midnight + (template[0] as Hours).open,
    closeSecond: midnight + Math.min(close, early),
  };
}

function addSession(sessions: Session[], openSecond: number, closeSecond: number): void {
  const previous = sessions.at(-1);
  if (previous && previous.closeSecond >= openSecond) previous.closeSecond = closeSecond;
  else sessions.push({ openSecond, closeSecond });
}

/** Seconds of a local day. */
interface Hours {
  open: number;
  close: number;
}

function templateOf(calendar: MarketCalendar, weekday: number): Hours[] {
  return calendar.sessions
    .filter(({ days }) => days.includes(weekday))
    .map(({ open, close }) => ({ open: secondOfDay(open), close: secondOfDay(close) }))
    .sort((x, y) => x.open - y.open);
}

function earlyClosesOf(calendar: MarketCalendar, year: number): Map<number, number> {
  const closes = new Map<number, number>();
  for (const { close, day } of calendar.earlyCloses ?? []) {
    for (const at of holidaysOf([day], year)) closes.set(at, secondOfDay(close));
  }
  return closes;
}

/** `HH:MM` as seconds of the day; `24:00` is its end. */
function secondOfDay(text: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (!match) throw new Error(`a time of day is HH:MM, not ${text}`);
  const seconds = +(match[1] as string) * 3600 + +(match[2] as string) * 60;
  if (seconds > DAY_SECONDS) throw new Error(`a time of day ends at 24:00, not ${text}`);
  return seconds;
}
