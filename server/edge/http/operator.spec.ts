import { describe, expect, it } from '@jest/globals';
import { operatorRule } from './operator.js';

const TOKEN = 'a-token-of-enough-letters';

describe('whoever runs the server', () => {
  const isOperator = (token: string | null, remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
    operatorRule(token)({ headers, raw: { socket: { remoteAddress } } } as never);

  it.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['172.17.0.1', false],
    ['2001:db8::1', false],
    [undefined, false],
  ])('asks from this machine where there is no token: %s', (address, expected) => {
    expect(isOperator(null, address)).toBe(expected);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is nobody whose request a proxy hands on: %s',
    (name) => {
      expect(isOperator(null, '127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
    },
  );

  it('brings the token where there is one, from wherever he asks', () => {
    expect(isOperator(TOKEN, '10.0.0.1', { authorization: `Bearer ${TOKEN}` })).toBe(true);
    expect(isOperator(TOKEN, '127.0.0.1')).toBe(false);
    for (const authorization of ['', 'Bearer ', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])
      expect(isOperator(TOKEN, '127.0.0.1', { authorization })).toBe(false);
  });
});
