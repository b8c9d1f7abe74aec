import { describe, expect, it } from '@jest/globals';
import { differences, valueOf } from './values';

describe('the differences of two versions', () => {
  it('name what changed, what came and what went, and nothing else', () => {
    expect(differences({ a: 1, b: '2', c: true }, { a: 1, b: '3', d: 4 })).toEqual([
      { key: 'b', before: '2', after: '3' },
      { key: 'd', before: undefined, after: 4 },
      { key: 'c', before: true, after: undefined },
    ]);
  });
});

describe('what is typed for a value', () => {
  it('becomes a whole number only where it is one', () => {
    const field = { kind: 'whole', min: 1, max: 9 } as const;
    expect([' 7 ', '7.5', '', 'seven'].map((typed) => valueOf(field, typed))).toEqual([7, '7.5', '', 'seven']);
  });

  it('stays a decimal text, without the blanks around it', () => {
    const field = { kind: 'decimal', min: '0', max: '1', mayBeNone: false } as const;
    expect(valueOf(field, ' 0.10 ')).toBe('0.10');
    expect(valueOf({ kind: 'switch' }, true)).toBe(true);
  });
});
