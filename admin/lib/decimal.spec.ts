import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isZero, negateDecimal, runningBalances, sumByAsset, sumDecimals } from './decimal.js';

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 18 }))
  .map(([negative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0');
    const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return negative ? `-${text}` : text;
  });

describe('sums of decimal strings', () => {
  it('adds what floats cannot', () => {
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumDecimals(['123456789012345678.000000000000000001', '-123456789012345678'])).toBe('0.000000000000000001');
    expect(sumDecimals([])).toBe('0');
  });
  it('gives zero for an amount and its negative, in any order', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 8 }), (amounts) => {
        expect(isZero(sumDecimals([...amounts, ...amounts.map(negateDecimal).reverse()]))).toBe(true);
      }),
    );
  });
  it('keeps assets apart and says how many lines each has', () => {
    const postings = [
      { asset: 'USDT', amount: '-5' },
      { asset: 'BTC', amount: '0.1' },
      { asset: 'USDT', amount: '5.0' },
    ];
    expect(sumByAsset(postings)).toEqual([
      { asset: 'BTC', sum: '0.1', lines: 1 },
      { asset: 'USDT', sum: '0', lines: 2 },
    ]);
  });
  it('walks a balance back through its postings', () => {
    expect(runningBalances('12.5', ['2.5', '-90', '100'])).toEqual(['12.5', '10', '100']);
  });
  it('refuses what is not a plain decimal', () => {
    for (const text of ['', '1e7', '0x1', '1,5', 'NaN']) expect(() => sumDecimals([text])).toThrow('not a decimal');
  });
});
