import type { HistorySpan } from '../../../contracts/asset.contract.js';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How far apart the points of a short chart lie, and how many there are; the long ones have one at the end of each day. */
const STEPS: Partial<Record<HistorySpan, readonly [stepMs: number, points: number]>> = {
  day: [QUARTER_MS, 96],
  week: [6 * HOUR_MS, 28],
};
const DAYS: Partial<Record<HistorySpan, number>> = { month: 30, year: 365 };

/**
 * The instants of a chart, oldest first and all before `now`. Each is the beginning of a quarter of an hour, up to
 * which sums are kept: of every one, of every sixth hour's, or of a day's first as the reader's own time zone has it.
 */
export function historyInstants(span: HistorySpan, now: number, timeZone: string): number[] {
  const steps = STEPS[span];
  if (steps !== undefined) {
    const [step, points] = steps;
    const last = now - (now % step);
    return Array.from({ length: points }, (_, index) => last - (points - 1 - index) * step);
  }
  const days = DAYS[span] ?? 0;
  const today = localDay(now, timeZone);
  return Array.from({ length: days }, (_, index) => startOfDay(today - (days - 1 - index), timeZone));
}

/** When the day began that an instant lies in, as the time zone has it. */
export const dayBefore = (now: number, timeZone: string): number => startOfDay(localDay(now, timeZone), timeZone);

/** Which day it is in the time zone, counted from 1970-01-01. */
function localDay(at: number, timeZone: string): number {
  return Math.floor((at + offsetMs(at, timeZone)) / DAY_MS);
}

/** The instant at which a day begins in the time zone, with any clock change in that night. */
export function startOfDay(day: number, timeZone: string): number {
  const local = day * DAY_MS;
  const guess = local - offsetMs(local, timeZone);
  const start = local - offsetMs(guess, timeZone);
  return start - (start % QUARTER_MS);
}

const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 500;

/** How far the zone's clocks are ahead of UTC at an instant. */
function offsetMs(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    if (formats.size >= FORMATS_MAX) formats.clear();
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      ...fields,
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - (at - (at % 1000));
}
