import { describe, expect, it } from '@jest/globals';
import { strengthOf } from './password-strength';

describe('the strength of a password', () => {
  it.each([
    ['', 0],
    ['a1b2c', 0],
    ['aaaaaaaaaaaaaaaa', 1],
    ['Password2026!', 1],
    ['123456789012', 1],
    ['kumquat', 1],
    ['kumquat-Tree', 3],
    ['kumquat tree 41 Rain', 4],
  ])('of %j is %i', (password, strength) => {
    expect(strengthOf(password)).toBe(strength);
  });
});
