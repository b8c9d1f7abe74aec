import { describe, expect, it } from '@jest/globals';
import { canonical, plain } from './stream-state.js';

describe('a state as the console shows it', () => {
  it('is one text, whatever the order its fields came in', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
    expect(canonical({ a: 1, b: 2 })).toBe(canonical({ b: 2, a: 1 }));
  });

  it('carries what JSON cannot: large integers as text, maps and sets as lists', () => {
    expect(plain({ held: 10n ** 20n, terms: new Map([['o-1', new Set([1])]]), gone: undefined })).toEqual({
      held: '100000000000000000000',
      terms: [['o-1', [1]]],
    });
    expect(plain(undefined)).toBeNull();
  });
});
