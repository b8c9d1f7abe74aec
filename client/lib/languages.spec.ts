import { describe, expect, it } from '@jest/globals';
import * as contract from '../../contracts/envelope.contract';
import { LANGUAGE_LIST, keyOf, localeOf, negotiate, tagOf } from './languages';

describe('the language of a first visit', () => {
  it.each([
    [['de-CH', 'fr'], 'de'],
    [['fr', 'es-MX'], 'xby'],
    [['ja'], 'jp'],
    [['ko-KR'], 'hy'],
    [['th'], 'ty'],
    [['vi-VN'], 'yn'],
    [['zh-CN'], 'zh'],
    [['zh-TW'], 'ft'],
    [['zh-Hant-HK'], 'ft'],
    [['fr', 'it'], 'en'],
    [[], 'en'],
  ])('%j is met with %s', (wanted, key) => {
    expect(negotiate(wanted)).toBe(key);
  });

  it('knows the same nine keys and tags as the contract', () => {
    expect(Object.fromEntries(LANGUAGE_LIST.map(({ key, tag }) => [key, tag]))).toEqual(contract.LANGUAGES);
    for (const { key, tag } of LANGUAGE_LIST) {
      expect([tagOf(key), keyOf(tag), localeOf(key)]).toEqual([tag, key, contract.localeOf(key)]);
    }
  });

  it('counts years of the common era in every language, as date fields and CSV files do', () => {
    const day = (tag: string) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(Date.UTC(2026, 10, 21, 12));
    for (const { key } of LANGUAGE_LIST) expect(day(localeOf(key))).toContain('2026');
  });
});
