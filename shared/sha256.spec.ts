import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { sha256 } from './sha256.js';

const hex = (text: string) => Buffer.from(sha256(Buffer.from(text))).toString('hex');

describe('SHA-256', () => {
  it('gives what FIPS 180 prints for its examples', () => {
    expect(hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    expect(hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('agrees with the one of Node for messages of every length around a block', () => {
    const message = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(message, (bytes) => {
        expect(Buffer.from(sha256(bytes))).toEqual(createHash('sha256').update(bytes).digest());
      }),
    );
  });
});
