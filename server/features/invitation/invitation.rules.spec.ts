import { describe, expect, it } from '@jest/globals';
import { normalCode, shownMedian } from './invitation.rules.js';

describe('an invitation code', () => {
  it.each([
    ['7KQF2M9XTA', '7KQF2M9XTA'],
    ['7kqf-2m9xta', '7KQF2M9XTA'],
    [' o1il 0 ', '01110'],
    ['７ＫＱ', '7KQ'],
  ])('written as %j is %s', (written, code) => {
    expect(normalCode(written)).toBe(code);
  });
});

describe('the median of what inviters earned', () => {
  it('is shown from twenty inviters on, and nobody is recognised', () => {
    expect([0, 1, 19].map((inviters) => shownMedian(inviters, '1.5'))).toEqual([null, null, null]);
    expect(shownMedian(20, '1.123456789')).toBe('1.12345678');
    expect(shownMedian(20, null)).toBeNull();
  });
});
