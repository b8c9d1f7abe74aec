import type { Instant } from './clock.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** Asking the database of time zones costs a hundred times what remembering does; the same question has one answer. */
const offsets = new Map<string, number | null>();
const OFFSETS_MAX = 20_000;

/** Making one costs a hundred times what using it does, and there are few time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Days and hours of a place, daylight saving included, from the time zone database that comes with Node. Pure: the instant is
 * handed in. A wall time is what a clock on the wall there shows, in milliseconds as if the place were at UTC.
 */
export function wallTime(zone: string, at: Instant): number {
  const quarter = Math.floor(at / QUARTER_MS);
  return at + (steady(zone, quarter) ?? offsetOf(zone, at));
}

/** How far clocks there are from UTC all through a quarter of an hour; `null` where they are put within it. */
function steady(zone: string, quarter: number): number | null {
  const key = `${zone}/${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const [first, last] = [quarter * QUARTER_MS, (quarter + 1) * QUARTER_MS - 1].map((at) => offsetOf(zone, at));
  const offset = first === last ? (first as number) : null;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function offsetOf(zone: string, at: Instant): number {
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(at))
    if (Object.hasOwn(parts, type)) parts[type as keyof typeof parts] = Number.parseInt(value, 10);
  const { year, month, day, hour, minute, second } = parts;
  // The format ends at seconds; thousandths are the same in every zone.
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** Minutes since midnight, as the clock on the wall shows it; thousandths of seconds count. */
function minuteOfDay(zone: string, at: Instant): number {
  const wall = wallTime(zone, at);
  return (wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS;
}

/** The day there, as days since 1970-01-01: two instants are of the same day when this is the same. */
export function dayOf(zone: string, at: Instant): number {
  return Math.floor(wallTime(zone, at) / DAY_MS);
}

/** The first instant of that day there, also where the clocks are put forward at midnight. */
export function startOfDay(zone: string, day: number): Instant {
  return firstInstant(zone, day * DAY_MS);
}

/**
 * The first instant at which the wall shows this time or, where the clocks jump over it, a later one. Clocks are never put by
 * more than a day, so what the wall shows rises over any two days.
 */
export function firstInstant(zone: string, wall: number): Instant {
  const near = new Set([wall - DAY_MS, wall, wall + DAY_MS].map((at) => wallTime(zone, at) - at));
  const exact = [...near].map((offset) => wall - offset).filter((at) => wallTime(zone, at) === wall);
  if (exact.length > 0) return Math.min(...exact);
  const [early, late] = [wall - Math.max(...near), wall - Math.min(...near)];
  return halved(early, late, (at) => wallTime(zone, at) >= wall);
}

/** A stretch of every day, by the clock on the wall: from one minute of the day on, until another. Equal ends: always. */
export interface DailyWindow {
  readonly zone: string;
  readonly fromMinute: number;
  /** 1440 is the end of the day; earlier than the beginning: past midnight. */
  readonly toMinute: number;
}

export function isOpen({ zone, fromMinute, toMinute }: DailyWindow, at: Instant): boolean {
  if (fromMinute === toMinute || (fromMinute === 0 && toMinute === 1440)) return true;
  const minute = minuteOfDay(zone, at);
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
}

/**
 * When the window next opens, or closes where it is open; `null` where it never changes. It changes at its ends and where the
 * clocks are put forward or back, so only those instants are looked at.
 */
export function nextChange(window: DailyWindow, at: Instant): Instant | null {
  const { zone, fromMinute, toMinute } = window;
  const now = isOpen(window, at);
  const today = dayOf(zone, at);
  const ends = [0, 1, 2, 3].flatMap((days) =>
    [fromMinute, toMinute].map((minute) => firstInstant(zone, (today + days - 1) * DAY_MS + minute * MINUTE_MS)),
  );
  const later = [...ends, ...repeated(zone, ends), ...shifts(zone, at)].filter((instant) => instant > at);
  const changes = later.sort((a, b) => a - b).filter((instant) => isOpen(window, instant) !== now);
  return changes[0] ?? null;
}

/** Where clocks are put back, a wall time comes twice. */
function repeated(zone: string, instants: readonly Instant[]): Instant[] {
  return instants.flatMap((at) => {
    const wall = wallTime(zone, at);
    const offsets = [at - DAY_MS, at + DAY_MS].map((near) => wallTime(zone, near) - near);
    return offsets.map((offset) => wall - offset).filter((other) => wallTime(zone, other) === wall);
  });
}

/** The instants of the coming three days at which clocks are put forward or back. */
function shifts(zone: string, at: Instant): Instant[] {
  const offset = (instant: Instant): number => wallTime(zone, instant) - instant;
  return Array.from({ length: 12 }, (_, index) => at + index * 6 * HOUR_MS).flatMap((from) => {
    const to = from + 6 * HOUR_MS;
    return offset(from) === offset(to) ? [] : [halved(from, to, (instant) => offset(instant) === offset(to))];
  });
}

/** The first whole millisecond of a stretch at which something is so, and stays so. */
function halved(from: Instant, to: Instant, isSo: (at: Instant) => boolean): Instant {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}
