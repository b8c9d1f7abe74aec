import { describe, expect, it } from '@jest/globals';
import { c2cMaxOf } from './c2c-limit.js';

describe('the most that a C2C order may buy', () => {
  it('is so many times as much with advanced verification', () => {
    const limits = { max: '50000', advancedFactor: '2' };
    expect([c2cMaxOf(limits, false), c2cMaxOf(limits, true)]).toEqual(['50000', '100000']);
    expect(c2cMaxOf({ max: '0.01', advancedFactor: '1.5' }, true)).toBe('0.015');
  });
});
