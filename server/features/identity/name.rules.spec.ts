import { describe, expect, it } from '@jest/globals';
import { normalName } from './name.rules.js';

describe('a name', () => {
  it.each([
    ['Anna Müller', 'MÜLLER, Anna'],
    ['Anna Müller', 'anna  muller'],
    ['Seán O’Brien', "Sean O'Brien"],
    ['Jürgen Strauß', 'Jurgen Strauss'],
    ['李 小龍', '小龍 李'],
    ['Anna-Maria Rossi', 'Anna Maria Rossi'],
  ])('is the same as %s and %s', (one, other) => {
    expect(normalName(one)).toBe(normalName(other));
  });

  it.each([
    ['Anna Müller', 'Anna Miller'],
    ['Anna Müller', 'Anna'],
    ['Kim Min', 'Kim Min Min'],
  ])('is another in %s and %s', (one, other) => {
    expect(normalName(one)).not.toBe(normalName(other));
  });
});
