import type { SupportHoursView } from '../../../contracts/support.contract.js';
import { SUPPORT_DAYS } from '../../../contracts/policy-support.contract.js';
import type { Instant } from '../../core/clock.js';
import { dayOf, firstInstant } from '../../core/zone.js';
import type { SupportRules } from './support.commands.js';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const SHOWN_DAYS = 7;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

type Hours = Pick<SupportRules, 'timeZone' | 'days' | 'staffedFrom' | 'staffedUntil'>;
interface Window {
  readonly from: Instant;
  readonly until: Instant;
}

/** Whether staff answer now, when that changes, and their hours of the coming week. Pure: the instant is handed in. */
export function hoursAt(rules: Hours, at: Instant): SupportHoursView {
  const windows = windowsFrom(rules, at);
  const [next] = windows;
  const staffed = next !== undefined && next.from <= at;
  const end = at + SHOWN_DAYS * DAY_MS;
  const shown = windows.filter(({ from }) => from < end);
  if (next === undefined) return { staffed, changesAt: null, windows: [] };
  // Hours that join into one another without an end are always.
  const changesAt = staffed ? (next.until > end ? null : next.until) : next.from;
  return { staffed, changesAt, windows: shown.map(({ from, until }) => ({ from, until })) };
}

/** The windows that end later than the instant, in order; those that touch are one. */
function windowsFrom({ timeZone, days, staffedFrom, staffedUntil }: Hours, at: Instant): Window[] {
  const staffedOn = new Set(days.split(','));
  const today = dayOf(timeZone, at);
  const joined: Window[] = [];
  for (let day = today - 1; day <= today + SHOWN_DAYS + 1; day += 1) {
    const name = SUPPORT_DAYS[(((day + FIRST_WEEKDAY) % 7) + 7) % 7];
    if (name === undefined || !staffedOn.has(name)) continue;
    const from = firstInstant(timeZone, day * DAY_MS + minuteOf(staffedFrom) * MINUTE_MS);
    const until = firstInstant(timeZone, day * DAY_MS + minuteOf(staffedUntil) * MINUTE_MS);
    if (until <= at) continue;
    const last = joined.at(-1);
    if (last?.until === from) joined[joined.length - 1] = { from: last.from, until };
    else joined.push({ from, until });
  }
  return joined;
}

/** Of the day, from `08:30`. */
function minuteOf(clock: string): number {
  const [hours = '', minutes = ''] = clock.split(':');
  return Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10);
}
