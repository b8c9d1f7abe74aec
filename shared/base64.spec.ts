import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromBase64, toBase64 } from './base64.js';

describe('base64', () => {
  it('writes as Node does and reads it back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(Buffer.from(fromBase64(toBase64(bytes))!)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each(['AA', 'AAA', 'AB==', 'AAB=', 'A A=', 'AA==\n', 'AA-_', '=AAA', 'AAAAA==='])(
    'has one text for some bytes and refuses %p',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});
