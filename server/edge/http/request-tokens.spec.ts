import { describe, expect, it } from '@jest/globals';
import { fingerprintOf } from './request-tokens.js';

describe('what tells one request from another', () => {
  it('is kept without what was wished, because passwords stand in it', () => {
    const wish = { account: 'ada@example.com', password: 'blue4Whale' };
    expect(fingerprintOf('web/userLogin', wish)).toMatch(/^[\w-]{43}$/);
  });
});
