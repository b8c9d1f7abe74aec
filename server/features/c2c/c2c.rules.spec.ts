import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { paidUsdt } from './c2c.rules.js';

describe('what a C2C order costs', () => {
  it('is the wire at the index of its order, so that the spread is part of it', () => {
    expect(paidUsdt({ payAmount: '404', index: '0.8' })).toBe(amount('505'));
  });
});
