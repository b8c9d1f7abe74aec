import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateOf, dayOf, weekdayOf } from './civil.js';
import { sessionsOf, type MarketCalendar } from './market-calendar.js';
import { clockOf, type Activity } from './market-clock.js';
import { offsetSecondsAt } from './zone.js';
import { testCatalogue } from './simulator.testkit.js';

const calendarOf = (id: string): MarketCalendar => {
  const found = testCatalogue.calendars.find((calendar) => calendar.id === id);
  if (!found) throw new Error(id);
  return found;
};
const utc = (text: string): number => Date.parse(text) / 1000;
const anyDay = fc.integer({ min: dayOf(2000, 1, 1), max: dayOf(2044, 12, 31) });

describe('the calendar', () => {
  it('turns days into dates and back as the platform does', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = new Date(day * 86_400_000);
        const { year, month, day: dayOfMonth } = dateOf(day);
        expect([year, month, dayOfMonth]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
        expect(dayOf(year, month, dayOfMonth)).toBe(day);
        expect(weekdayOf(day)).toBe(date.getUTCDay());
      }),
    );
  });

  it('knows summer time as the time-zone database does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...testCatalogue.calendars),
        // The database holds what was decided; Sydney's rule is of 2008.
        fc.integer({ min: utc('2009-01-01'), max: utc('2037-01-01') }),
        (calendar, second) => {
          const zone = new Intl.DateTimeFormat('en', { timeZone: calendar.timeZone, timeZoneName: 'longOffset' });
          const name = zone.formatToParts(second * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
          const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
          const seconds = (sign === '-' ? -1 : 1) * ((+(hours ?? 0) || 0) * 3600 + (+(minutes ?? 0) || 0) * 60);
          expect(offsetSecondsAt(calendar, second)).toBe(seconds + 0);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('keeps a short day after Thanksgiving, a lunch in Tokyo and a break at five in New York', () => {
    const open = (id: string, at: string): boolean => clockOf(calendarOf(id)).isOpen(utc(at));
    expect([open('nyse', '2026-11-27T17:59:59Z'), open('nyse', '2026-11-27T18:00:00Z')]).toEqual([true, false]);
    expect([open('tse', '2026-11-20T02:29:59Z'), open('tse', '2026-11-20T02:30:00Z')]).toEqual([true, false]);
    expect(open('tse', '2026-11-20T03:30:00Z')).toBe(true);
    expect([open('metals-23x5', '2026-11-17T21:59:59Z'), open('metals-23x5', '2026-11-17T22:30:00Z')]).toEqual([
      true,
      false,
    ]);
    expect([open('forex-24x5', '2026-11-20T22:00:00Z'), open('forex-24x5', '2026-11-22T22:00:00Z')]).toEqual([
      false,
      true,
    ]);
    expect(open('crypto-24x7', '2026-12-25T00:00:00Z')).toBe(true);
  });

  it('counts activity without loss: parts sum to the whole, and shut hours have none but the opening gap', () => {
    const read = (id: string, second: number): Activity => {
      const out = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
      clockOf(calendarOf(id)).read(second, out);
      return out;
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...testCatalogue.calendars.map(({ id }) => id)),
        fc.array(fc.integer({ min: utc('2009-06-01'), max: utc('2040-01-01') }), { minLength: 2, maxLength: 2 }),
        (id, instants) => {
          const [from, to] = instants.sort((x, y) => x - y) as [number, number];
          const [before, after] = [read(id, from), read(id, to)];
          expect(after.varianceDays).toBeGreaterThanOrEqual(before.varianceDays);
          expect(after.tradingDays).toBeGreaterThanOrEqual(before.tradingDays);
          expect(after.openSeconds).toBeGreaterThanOrEqual(before.openSeconds);
        },
      ),
      { numRuns: 500 },
    );
    const [saturday, sunday] = [read('nyse', utc('2026-11-21')), read('nyse', utc('2026-11-22'))];
    expect(saturday).toEqual(sunday);
    const perYear = (id: string): number => Math.round(clockOf(calendarOf(id)).daysPerYear);
    expect(['crypto-24x7', 'nyse', 'lse'].map(perYear)).toEqual([365, 257, 253]);
  });

  it('gathers orders before an open for as long as the venue does, and never into the session before', () => {
    const stateOf = (id: string, at: string) => clockOf(calendarOf(id)).stateAt(utc(at));
    const phases = (id: string, ...at: string[]) => at.map((each) => stateOf(id, each).phase);
    expect(phases('nyse', '2026-11-23T11:29:59Z', '2026-11-23T11:30:00Z', '2026-11-23T14:30:00Z')).toEqual([
      'closed',
      'call',
      'open',
    ]);
    expect(stateOf('nyse', '2026-11-21T12:00:00Z')).toMatchObject({
      callAt: utc('2026-11-23T11:30:00Z') * 1000,
      nextChangeAt: utc('2026-11-23T14:30:00Z') * 1000,
    });
    // Thanksgiving has none; London opens at eight, Xetra at nine local time.
    expect(phases('nyse', '2026-11-26T13:00:00Z')).toEqual(['closed']);
    expect(phases('lse', '2026-11-23T07:49:59Z', '2026-11-23T07:50:00Z')).toEqual(['closed', 'call']);
    expect(phases('xetra', '2026-11-23T07:50:00Z', '2026-11-23T08:00:00Z')).toEqual(['call', 'open']);
    // Tokyo's second call, after lunch; gold opens on Sunday evening, and runs into Monday without a call.
    expect(phases('tse', '2026-11-24T03:04:59Z', '2026-11-24T03:05:00Z')).toEqual(['closed', 'call']);
    const gold = ['2026-11-22T21:59:59Z', '2026-11-22T22:00:00Z', '2026-11-23T04:59:00Z', '2026-11-23T22:30:00Z'];
    expect(phases('metals-23x5', ...gold)).toEqual(['closed', 'call', 'open', 'closed']);
    expect(phases('metals-23x5', '2026-11-23T22:45:00Z')).toEqual(['call']);
    expect(phases('forex-24x5', '2026-11-22T21:59:59Z')).toEqual(['closed']);
    for (const calendar of testCatalogue.calendars)
      for (const { openSecond, callSecond = openSecond } of sessionsOf(calendar).slice(1, 800))
        expect(clockOf(calendar).stateAt(callSecond).phase).toBe(callSecond < openSecond ? 'call' : 'open');
  });

  it('has orders at the close stand ten minutes before a session that ends with an auction, on half days too', () => {
    const stateOf = (id: string, at: string) => clockOf(calendarOf(id)).stateAt(utc(at));
    const cutOff = (id: string, at: string) => (stateOf(id, at).cutOffAt ?? 0) / 1000;
    expect(cutOff('nyse', '2026-11-25T15:00:00Z')).toBe(utc('2026-11-25T20:50:00Z'));
    expect(cutOff('nyse', '2026-11-27T15:00:00Z')).toBe(utc('2026-11-27T17:50:00Z'));
    // Both of Tokyo's sessions, and of Hong Kong's the afternoon alone.
    expect(cutOff('tse', '2026-11-24T01:00:00Z')).toBe(utc('2026-11-24T02:20:00Z'));
    expect(cutOff('hkex', '2026-11-24T05:30:00Z')).toBe(utc('2026-11-24T07:50:00Z'));
    // Of Hong Kong's half days the morning is all; orders are taken from the call on, those of New York from 06:30.
    expect(cutOff('hkex', '2026-12-24T02:00:00Z')).toBe(utc('2026-12-24T03:50:00Z'));
    expect(stateOf('nyse', '2026-11-25T12:00:00Z')).toMatchObject({
      phase: 'call',
      closingAuctionAt: utc('2026-11-25T21:00:00Z') * 1000,
      cutOffAt: utc('2026-11-25T20:50:00Z') * 1000,
    });
    for (const [id, at] of [
      ['hkex', '2026-11-24T02:00:00Z'],
      ['crypto-24x7', '2026-11-24T02:00:00Z'],
      ['metals-23x5', '2026-11-24T02:00:00Z'],
      ['nyse', '2026-11-24T02:00:00Z'],
    ] as const)
      expect(stateOf(id, at)).not.toHaveProperty('cutOffAt');
  });

  it('has sessions in order that never touch', () => {
    for (const calendar of testCatalogue.calendars) {
      const sessions = sessionsOf(calendar);
      sessions.forEach(({ openSecond, closeSecond }, i) => {
        if (openSecond >= closeSecond) throw new Error(`${calendar.id}: an empty session at ${openSecond}`);
        const next = sessions[i + 1];
        if (next && next.openSecond <= closeSecond) throw new Error(`${calendar.id}: sessions touch at ${closeSecond}`);
      });
    }
  });
});
