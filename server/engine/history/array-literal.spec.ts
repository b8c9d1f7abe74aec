import { describe, expect, it } from '@jest/globals';
import { jsonArray, textArray } from './array-literal.js';

describe('an array of texts that JSON.stringify wrote', () => {
  it('is that of any other texts, whatever they hold', () => {
    const values = [
      'plain',
      'a "quoted" one',
      'back\\slash',
      'line\nbreak\ttab\0',
      '\ud800 alone',
      '🪙 \u2028',
      '{},NULL',
    ];
    const texts = values.map((value) => JSON.stringify({ value, list: [value] }));
    expect(jsonArray(texts)).toBe(textArray(texts));
    expect(jsonArray([null, '"'])).toBe('{NULL,"\\""}');
  });
});
