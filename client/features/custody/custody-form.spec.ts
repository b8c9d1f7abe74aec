import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toAmount } from '../../../shared/money';
import { yearly } from '../../../shared/custody';
import { beyond, capLeft, dayRange, outcomesOf } from './custody-form';

const FLAT = { cycleDays: 7, rateMin: '0.003', rateMax: '0.005', penalty: { kind: 'flat', rate: '0.05' } } as const;
const BY_DAYS = { ...FLAT, penalty: { kind: 'remaining-days', rate: '0.004' } } as const;

describe('a daily rate', () => {
  // 1.003^365 = 2.98423…, 1.005^365 = 6.17465…
  it.each([
    ['0', '0'],
    ['0.003', '1.9842'],
    ['0.005', '5.1746'],
  ])('of %s compounds to %s in a year', (rate, year) => expect(yearly(rate)).toBe(year));
});

describe('what an order may lead to', () => {
  it('is the penalty at worst, the lowest rates at least and the highest at most', () => {
    expect(outcomesOf('1000', FLAT)).toEqual({
      worst: { result: '-50', back: '950' },
      least: { result: '21', back: '1021' },
      most: { result: '35', back: '1035' },
    });
  });

  it('counts all days as left where the penalty goes by days', () => {
    expect(outcomesOf('1000', BY_DAYS).worst).toEqual({ result: '-28', back: '972' });
  });

  it('rounds interest down at eight decimals, and is nothing for an empty amount', () => {
    expect(outcomesOf('0.00000123', FLAT).most.result).toBe('0.00000004');
    expect(outcomesOf('', FLAT).worst).toEqual({ result: '0', back: '0' });
    expect(dayRange('1000', FLAT)).toEqual({ least: '3', most: '5' });
  });

  it('never pays more than the highest rate of each day, and never less than the lowest', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), (cents) => {
        const amount = `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`;
        const { worst, least, most } = outcomesOf(amount, FLAT);
        const [low, high] = [least, most].map(({ result }) => toAmount(result));
        expect(low).toBeLessThanOrEqual(high ?? 0n);
        expect(toAmount(worst.back) - toAmount(worst.result)).toBe(toAmount(amount));
        expect((toAmount(amount) * 35n) / 1000n - (high ?? 0n)).toBeLessThan(10n ** 10n);
      }),
    );
  });
});

describe('what the limits leave', () => {
  const product = { minimum: '100', maximum: '5000', quota: '8000', quotaLeft: '700' };
  const of = (amount: string, open = '0', cap: string | null = '1000') =>
    beyond(amount, product, { cap, open })?.refusal ?? null;

  it('is the cap of the risk class less all that is open, never below zero', () => {
    expect(capLeft({ cap: '1000', open: '200.5' })).toBe('799.5');
    expect(capLeft({ cap: '1000', open: '1200' })).toBe('0');
    expect(capLeft({ cap: null, open: '1200' })).toBeNull();
  });

  it('names the first limit that an amount passes, in the order of the server', () => {
    expect([of(''), of('100'), of('700')]).toEqual([null, null, null]);
    expect([of('99.99'), of('5000.01'), of('700.01')]).toEqual([
      'custody.below-minimum',
      'custody.above-maximum',
      'custody.above-quota',
    ]);
    expect([of('700', '300'), of('700', '300.01'), of('700', '9000', null)]).toEqual([
      null,
      'custody.cap-exceeded',
      null,
    ]);
    expect(beyond('700', product, { cap: '1000', open: '400' })?.params).toEqual({ cap: '1000', open: '400' });
  });
});
