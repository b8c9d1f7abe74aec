import { describe, expect, it } from '@jest/globals';
import { normalise } from './decimal-text';

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
  ])('%s with the mark %s means %s', (typed, mark, plain) => {
    expect(normalise(typed, mark)).toBe(plain);
  });
});
