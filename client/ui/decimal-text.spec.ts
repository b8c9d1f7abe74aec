import { describe, expect, it } from '@jest/globals';
import { decimalTyped, normalise } from './decimal-text';

describe('typed decimals', () => {
  it.each([
    ['1,5', ',', '1.5'],
    ['1.5', ',', '1.5'],
    ['1,5', '.', '1.5'],
    ['1.234,56', ',', '1234.56'],
    ['1,234.56', '.', '1234.56'],
    ['1,234,567', '.', '1234567'],
    [' 92 500.34 ', '.', '92500.34'],
    ['.5', '.', '0.5'],
    ['92,643', '.', '92643'],
    ['92.643', ',', '92643'],
    ['0,643', '.', '0.643'],
    ['2,6431', '.', '2.6431'],
    ['０．０１', '.', '0.01'],
    ['１，２３４．５', '.', '1234.5'],
    ['1。5', '.', '1.5'],
    ['1.234,5', '.', '1234.5'],
    ['1,234.5', ',', '1234.5'],
    ['1.234.567,8', '.', '1234567.8'],
    ['1.234.567', '.', '1234567'],
    ['1’234.5', '.', '1234.5'],
    ['$1,234.50', '.', '1234.50'],
    ['1,234.50 USDT', '.', '1234.50'],
    ['12,5 €', ',', '12.5'],
    ['-5', '.', '-5'],
    ['1E5', '.', '1E5'],
  ])('%s with the mark %s means %s', (typed, mark, plain) => {
    expect(normalise(typed, mark)).toBe(plain);
  });

  it.each([
    ['a pasted figure is cut to the decimals of the field', '0.123456789', '', 8, '0.12345678'],
    ['a pasted fraction is left out where there is none', '12.9', '', 0, '12'],
    ['a key too many does nothing', '0.123456789', '0.12345678', 8, undefined],
    ['neither does a sign', '-5', '', 8, undefined],
    ['nor a power', '1e5', '1e', 8, undefined],
    ['nor more digits than money has', '9'.repeat(19), '', 8, undefined],
    ['an empty field is empty', '', '1', 8, ''],
  ])('%s', (_, typed, before, decimals, taken) => {
    expect(decimalTyped(typed, before, '.', decimals)).toBe(taken);
  });
});
