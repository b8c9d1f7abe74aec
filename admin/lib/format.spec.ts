import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../shared/language.js';
import {
  formatAge,
  formatCount,
  formatDecimal,
  formatInstant,
  formatIso,
  formatMilliseconds,
  formatShare,
  formatSpan,
  shorten,
  splitWords,
} from './format.js';

describe('formats of the console', () => {
  it('shows every digit of an amount, with the separators of the language', () => {
    expect(formatDecimal('en', '1234567.000000000000000001')).toBe('1,234,567.000000000000000001');
    expect(formatDecimal('de', '-1234.50')).toBe('-1.234,50');
    expect(formatDecimal('en', '900719925474099312345')).toBe('900,719,925,474,099,312,345');
  });
  it('shows what is not a decimal as it came', () => {
    expect(formatDecimal('en', 'n/a')).toBe('n/a');
  });
  it('shows a share as a percentage with two decimals, or as many as are asked for', () => {
    expect(formatShare('en', '0.00010375', 6)).toBe('0.010375%');
    expect(formatShare('en', '0.012345')).toBe('1.23%');
    expect(formatShare('de', '-0.5')).toBe('-50\u00a0%');
  });
  it('leaves the year away only where it is this one', () => {
    const at = Date.UTC(2026, 5, 15, 12);
    expect(formatInstant('en', at)).toContain('2026');
    expect(formatInstant('en', at, 2025)).toContain('2026');
    expect(formatInstant('en', at, 2026)).not.toContain('2026');
  });
  it('names the largest unit of an age', () => {
    expect(formatAge('en', 0, 200_000)).toBe('3 minutes ago');
    expect(formatAge('en', 7_200_000, 0)).toBe('in 2 hours');
    expect(formatAge('en', 100, 100)).toBe('now');
  });
  it('names the two largest units of a span', () => {
    expect(formatSpan('en', 93_784)).toBe('1 day 2 hr');
    expect(formatSpan('en', 61)).toBe('1 min 1 sec');
    expect(formatSpan('en', 3600)).toBe('1 hr');
    expect(formatSpan('en', 0)).toBe('0 sec');
  });
  it('formats in all nine languages', () => {
    for (const tag of Object.values(LANGUAGES)) {
      expect(formatCount(tag, 12_345)).toMatch(/12.?345/);
      expect(formatMilliseconds(tag, 1.234)).toMatch(/1[.,]23/);
      expect(formatAge(tag, 0, 3_600_000)).not.toBe('');
    }
  });
  it('keeps both ends of a hash', () => {
    expect(shorten('0123456789abcdef0123456789abcdef')).toBe('01234567…abcdef');
    expect(shorten('short')).toBe('short');
  });
  it('spells instants and event types plainly', () => {
    expect(formatIso(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(splitWords('OrderAccepted')).toBe('Order accepted');
  });
});
