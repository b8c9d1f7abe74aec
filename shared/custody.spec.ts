import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  averageOf,
  custodyMaxOf,
  datesFrom,
  datesNotBegun,
  firstDateOf,
  highestInterest,
  interestOf,
  penaltyOf,
  rateOfStep,
  stepsOfBand,
} from './custody.js';
import { dateAfter } from './utc-date.js';
import { amount } from './money.js';

const BAND = { rateMin: '0.003', rateMax: '0.005' };

const datesOf = (orderedAt: number, days: number): string[] => datesFrom(firstDateOf(orderedAt), days);

describe('the dates of an order', () => {
  it.each([
    ['across a leap day', '2028-02-27T23:58:59.999Z', '2028-02-28', '2028-03-05'],
    ['across the end of February without one', '2027-02-27T12:00:00Z', '2027-02-28', '2027-03-06'],
    ['from a leap day', '2028-02-29T00:00:00Z', '2028-03-01', '2028-03-07'],
    ['across the end of a year', '2027-12-28T00:00:00Z', '2027-12-29', '2028-01-04'],
    ['a moment later, when the seed of the next date may be fixed', '2028-02-27T23:59:00Z', '2028-02-29', '2028-03-06'],
    ['at the end of that minute', '2028-02-27T23:59:59.999Z', '2028-02-29', '2028-03-06'],
    ['and as the next date begins', '2028-02-28T00:00:00Z', '2028-02-29', '2028-03-06'],
  ])('are the seven UTC dates after its own %s', (_, at, first, last) => {
    const dates = datesOf(Date.parse(at), 7);
    expect([dates.length, dates[0], dates[6]]).toEqual([7, first, last]);
  });

  it('counts dates that have not begun at 00:00 UTC of each', () => {
    const dates = datesOf(Date.parse('2028-02-27T23:58:59.999Z'), 7);
    const at = (text: string): number => datesNotBegun(dates, Date.parse(text));
    expect([at('2028-02-27T23:59:59.999Z'), at('2028-02-28T00:00:00Z'), at('2028-02-29T12:00:00Z')]).toEqual([7, 6, 5]);
    expect([at('2028-03-04T23:59:59.999Z'), at('2028-03-05T00:00:00Z')]).toEqual([1, 0]);
    expect(dateAfter('2027-12-31', 1)).toBe('2028-01-01');
  });
});

describe('worked examples of interest', () => {
  it.each([
    // The specification's example: 10,000 brings 30 to 50 a day.
    ['10000', ['0.003'], '30'],
    ['10000', ['0.005'], '50'],
    ['10000', [], '0'],
    ['1000', ['0.003', '0.003', '0.003', '0.003', '0.003', '0.003', '0.003'], '21'],
    ['1000', ['0.0031', '0.0042', '0.005', '0.003', '0.0047', '0.0035', '0.0039'], '27.4'],
    // 123.45 x 0.74% = 0.91353
    ['123.45', ['0.0031', '0.0043'], '0.91353'],
    // 333.33 x 1.11% = 3.699963
    ['333.33', ['0.0037', '0.0037', '0.0037'], '3.699963'],
    // 0.00000001 x 0.5% is less than the eighth decimal can hold, and 200 of them are not.
    ['0.00000001', ['0.005'], '0'],
    ['0.00000199', ['0.005'], '0'],
    ['0.000002', ['0.005'], '0.00000001'],
  ])('%s USDT at %j bring %s', (principal, rates, interest) => {
    expect(interestOf(principal, rates)).toBe(interest);
  });

  it('carries the remainder: two dates bring more than each rounded down', () => {
    const each = interestOf('0.00000333', ['0.0045']);
    expect([each, interestOf('0.00000333', ['0.0045', '0.0045'])]).toEqual(['0.00000001', '0.00000002']);
    expect(interestOf('0.00000333', ['0.0045', '0.0045', '0.0045', '0.0045'])).toBe('0.00000005');
  });

  it('holds the highest interest, rounded up', () => {
    expect(highestInterest('10000', '0.005', 7)).toBe('350');
    expect(highestInterest('123.45', '0.005', 7)).toBe('4.32075');
    expect(highestInterest('0.00000001', '0.005', 7)).toBe('0.00000001');
  });
});

describe('worked examples of penalties', () => {
  const flat = { principal: '1234.56', penalty: 'flat', penaltyRate: '0.05' } as const;
  const daily = { principal: '1234.56', penalty: 'remaining-days', penaltyRate: '0.004' } as const;

  it.each([
    // 1234.56 x 5%, and x 0.4% for each date.
    [7, '61.728', '34.56768'],
    [6, '61.728', '29.62944'],
    [5, '61.728', '24.6912'],
    [4, '61.728', '19.75296'],
    [3, '61.728', '14.81472'],
    [2, '61.728', '9.87648'],
    [1, '61.728', '4.93824'],
    [0, '61.728', '0'],
  ])('with %s dates to begin', (left, once, each) => {
    expect([penaltyOf(flat, left), penaltyOf(daily, left)]).toEqual([once, each]);
  });
});

describe('a mean', () => {
  it('is rounded down at the eighth decimal, and 0 of none', () => {
    expect([averageOf([]), averageOf(['1', '2']), averageOf(['1', '1', '0'])]).toEqual(['0', '1.5', '0.66666666']);
  });
});

describe('a band of rates', () => {
  it('has a step for each hundredth of a per cent', () => {
    expect(stepsOfBand(BAND)).toBe(21);
    expect([rateOfStep(BAND, 0), rateOfStep(BAND, 14), rateOfStep(BAND, 20)]).toEqual(['0.003', '0.0044', '0.005']);
  });
});

describe('the most that one order may be of', () => {
  it('is twice as much with advanced verification', () => {
    expect([custodyMaxOf('50000', false), custodyMaxOf('0.25', true)]).toEqual(['50000', '0.5']);
  });
});

describe('interest of any order', () => {
  const order = fc.record({
    principal: fc
      .bigInt({ min: 1n, max: 10n ** 11n })
      .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`),
    steps: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 7, maxLength: 7 }),
  });

  it('never exceeds what is held for it, and never falls from date to date', () => {
    fc.assert(
      fc.property(order, ({ principal, steps }) => {
        const rates = steps.map((step) => rateOfStep(BAND, step));
        const all = rates.map((_, n) => amount(interestOf(principal, rates.slice(0, n + 1))));
        const held = amount(highestInterest(principal, '0.005', 7));
        return all.every((sum, n) => sum <= held && (n === 0 || sum >= (all[n - 1] as bigint)));
      }),
    );
  });

  it('is never higher than the penalty of redeeming at once or whenever a higher rate is known', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 7 }), ({ principal, steps }, known) => {
        const rates = steps.map((step) => rateOfStep(BAND, step));
        const interest = amount(interestOf(principal, rates.slice(0, known)));
        const penalty = amount(penaltyOf({ principal, penalty: 'flat', penaltyRate: '0.05' }, 7 - known));
        return interest < penalty;
      }),
    );
  });
});
