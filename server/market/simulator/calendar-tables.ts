import { z } from 'zod';
import { BrokenDataError } from './catalogue.js';
import { dateOf, dayOf, weekdayOf } from './civil.js';
import {
  CALENDAR_YEARS,
  secondOfDay,
  templateOf,
  tradingWeekdays,
  type MarketCalendar,
  type MarketHours,
} from './market-calendar.js';

/** A file of the catalogue. */
export interface DataFile {
  readonly file: string;
  readonly text: string;
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const timeOfDay = z.string().regex(TIME_OF_DAY, 'a time of day is HH:MM');
const weekday = z.number().int().min(0).max(6);
const session = z
  .strictObject({
    days: z.array(weekday).min(1),
    open: timeOfDay,
    close: timeOfDay,
    callMinutes: z.int().min(1).max(360).optional(),
    cutOffMinutes: z.int().min(1).max(60).optional(),
  })
  .refine(({ open, close }) => open < close, { message: 'a session opens before it closes', path: ['close'] });
function withoutOverlap(sessions: readonly z.output<typeof session>[]): boolean {
  return [0, 1, 2, 3, 4, 5, 6].every((each) => {
    const ofDay = sessions.filter(({ days }) => days.includes(each)).sort((a, b) => (a.open < b.open ? -1 : 1));
    return ofDay.every(({ open }, i) => i === 0 || open >= (ofDay[i - 1]?.close ?? ''));
  });
}

const share = z.number().positive().max(1);
const interruption = z.strictObject({
  band: share,
  pauseMinutes: z.int().min(1).max(30),
  thin: z.strictObject({ belowVolumeUsdt: z.number().positive(), band: share }).optional(),
  cheap: z.strictObject({ belowPrice: z.number().positive(), band: share }).optional(),
  source: z.string().min(1),
});
const priceLimits = z.strictObject({
  table: z
    .array(z.tuple([z.number().positive(), z.number().positive()]))
    .min(1)
    .refine((rows) => rows.every(([below], i) => i === 0 || below > (rows[i - 1]?.[0] ?? 0)), 'the rows rise'),
  perUsdt: z.number().positive(),
  source: z.string().min(1),
});

const hours = z
  .strictObject({
    id: z.string().min(1),
    name: z.string().min(1),
    timeZone: z.string().min(1),
    utcOffsetMinutes: z.number().int().min(-720).max(840),
    dst: z.enum(['none', 'us', 'eu', 'au']),
    alwaysOpen: z.boolean().optional(),
    sessions: z.array(session).refine(withoutOverlap, 'two sessions of one weekday overlap'),
    callSource: z.string().min(1).optional(),
    interruption: interruption.optional(),
    priceLimits: priceLimits.optional(),
    gapShare: z.number().min(0).max(0.9),
    hourWeights: z.array(z.number().positive()).length(24).optional(),
    weekdayWeights: z.array(z.number().positive()).length(7).optional(),
  })
  .refine(({ priceLimits: limits, dst }) => limits === undefined || dst === 'none', {
    message: 'a calendar with price limits has no summer time',
    path: ['priceLimits'],
  });

/**
 * Reads the hours (JSON) and the holidays (tab-separated, a row a calendar and year) of all markets. Throws a
 * `BrokenDataError` that names file, line and field, and never returns part of them.
 */
export function parseCalendars(hoursFile: DataFile, holidaysFile: DataFile): MarketCalendar[] {
  const known = parseHours(hoursFile);
  const days = parseHolidays(holidaysFile, known);
  return known.map((each) => ({ ...each, ...(days.get(each.id) ?? { closedDays: [], earlyCloses: [] }) }));
}

/** Reads the hours alone, for the script that writes the holidays. */
export function parseHours({ file, text }: DataFile): MarketHours[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const before = text.slice(0, +(position ?? text.length)).split('\n');
    const column = (before.at(-1) as string).length + 1;
    throw new BrokenDataError({ file, line: before.length, column, reason: String(error) });
  }
  const list = z.array(z.unknown()).safeParse(json);
  if (!list.success) return fail(file, 1, 1, 'the file is a list of calendars');
  const seen = new Set<string>();
  return list.data.map((entry, index) => {
    const line = lineOfEntry(text, index);
    const parsed = hours.safeParse(entry);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return fail(file, line, 1, `${issue?.path.join('.') || 'calendar'}: ${issue?.message ?? 'broken'}`);
    }
    const { id } = parsed.data;
    if (seen.has(id)) fail(file, line, 1, `id: ${id} is there twice`);
    seen.add(id);
    return parsed.data as MarketHours;
  });
}

/** The line on which the entry of a list begins: its bracket is the first that opens one level down. */
function lineOfEntry(text: string, index: number): number {
  let [depth, count, line, inString] = [0, -1, 1, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\n') line++;
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      if (depth === 1 && ++count === index) return line;
      depth++;
    } else if (char === '}' || char === ']') depth--;
  }
  return 1;
}

