import { describe, expect, it } from '@jest/globals';
import { masked, normalLogin } from './login.rules.js';

describe('logins', () => {
  it.each([
    ['Alice@Example.com', 'alice@example.com'],
    [' alice@example.com ', 'alice@example.com'],
    ['+49 (170) 123-45.67', '+491701234567'],
    ['ａｌｉｃｅ@example.com', 'alice@example.com'],
  ])('know %j as %j', (written, login) => {
    expect(normalLogin(written)).toBe(login);
  });

  it.each([
    ['+491701234567', '+49***234567'],
    ['alice@example.com', 'al***@example.com'],
    ['a@example.com', '***@example.com'],
    ['short', 's***t'],
  ])('show %s as %s', (login, shown) => {
    expect(masked(login)).toBe(shown);
  });
});
