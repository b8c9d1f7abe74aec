import { describe, expect, it } from '@jest/globals';
import { keyOf, languageKeys, localeOf, negotiate, tagOf, type Language } from './language.js';

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

  it.each([
    [['fr-FR', 'de-CH', 'en'], 'de'],
    [['ja-JP'], 'jp'],
    [['es-419'], 'xby'],
    [['zh-HK'], 'ft'],
    [['zh-Hant-SG'], 'ft'],
    [['zh-Hans-HK'], 'zh'],
    [['zh-SG'], 'zh'],
    [['zh'], 'zh'],
    [['fr', 'sw'], 'en'],
    [['*', ''], 'en'],
  ])('takes the first that we speak, and Chinese by its script: %j is met with %s', (wanted, key) => {
    expect(negotiate(wanted)).toBe(key);
  });

  it('finds each tag by its key and back, and English for a key that we do not have', () => {
    for (const key of languageKeys) expect([keyOf(tagOf(key)), negotiate([tagOf(key)])]).toEqual([key, key]);
    expect([tagOf('latin'), keyOf('la'), localeOf('latin' as Language)]).toEqual(['en', 'en', 'en']);
  });

  it('counts years of the common era in every language, as date fields and CSV files do', () => {
    const day = (tag: string) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(Date.UTC(2026, 10, 21, 12));
    for (const key of languageKeys) expect(day(localeOf(key))).toContain('2026');
  });
});
