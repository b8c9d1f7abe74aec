import { describe, expect, it } from '@jest/globals';
import { isFresh } from './clock.js';

describe('what was noted', () => {
  it.each([
    ['at this instant', 1_000, true],
    ['a moment ago', 999, true],
    ['too long ago', 900, false],
    ['before the clock was put back', 1_001, false],
  ])('%s: counts %s', (_, notedAt, counts) => {
    expect(isFresh(notedAt, 1_000, 100)).toBe(counts);
  });
});
