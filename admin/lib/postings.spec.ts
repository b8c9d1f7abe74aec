import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format } from '../../shared/money.js';
import { runningBalances, sumByAsset, sumOf } from './postings.js';

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 18 }))
  .map(([negative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0');
    const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return negative ? `-${text}` : text;
  });

describe('sums of postings', () => {
  it('are exact, and zero of nothing', () => {
    expect(sumOf(['0.1', '0.2'])).toBe('0.3');
    expect(sumOf([])).toBe('0');
  });
  it('are zero for an amount and its negative, in any order', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 8 }), (amounts) => {
        expect(sumOf([...amounts, ...amounts.map((each) => format(-amount(each))).reverse()])).toBe('0');
      }),
    );
  });
  it('keep assets apart', () => {
    const postings = [
      { asset: 'USDT', amount: '-5' },
      { asset: 'BTC', amount: '0.1' },
      { asset: 'USDT', amount: '5.0' },
    ];
    expect(sumByAsset(postings)).toEqual([
      { asset: 'BTC', sum: '0.1' },
      { asset: 'USDT', sum: '0' },
    ]);
  });
  it('walk a balance back through its postings', () => {
    expect(runningBalances('12.5', ['2.5', '-90', '100'])).toEqual(['12.5', '10', '100']);
  });
  it('refuse what is not a plain decimal', () => {
    for (const text of ['', '1e7', '0x1', '1,5', 'NaN']) expect(() => sumOf([text])).toThrow('not a decimal');
  });
});
