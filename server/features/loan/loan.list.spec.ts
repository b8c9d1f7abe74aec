import { describe, expect, it } from '@jest/globals';
import type { StaffLoanRow } from '../../../contracts/loan.staff.contract.js';
import { overdueDaysAt, owedIn } from './loan.list.js';

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

describe('what is owed of a loan in the console', () => {
  /** 1000 USDT for 7 days, paid out on 27 February in Berlin. */
  const row = {
    ...owed,
    amount: '1000',
    periodDays: 7,
    dailyRate: '0.0005',
    freeDays: 3,
    lateRate: '0.001',
    date: '2028-02-27',
    setOff: '0',
  } as StaffLoanRow;
  const owedOn = (text: string, changes: Partial<StaffLoanRow> = {}) =>
    owedIn({ ...row, ...changes }, Date.parse(text));

  it('is principal, interest and late fee by the dates of its contract, less what was set off', () => {
    expect(owedOn('2028-02-27T22:59:59Z')).toEqual({ owedNow: '1000', lateFeeNow: '0' });
    expect(owedOn('2028-03-05T22:59:59Z')).toEqual({ owedNow: '1002', lateFeeNow: '0' });
    expect(owedOn('2028-03-05T23:00:00Z')).toEqual({ owedNow: '1003', lateFeeNow: '1' });
    expect(owedOn('2028-03-20T12:00:00Z', { setOff: '500' })).toEqual({ owedNow: '517', lateFeeNow: '15' });
  });

  it('is nothing before the payout, and once it is over', () => {
    const nothing = { owedNow: null, lateFeeNow: null };
    expect(owedOn('2028-03-20T12:00:00Z', { date: '', dueDate: '' })).toEqual(nothing);
    expect(owedOn('2028-03-20T12:00:00Z', { endedAt: 1 })).toEqual(nothing);
  });
});
