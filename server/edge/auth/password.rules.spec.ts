import { describe, expect, it } from '@jest/globals';
import { commonPasswords } from './common-passwords.js';
import { passwordProblem } from './password.rules.js';

const rules = { lengthMin: 6, lengthMax: 24, commonRefused: true };
const of = (password: string, changed: Partial<typeof rules> = {}) =>
  passwordProblem(password, { name: 'password.rules', version: 3, rules: { ...rules, ...changed } }, commonPasswords())
    ?.refusal;

describe('a login password', () => {
  it('has 6 to 24 characters, counted as people count them', () => {
    expect(of('x7#kQ')).toBe('account.password-length');
    expect(of('x7#kQ2')).toBeUndefined();
    expect(of('🐟🐠🐡🦈🐬🐳')).toBeUndefined();
    expect(of('x7#kQ'.repeat(5))).toBe('account.password-length');
    expect(of(`${'x7#kQ'.repeat(4)}abcd`)).toBeUndefined();
  });

  it.each(['123456', 'PASSWORD', 'Qwerty', 'iloveyou', 'dragon'])('is not %j, which is tried first', (password) => {
    expect(of(password)).toBe('account.password-common');
    expect(of(password, { commonRefused: false })).toBeUndefined();
  });

  it('says which policy forbids it', () => {
    const named = { name: 'password.rules', version: 3, rules };
    expect(passwordProblem('x', named, new Set())?.params).toEqual({
      field: 'password',
      least: 6,
      most: 24,
      policy: 'password.rules',
      version: 3,
    });
  });
});