type Days = Pick<MarketCalendar, 'closedDays' | 'earlyCloses'>;
interface MutableDays {
  closedDays: number[];
  earlyCloses: { day: number; close: string }[];
}

const COLUMNS = ['calendar', 'year', 'closed', 'early'] as const;
type Column = (typeof COLUMNS)[number];

function parseHolidays({ file, text }: DataFile, calendars: readonly MarketHours[]): Map<string, Days> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const header = (lines[0] ?? '').split('\t');
  COLUMNS.forEach((name, i) => {
    if (header[i] !== name) fail(file, 1, i + 1, `the header says ${header[i] ?? 'nothing'}, expected ${name}`);
  });
  const open = new Map(calendars.filter(({ sessions }) => sessions.length > 0).map((each) => [each.id, each]));
  const days = new Map<string, MutableDays>();
  const nextYears = new Map<string, number>();
  lines.slice(1).forEach((line, i) => {
    const row = rowOf(file, i + 2, line);
    const calendar = open.get(row.id) ?? row.fail('calendar', `no calendar with sessions is called ${row.id}`);
    const year = nextYears.get(row.id) ?? CALENDAR_YEARS.from;
    if (row.year !== String(year)) row.fail('year', `the next year of ${row.id} is ${year}, not ${row.year}`);
    if (year > CALENDAR_YEARS.to) row.fail('year', `the years end with ${CALENDAR_YEARS.to}`);
    nextYears.set(row.id, year + 1);
    const known = days.get(row.id) ?? { closedDays: [], earlyCloses: [] };
    days.set(row.id, known);
    addRow(known, row, calendar, year);
  });
  for (const id of open.keys()) {
    const year = nextYears.get(id) ?? CALENDAR_YEARS.from;
    if (year <= CALENDAR_YEARS.to) fail(file, lines.length, 2, `${id} has no row for ${year}`);
  }
  return days;
}

interface Row {
  readonly id: string;
  readonly year: string;
  readonly closed: string;
  readonly early: string;
  fail(column: Column, reason: string): never;
}

function rowOf(file: string, line: number, text: string): Row {
  const fields = text.split('\t');
  if (fields.length !== COLUMNS.length)
    fail(file, line, fields.length, `${fields.length} fields, expected ${COLUMNS.length}`);
  const [id, year, closed, early] = fields as [string, string, string, string];
  return { id, year, closed, early, fail: (column, reason) => fail(file, line, COLUMNS.indexOf(column) + 1, reason) };
}

function addRow({ closedDays, earlyCloses }: MutableDays, row: Row, calendar: MarketHours, year: number): void {
  const trades = tradingWeekdays(calendar);
  let previous = dayOf(year, 1, 1) - 1;
  const ofYear: number[] = [];
  for (const text of row.closed.split(' ').filter(Boolean)) {
    previous = nextDay(row, 'closed', trades, { year, text, previous });
    ofYear.push(previous);
  }
  closedDays.push(...ofYear);
  const closed = new Set(ofYear);
  previous = dayOf(year, 1, 1) - 1;
  for (const entry of row.early.split(' ').filter(Boolean)) {
    const [text, close] = entry.split('@') as [string, string | undefined];
    previous = nextDay(row, 'early', trades, { year, text, previous });
    if (closed.has(previous)) row.fail('early', `${text} is closed and cannot close early`);
    if (close === undefined || !TIME_OF_DAY.test(close)) row.fail('early', `${entry} is not MM-DD@HH:MM`);
    const template = templateOf(calendar, weekdayOf(previous)).filter(({ ofNextDay }) => !ofNextDay);
    const second = secondOfDay(close as string);
    const last = Math.max(...template.map((each) => each.close));
    if (second <= (template[0]?.open ?? 0) || second >= last) {
      row.fail('early', `${entry} is not within the hours of ${calendar.id}`);
    }
    earlyCloses.push({ day: previous, close: close as string });
  }
}

/** A date `MM-DD` of the row, after the one before it, on which the market has a session in other weeks. */
function nextDay(
  row: Row,
  column: Column,
  trades: ReadonlySet<number>,
  { year, text, previous }: { year: number; text: string; previous: number },
): number {
  if (!/^\d\d-\d\d$/.test(text)) row.fail(column, `${text} is not MM-DD`);
  const [month, date] = [+text.slice(0, 2), +text.slice(3)];
  const day = dayOf(year, month, date);
  const found = dateOf(day);
  if (found.month !== month || found.day !== date) row.fail(column, `${year}-${text} is not a date`);
  if (day <= previous) row.fail(column, `${text} does not come after the date before it`);
  if (!trades.has(weekdayOf(day))) row.fail(column, `${year}-${text} is a day on which ${row.id} never trades`);
  return day;
}

function fail(file: string, line: number, column: number, reason: string): never {
  throw new BrokenDataError({ file, line, column, reason });
}
