import { describe, expect, it } from '@jest/globals';
import { newTotpSecret, otpauthUri, stepAt, stepOfCode, toBase32, totpAt } from './totp.js';

/** RFC 6238, appendix B: the secret is the ASCII text, codes have eight digits. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));
const NOW = Date.UTC(2026, 0, 5, 12);

describe('codes of an authenticator', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are at %d s those of the RFC', (seconds, code) => {
    expect(totpAt(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
    expect(totpAt(SECRET, stepAt(seconds * 1000))).toBe(code.slice(2));
  });

  it('are known one step early and one late, and no further', () => {
    const step = stepAt(NOW);
    const known = [-2, -1, 0, 1, 2].map((late) => stepOfCode(SECRET, totpAt(SECRET, step + late), NOW, 1));
    expect(known).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it('have six digits and nothing else', () => {
    const code = totpAt(SECRET, stepAt(NOW));
    expect(code).toMatch(/^\d{6}$/);
    for (const wrong of ['', code.slice(1), `${code}0`, ` ${code}`]) {
      expect(stepOfCode(SECRET, wrong, NOW, 1)).toBeUndefined();
    }
  });

  it('come from secrets of 160 bits, each another', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it('are set up by an address that authenticators read', () => {
    const uri = new URL(otpauthUri(SECRET, 'Glassbook', 'al***@example.com'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Glassbook:al***@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: SECRET,
      issuer: 'Glassbook',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
