import { describe, expect, it } from '@jest/globals';
import { overdueDaysAt } from './loan.list.js';

const owed: Parameters<typeof overdueDaysAt>[0] = {
  dueDate: '2028-03-05',
  endedAt: null,
  timeZone: 'Europe/Berlin',
  overdueDays: 0,
};
const on = (text: string, changes: Partial<typeof owed> = {}): number =>
  overdueDaysAt({ ...owed, ...changes }, Date.parse(text));

describe('the overdue days of a loan in the console', () => {
  it('are the dates begun in the zone of its contract, also between two steps of the calendar', () => {
    // Midnight in Berlin is 23:00 UTC of the date before, and 22:00 in summer.
    expect(on('2028-03-05T22:59:59.999Z')).toBe(0);
    expect(on('2028-03-05T23:00:00Z')).toBe(1);
    // The first step was on day 1, the next one comes on day 31.
    expect(on('2028-03-20T12:00:00Z', { overdueDays: 1 })).toBe(15);
    expect(on('2028-04-04T22:00:00Z', { overdueDays: 1 })).toBe(31);
  });

  it('are none before the payout and before maturity, and stay once it is over', () => {
    expect(on('2028-03-20T12:00:00Z', { dueDate: '' })).toBe(0);
    expect(on('2028-03-01T12:00:00Z')).toBe(0);
    expect(on('2028-03-20T12:00:00Z', { endedAt: 1, overdueDays: 3 })).toBe(3);
  });
});
