import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineDiff } from './line-diff';

const signs = { same: ' ', added: '+', removed: '-' };
const drawn = (before: string, after: string) => lineDiff(before, after).map(({ kind, text }) => signs[kind] + text);

describe('the lines between two texts', () => {
  it('show what went and what came, and leave the rest', () => {
    expect(drawn('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual([' a', '-b', ' c', '+x', ' d']);
    expect(drawn('', 'a')).toEqual(['+a']);
    expect(drawn('a\nb', '')).toEqual(['-a', '-b']);
  });

  it('always rebuild both texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after);
        const keep = (but: string) => lines.filter(({ kind }) => kind !== but).map((line) => line.text);
        expect(keep('added').join('\n')).toBe(before);
        expect(keep('removed').join('\n')).toBe(after);
      }),
    );
  });

  it('replace the middle of texts that are too long to compare', () => {
    const long = (letter: string) => Array.from({ length: 3_000 }, (_, n) => letter + n).join('\n');
    expect(lineDiff(long('a'), long('b'))).toHaveLength(6_000);
  });
});
