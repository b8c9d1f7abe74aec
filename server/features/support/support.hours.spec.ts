import { describe, expect, it } from '@jest/globals';
import { hoursAt } from './support.hours.js';

const HOUR_MS = 3_600_000;
const at = (text: string): number => Date.parse(text);
const office = { timeZone: 'Asia/Hong_Kong', days: 'mon,tue,wed,thu,fri', staffedFrom: '09:00', staffedUntil: '18:00' };
const always = { timeZone: 'UTC', days: 'mon,tue,wed,thu,fri,sat,sun', staffedFrom: '00:00', staffedUntil: '24:00' };

describe('when staff answer', () => {
  it('is by the clock of their place: Wednesday noon in Hong Kong is theirs, midnight UTC of the same date is not', () => {
    expect(hoursAt(office, at('2026-11-25T04:00:00Z'))).toMatchObject({
      staffed: true,
      changesAt: at('2026-11-25T10:00:00Z'),
    });
    expect(hoursAt(office, at('2026-11-25T00:59:59.999Z'))).toMatchObject({
      staffed: false,
      changesAt: at('2026-11-25T01:00:00Z'),
    });
    expect(hoursAt(office, at('2026-11-25T10:00:00Z')).staffed).toBe(false);
  });

  it('passes over days off: after Friday evening they come back on Monday', () => {
    const { staffed, changesAt, windows } = hoursAt(office, at('2026-11-27T12:00:00Z'));
    expect([staffed, changesAt]).toEqual([false, at('2026-11-30T01:00:00Z')]);
    expect(windows).toHaveLength(5);
    expect(windows.every(({ from, until }) => until - from === 9 * HOUR_MS)).toBe(true);
  });

  it('follows daylight saving of their place', () => {
    const berlin = { ...always, timeZone: 'Europe/Berlin', staffedFrom: '09:00', staffedUntil: '17:00' };
    const { windows } = hoursAt(berlin, at('2026-10-24T00:00:00Z'));
    expect(windows.slice(0, 2).map(({ from }) => new Date(from).toISOString())).toEqual([
      '2026-10-24T07:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
    ]);
  });

  it('never changes where days join without an end', () => {
    expect(hoursAt(always, at('2026-11-25T04:00:00Z'))).toMatchObject({ staffed: true, changesAt: null });
  });
});
