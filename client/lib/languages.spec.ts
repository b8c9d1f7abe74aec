import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../contracts/envelope.contract';
import { LANGUAGE_LIST, keyOf, negotiate, tagOf } from './languages';

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
    expect(Object.fromEntries(LANGUAGE_LIST.map(({ key, tag }) => [key, tag]))).toEqual(LANGUAGES);
    for (const { key, tag } of LANGUAGE_LIST) expect([tagOf(key), keyOf(tag)]).toEqual([tag, key]);
  });
});
