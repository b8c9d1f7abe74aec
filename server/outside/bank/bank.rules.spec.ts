import { describe, expect, it } from '@jest/globals';
import {
  easterSunday,
  isBankDay,
  outcomeFor,
  referenceOf,
  settlesAt,
  workingMinutes,
  workState,
  type BankRules,
} from './bank.rules.js';

const RULES: BankRules = {
  ...{ seed: 'test', opens: '07:00', closes: '18:00', minutesMin: 30, minutesMax: 30 },
  closedAccountEnding: '0404',
};
const at = (text: string): number => Date.parse(`${text}Z`);
const settled = (ordered: string, rules: BankRules = RULES): string =>
  new Date(settlesAt(rules, 'key', at(ordered))).toISOString().slice(0, 16);

describe('the bank', () => {
  it('settles during its working time, minutes after the order', () => {
    expect(settled('2026-11-18T09:00')).toBe('2026-11-18T09:30');
  });

  it('begins in the morning with what came at night', () => {
    expect(settled('2026-11-18T03:00')).toBe('2026-11-18T07:30');
    expect(settled('2026-11-18T22:00')).toBe('2026-11-19T07:30');
  });

  it('carries the rest of the minutes over to the next day that it works', () => {
    expect(settled('2026-11-18T17:50')).toBe('2026-11-19T07:20');
    expect(settled('2026-11-20T17:50')).toBe('2026-11-23T07:20');
  });

  it('settles nothing on Saturdays, Sundays and holidays', () => {
    expect(settled('2026-11-21T12:00')).toBe('2026-11-23T07:30');
    expect(settled('2026-12-24T17:45')).toBe('2026-12-28T07:15');
    expect(settled('2026-12-31T18:00')).toBe('2027-01-04T07:30');
    expect(settled('2026-04-02T17:45')).toBe('2026-04-07T07:15');
  });

  it('works on a leap day as on any other', () => {
    expect(settled('2028-02-29T09:00')).toBe('2028-02-29T09:30');
    expect(settled('2028-02-28T18:00')).toBe('2028-02-29T07:30');
  });

  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('keeps Easter of %i', (year, day) => {
    expect(new Date(easterSunday(year)).toISOString().slice(0, 10)).toBe(day);
    expect(isBankDay(easterSunday(year) + 86_400_000)).toBe(false);
  });

  it('takes the minutes of a payout from its key, always the same and within its bounds', () => {
    const rules = { ...RULES, minutesMin: 15, minutesMax: 240 };
    const minutes = Array.from({ length: 500 }, (_, index) => workingMinutes(rules, `key-${index}`));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...minutes)).toBeLessThanOrEqual(240);
    expect(new Set(minutes).size).toBeGreaterThan(100);
    expect(workingMinutes(rules, 'key-7')).toBe(minutes[7]);
  });

  it('returns what is paid to a closed account, and nothing else', () => {
    expect(outcomeFor(RULES, 'DE89 3704 0044 0532 0130 00')).toBe('settled');
    expect(outcomeFor(RULES, 'DE50370400440532010404')).toBe('returned');
    expect(outcomeFor(RULES, 'DE50 3704 0044 0532 0104 04')).toBe('returned');
  });

  it('gives each payout a reference of its own, ten thousand without two alike', () => {
    const references = Array.from({ length: 10_000 }, (_, index) => referenceOf(RULES, `key-${index}`));
    expect(new Set(references).size).toBe(references.length);
    expect(references.every((reference) => /^GBB-[0-9A-Z]{16}$/.test(reference))).toBe(true);
  });

  it('says whether it works now and when that changes', () => {
    expect(workState(RULES, at('2026-11-18T09:00'))).toEqual({ open: true, changesAt: at('2026-11-18T18:00') });
    expect(workState(RULES, at('2026-11-18T06:59'))).toEqual({ open: false, changesAt: at('2026-11-18T07:00') });
    expect(workState(RULES, at('2026-11-20T18:00'))).toEqual({ open: false, changesAt: at('2026-11-23T07:00') });
  });
});
