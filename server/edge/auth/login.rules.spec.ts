import { describe, expect, it } from '@jest/globals';
import { masked } from './login.rules.js';

describe('logins', () => {
  it.each([
    ['+491701234567', '+49***234567'],
    ['alice@example.com', 'al***@example.com'],
    ['a@example.com', '***@example.com'],
    ['short', 's***t'],
  ])('show %s as %s', (login, text) => {
    expect(masked(login)).toBe(text);
  });
});
