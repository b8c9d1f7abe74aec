import { describe, expect, it } from '@jest/globals';
import { entryOf, homeOf, listOf, pathOf } from './address';

describe('the address of an article', () => {
  it('names it by its slug, or else by the number that the specification gave it', () => {
    expect(entryOf('/text', '?slug=company-profile&id=3')).toEqual({ slug: 'company-profile' });
    expect(entryOf('/agrt', '?id=5')).toEqual({ number: 5 });
  });

  it('names nothing when the number is none', () => {
    for (const search of ['', '?id=', '?id=0', '?id=-1', '?id=1e3', '?id=x', '?id=123456', '?slug=']) {
      expect(entryOf('/text', search)).toBeNull();
    }
  });

  it('always shows the agreement at /userAgreement', () => {
    expect(entryOf('/userAgreement', '?id=1')).toEqual({ number: 3 });
  });

  it('shows the user agreement at /agrt without a number, and never that of another', () => {
    expect(entryOf('/agrt', '')).toEqual({ number: 3 });
    expect(entryOf('/agrt', '?id=5')).toEqual({ number: 5 });
  });

  it.each([
    ['/text', '/about'],
    ['/helpDetail', '/help'],
    ['/settingHelpdetail', '/settingHelp'],
    ['/setting-newdetail', '/settingNew'],
    ['/benefitsDetail', '/benefits'],
    ['/bannerDetail', '/index'],
  ])('leads from %s to the list at %s when it names nothing', (path, list) => {
    expect(entryOf(path, '')).toBeNull();
    expect(listOf(path)).toBe(list);
  });

  it('leads back to the list it belongs to, within the account where one came from there', () => {
    expect(homeOf('/helpDetail')?.path).toBe('/help');
    expect(homeOf('/settingHelpdetail')?.path).toBe('/settingHelp');
    expect(homeOf('/text')).toBeNull();
    expect(pathOf({ kind: 'help', slug: 'fees' }, '/settingHelp')).toBe('/settingHelpdetail?slug=fees');
    expect(pathOf({ kind: 'help', slug: 'fees' })).toBe('/helpDetail?slug=fees');
  });

  it('is one that finds the same article again', () => {
    for (const kind of ['help', 'news', 'notice', 'banner', 'benefit', 'rule', 'page'] as const) {
      const url = new URL(pathOf({ kind, slug: 'a-b' }), 'https://x.test');
      expect(entryOf(url.pathname, url.search)).toEqual({ slug: 'a-b' });
    }
  });
});
