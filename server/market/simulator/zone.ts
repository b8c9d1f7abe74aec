import { DAY_SECONDS, dateOf, nthWeekday } from './civil.js';

/**
 * Daylight-saving rules, written out so that the same second is the same local time on every machine: a time-zone
 * database is data that changes under a published price.
 */
export type DstRule = 'none' | 'us' | 'eu' | 'au';

export interface Zone {
  /** Standard time, minutes east of UTC. */
  utcOffsetMinutes: number;
  dst: DstRule;
}

/** Seconds east of UTC at a UTC second. */
export function offsetSecondsAt(zone: Zone, utcSecond: number): number {
  const standard = zone.utcOffsetMinutes * 60;
  if (zone.dst === 'none') return standard;
  const { year } = dateOf(Math.floor((utcSecond + standard) / DAY_SECONDS));
  return isSummer(summerOf(zone.dst, year, standard), utcSecond) ? standard + 3600 : standard;
}

/** Seconds east of UTC at the local noon of each day of one year: quick, for callers that need all of them. */
export function noonOffsetsOf(zone: Zone, year: number): (localDay: number) => number {
  const standard = zone.utcOffsetMinutes * 60;
  if (zone.dst === 'none') return () => standard;
  const summer = summerOf(zone.dst, year, standard);
  // No clock changes at noon, so whether it is read by standard or by summer time makes no difference.
  return (localDay) => (isSummer(summer, localDay * DAY_SECONDS + 43_200 - standard) ? standard + 3600 : standard);
}

function isSummer([start, end]: Summer, utcSecond: number): boolean {
  return start < end ? utcSecond >= start && utcSecond < end : utcSecond >= start || utcSecond < end;
}

/** The UTC second of a local wall-clock second (`localDay` days since 1970-01-01 plus seconds of the day). */
export function utcSecondOf(zone: Zone, localDay: number, secondOfDay: number): number {
  const local = localDay * DAY_SECONDS + secondOfDay;
  const guess = local - zone.utcOffsetMinutes * 60;
  const byGuess = local - offsetSecondsAt(zone, guess);
  return local - offsetSecondsAt(zone, byGuess);
}

type Summer = [start: number, end: number];
const summers = new Map<string, Map<number, Summer>>();

/** Start and end of summer time in a year, as UTC seconds; in the south the end comes first. */
function summerOf(dst: Exclude<DstRule, 'none'>, year: number, standard: number): Summer {
  const zone = `${dst}${standard}`;
  const years = summers.get(zone) ?? new Map<number, Summer>();
  summers.set(zone, years);
  const summer = years.get(year) ?? computeSummer(dst, year, standard);
  years.set(year, summer);
  return summer;
}

function computeSummer(dst: Exclude<DstRule, 'none'>, year: number, standard: number): Summer {
  if (dst === 'eu') {
    return [nthWeekday(year, 3, 0, -1) * DAY_SECONDS + 3600, nthWeekday(year, 10, 0, -1) * DAY_SECONDS + 3600];
  }
  if (dst === 'au') {
    const start = nthWeekday(year, 10, 0, 1) * DAY_SECONDS + 2 * 3600 - standard;
    return [start, nthWeekday(year, 4, 0, 1) * DAY_SECONDS + 2 * 3600 - standard];
  }
  // The Energy Policy Act of 2005 moved both ends from 2007 on.
  const startDay = year >= 2007 ? nthWeekday(year, 3, 0, 2) : nthWeekday(year, 4, 0, 1);
  const endDay = year >= 2007 ? nthWeekday(year, 11, 0, 1) : nthWeekday(year, 10, 0, -1);
  return [startDay * DAY_SECONDS + 2 * 3600 - standard, endDay * DAY_SECONDS + 3600 - standard];
}
