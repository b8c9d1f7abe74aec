import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fingerprintOf, withRequestToken } from './request-tokens.js';

describe('what tells one request from another', () => {
  it('is kept without what was wished, because passwords stand in it', () => {
    const request = { account: 'ada@example.com', password: 'blue4Whale' };
    expect(fingerprintOf('web/userLogin', request)).toMatch(/^[\w-]{43}$/);
  });
});

describe('the request token', () => {
  const plain = z.strictObject({ symbol: z.string() });

  it.each(['requestToken', 'reqToken', 'request_token', 'random', 'nonce'])('is read under the name %s', (name) => {
    expect(withRequestToken({ symbol: 'BTCUSDT', [name]: 'abcdef12' }, plain)).toEqual({
      symbol: 'BTCUSDT',
      requestToken: 'abcdef12',
    });
  });

  it('leaves a field of the call itself alone, and two names at once', () => {
    const challenge = z.strictObject({ nonce: z.string() });
    expect(withRequestToken({ nonce: 'abcdef12' }, challenge)).toEqual({ nonce: 'abcdef12' });
    expect(withRequestToken({ nonce: 'abcdef12', random: 'abcdef13' }, challenge)).toEqual({
      nonce: 'abcdef12',
      requestToken: 'abcdef13',
    });
    const both = { random: 'abcdef12', reqToken: 'abcdef13' };
    expect(withRequestToken(both, plain)).toEqual(both);
  });
});
