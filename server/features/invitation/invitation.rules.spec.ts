import { describe, expect, it } from '@jest/globals';
import { normalCode } from './invitation.rules.js';

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
