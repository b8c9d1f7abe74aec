import { describe, expect, it } from '@jest/globals';
import { dayOf, firstInstant, isOpen, nextChange, startOfDay, wallTime, type DailyWindow } from './zone.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BERLIN = 'Europe/Berlin';
const HONG_KONG = 'Asia/Hong_Kong';
const utc = Date.UTC;
/** By the walls of Berlin. */
const german: DailyWindow = { zone: BERLIN, fromMinute: 6 * 60, toMinute: 18 * 60 };
const documented: DailyWindow = { zone: HONG_KONG, fromMinute: 12 * 60, toMinute: 24 * 60 };

describe('the day of a place', () => {
  it('is 23 hours long when clocks are put forward, 25 when they are put back, 24 otherwise, over a whole year', () => {
    const hours = new Map<number, number>();
    const first = dayOf(BERLIN, utc(2028, 0, 1, 12));
    for (let day = first; day < first + 366; day += 1) {
      const length = (startOfDay(BERLIN, day + 1) - startOfDay(BERLIN, day)) / HOUR_MS;
      hours.set(length, (hours.get(length) ?? 0) + 1);
    }
    expect([...hours].sort(([a], [b]) => a - b)).toEqual([
      [23, 1],
      [24, 364],
      [25, 1],
    ]);
  });

  it('is always 24 hours long in Hong Kong, leap day and turn of the year included', () => {
    const first = dayOf(HONG_KONG, utc(2028, 0, 1, 12));
    for (let day = first; day <= first + 366; day += 1) {
      expect(startOfDay(HONG_KONG, day)).toBe(day * DAY_MS - 8 * HOUR_MS);
      expect(dayOf(HONG_KONG, startOfDay(HONG_KONG, day))).toBe(day);
      expect(dayOf(HONG_KONG, startOfDay(HONG_KONG, day) - 1)).toBe(day - 1);
    }
  });

  it('begins at one o’clock where clocks are put forward at midnight', () => {
    const day = utc(2026, 8, 6) / DAY_MS;
    const start = startOfDay('America/Santiago', day);
    expect(wallTime('America/Santiago', start)).toBe(utc(2026, 8, 6, 1));
    expect(dayOf('America/Santiago', start - 1)).toBe(day - 1);
  });
});

describe('a wall time', () => {
  it('that clocks jump over is the first instant after it, and one that comes twice is the first of the two', () => {
    expect(firstInstant(BERLIN, utc(2026, 2, 29, 2, 30))).toBe(utc(2026, 2, 29, 1));
    expect(firstInstant(BERLIN, utc(2026, 9, 25, 2, 30))).toBe(utc(2026, 9, 25, 0, 30));
  });

  it('comes back from its instant, to the millisecond', () => {
    for (const zone of [BERLIN, HONG_KONG, 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC'])
      for (let at = utc(2027, 5, 1) + 7; at < utc(2027, 5, 20); at += 11 * HOUR_MS + 13)
        expect(firstInstant(zone, wallTime(zone, at))).toBe(at);
  });
});

describe('a window of every day', () => {
  it('from 12:00 to 24:00 in Hong Kong is exact to the millisecond on every day of a leap year', () => {
    for (let noon = utc(2028, 0, 1, 4); noon < utc(2029, 0, 1); noon += DAY_MS) {
      const midnight = noon + 12 * HOUR_MS;
      expect([noon - 1, noon, midnight - 1, midnight].map((at) => isOpen(documented, at))).toEqual([
        ...[false, true, true, false],
      ]);
      expect([nextChange(documented, noon - 1), nextChange(documented, noon)]).toEqual([noon, midnight]);
      expect(nextChange(documented, midnight)).toBe(noon + DAY_MS);
    }
  });

  it('from 06:00 to 18:00 in Berlin keeps its hours by the wall through both changes of the clocks', () => {
    // Winter: 05:00 to 17:00 UTC; summer: 04:00 to 16:00 UTC.
    const edges: [day: number, opens: number][] = [
      [utc(2026, 2, 28), 5],
      [utc(2026, 2, 29), 4],
      [utc(2026, 9, 24), 4],
      [utc(2026, 9, 25), 5],
    ];
    for (const [day, opens] of edges) {
      const [from, to] = [day + opens * HOUR_MS, day + (opens + 12) * HOUR_MS];
      expect([from - 1, from, to - 1, to].map((at) => isOpen(german, at))).toEqual([false, true, true, false]);
    }
    expect(nextChange(german, utc(2026, 2, 28, 17))).toBe(utc(2026, 2, 29, 4));
    expect(nextChange(german, utc(2026, 9, 24, 16))).toBe(utc(2026, 9, 25, 5));
  });

  it('past midnight is open on both sides of it, and one that ends when it begins never closes', () => {
    const night: DailyWindow = { zone: HONG_KONG, fromMinute: 22 * 60, toMinute: 6 * 60 };
    const midnight = utc(2026, 0, 1, 16);
    expect([-3, -1, 0, 5, 6].map((hours) => isOpen(night, midnight + hours * HOUR_MS))).toEqual([
      ...[false, true, true, true, false],
    ]);
    expect(nextChange(night, midnight)).toBe(midnight + 6 * HOUR_MS);
    for (const always of [
      { zone: BERLIN, fromMinute: 0, toMinute: 0 },
      { zone: BERLIN, fromMinute: 0, toMinute: 1440 },
    ]) {
      expect(isOpen(always, midnight)).toBe(true);
      expect(nextChange(always, midnight)).toBeNull();
    }
  });

  it('within the hour that comes twice opens twice, and says so', () => {
    const short: DailyWindow = { zone: BERLIN, fromMinute: 130, toMinute: 150 };
    const [first, second] = [utc(2026, 9, 25, 0, 10), utc(2026, 9, 25, 1, 10)];
    expect(nextChange(short, first - 1)).toBe(first);
    expect(nextChange(short, first + 20 * 60_000)).toBe(second);
    expect(isOpen(short, second)).toBe(true);
  });

  it('within the hour that is jumped over does not open on that day', () => {
    const lost: DailyWindow = { zone: BERLIN, fromMinute: 130, toMinute: 150 };
    const next = nextChange(lost, utc(2026, 2, 28, 12));
    expect(next).toBe(utc(2026, 2, 30, 0, 10));
  });

  it('changes exactly where the next change says, at any instant of a year', () => {
    for (let at = utc(2026, 0, 1); at < utc(2027, 0, 1); at += 37 * HOUR_MS + 12_345) {
      for (const window of [german, documented]) {
        const next = nextChange(window, at) ?? 0;
        expect(isOpen(window, next)).toBe(!isOpen(window, at));
        expect(isOpen(window, next - 1)).toBe(isOpen(window, at));
      }
    }
  });
});
