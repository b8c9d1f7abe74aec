import { describe, expect, it } from '@jest/globals';
import { loanCost, loanLimit, worstCost } from './loan.js';

const TERMS = { principal: '1000', periodDays: 7, dailyRate: '0.0005', freeDays: 3, lateRate: '0.001' };

describe('what a loan of 1,000 USDT over 7 days costs', () => {
  it.each([
    // 1000 x 0.05% is 0.5 a date, from the fourth on, to the seventh; 1000 x 0.1% is 1 for each date after it.
    [0, '0', '0', '1000'],
    [3, '0', '0', '1000'],
    [4, '0.5', '0', '1000.5'],
    [7, '2', '0', '1002'],
    [8, '2', '1', '1003'],
    [38, '2', '31', '1033'],
    [1006, '2', '999', '2001'],
    [1007, '2', '1000', '2002'],
    [5000, '2', '1000', '2002'],
  ])('after %i dates', (days, interest, lateFee, total) => {
    expect(loanCost(TERMS, days)).toMatchObject({ interest, lateFee, total });
  });

  it('is at most the interest to maturity and the late fee until it is written off, or until that is the principal', () => {
    const interest = { interestDays: 4, interest: '2' };
    const worst = (changes: object) => worstCost({ ...TERMS, writeOffDays: 90, ...changes });
    expect(worst({})).toEqual({ ...interest, overdueDays: 90, lateFee: '90', total: '1092' });
    expect(worst({ writeOffDays: 5000 })).toEqual({ ...interest, overdueDays: 1000, lateFee: '1000', total: '2002' });
    expect(worst({ lateRate: '0' })).toEqual({ ...interest, overdueDays: 0, lateFee: '0', total: '1002' });
  });

  it('is rounded to even at the eighth decimal', () => {
    // 0.01 x 0.00005% is half of the last decimal, three times it one and a half.
    const tiny = { ...TERMS, principal: '0.01', dailyRate: '0.0000005' };
    expect([4, 5, 6].map((days) => loanCost(tiny, days).interest)).toEqual(['0', '0.00000001', '0.00000002']);
  });

  it('grows with the dates of every period', () => {
    const of = (periodDays: number) => loanCost({ ...TERMS, principal: '200', periodDays }, periodDays).total;
    // 200 x 0.05% is 0.1: for 4, 12, 27, 57 and 87 dates.
    expect([7, 15, 30, 60, 90].map(of)).toEqual(['200.4', '201.2', '202.7', '205.7', '208.7']);
  });
});

describe('the limit of a class by the score', () => {
  it.each([
    ['500', 500, '500'],
    ['500', 0, '0'],
    // 5000 x 1.3
    ['5000', 650, '6500'],
    // 500 x 0.999
    ['500', 499, '499'],
    // 20000 x 1.234
    ['20000', 617, '24680'],
    // 555 x 1.002 is 556.11
    ['555', 501, '556'],
    ['50000', 1000, '100000'],
    ['50000', 1400, '100000'],
  ])('%s at %i points', (classLimit, score, limit) => {
    expect(loanLimit(classLimit, score)).toBe(limit);
  });
});
