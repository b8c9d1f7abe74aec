import { describe, expect, it } from '@jest/globals';
import { historyInstants, startOfDay } from './history-instants.js';

const HOUR_MS = 3_600_000;
const iso = (at: number | undefined) => new Date(at ?? NaN).toISOString();
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

describe('the instants of a history chart', () => {
  it('are quarters of an hour for a day, every sixth hour for a week, and never lie ahead of now', () => {
    const now = Date.parse('2026-11-21T16:31:07Z');
    const day = historyInstants('day', now, 'UTC');
    expect([day.length, iso(day[0]), iso(day.at(-1))]).toEqual([
      96,
      '2026-11-20T16:45:00.000Z',
      '2026-11-21T16:30:00.000Z',
    ]);
    const week = historyInstants('week', now, 'UTC');
    expect([week.length, iso(week.at(-1))]).toEqual([28, '2026-11-21T12:00:00.000Z']);
    for (const span of ['day', 'week', 'month', 'year'] as const)
      for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'])
        expect(Math.max(...historyInstants(span, now, zone))).toBeLessThanOrEqual(now);
  });

  it('are the beginnings of the reader’s own days, which daylight saving makes 23 and 25 hours long', () => {
    const now = Date.parse('2026-11-21T16:31:07Z');
    const year = historyInstants('year', now, 'Europe/Berlin');
    const lengths = year.slice(1).map((at, index) => (at - (year[index] ?? 0)) / HOUR_MS);
    expect(year).toHaveLength(365);
    expect(lengths.filter((hours) => hours !== 24)).toEqual([23, 25]);
    expect(iso(year.at(-1))).toBe('2026-11-20T23:00:00.000Z');
  });

  it('begin a quarter of an hour in every zone, so that kept sums fit them', () => {
    for (const zone of ['Asia/Kathmandu', 'Australia/Eucla', 'Asia/Kolkata', 'America/New_York'])
      for (const date of ['2026-03-08', '2026-11-01', '2028-02-29'])
        expect(startOfDay(dayOf(date), zone) % 900_000).toBe(0);
    expect(iso(startOfDay(dayOf('2026-11-21'), 'Asia/Kathmandu'))).toBe('2026-11-20T18:15:00.000Z');
  });
});
