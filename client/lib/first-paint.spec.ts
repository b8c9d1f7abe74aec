import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { LANGUAGES, negotiate, tagOf } from '../../shared/language';

const script = readFileSync(new URL('../public/first-paint.js', import.meta.url), 'utf8');

interface Visit {
  languages?: readonly string[];
  /** The language of the HTML as it was served. */
  served?: string;
  kept?: unknown;
  dark?: boolean;
  needed?: object;
  pathname?: string;
}

/** Runs the script as a browser would, and answers what it made of the page. */
function paint({ languages = ['en'], served = 'en', kept, dark = false, needed, pathname = '/' }: Visit) {
  const root = { lang: served, dataset: {} as Record<string, string> };
  const links: { rel: string; href: string; fetchPriority: string }[] = [];
  runInNewContext(script, {
    document: {
      documentElement: root,
      currentScript: { dataset: needed === undefined ? {} : { needed: JSON.stringify(needed) } },
      createElement: () => ({}),
      head: { appendChild: (link: (typeof links)[number]) => links.push(link) },
    },
    localStorage: {
      getItem: () => (kept === undefined ? null : typeof kept === 'string' ? kept : JSON.stringify(kept)),
    },
    matchMedia: () => ({ matches: dark }),
    navigator: { languages },
    location: { pathname },
  });
  return { ...root, links: links.map(({ rel, href, fetchPriority }) => `${rel} ${href} ${fetchPriority}`) };
}

describe('before the first paint', () => {
  it.each([
    [['de-AT', 'en']],
    [['fr-FR', 'ja']],
    [['zh-TW']],
    [['zh-HK', 'zh']],
    [['zh-CN']],
    [['zh-Hant-TW']],
    [['zh-Hans-HK']],
    [['zh']],
    [['KO-kr']],
    [['fr', 'it']],
    [[]],
    [['es-419']],
    [['th', 'vi']],
  ])('the language for %j is the one that the client chooses', (languages) => {
    expect(paint({ languages }).lang).toBe(tagOf(negotiate(languages)));
  });

  it('the language that was chosen before wins', () => {
    for (const [key, tag] of Object.entries(LANGUAGES)) {
      expect(paint({ languages: ['en'], kept: { state: { language: key } } }).lang).toBe(tag);
    }
  });

  it('words in another language than the reader’s are marked, so that they are not shown', () => {
    const marked = (visit: Visit) => 'otherLanguage' in paint(visit).dataset;
    expect(marked({ languages: ['de'], served: 'de' })).toBe(false);
    expect(marked({ languages: ['de'], served: 'de', kept: { state: { language: 'jp' } } })).toBe(true);
    expect(marked({ languages: ['de'], served: 'de', kept: { state: { language: 'de' } } })).toBe(false);
  });

  it('the chosen theme wins over the system’s, and nonsense over neither', () => {
    const themeOf = (visit: Visit) => paint(visit).dataset['theme'];
    expect(themeOf({ dark: true })).toBe('dark');
    expect(themeOf({ dark: true, kept: { state: { theme: 'light' } } })).toBe('light');
    expect(themeOf({ dark: false, kept: { state: { theme: 'dark' } } })).toBe('dark');
    expect(themeOf({ dark: false, kept: '{broken' })).toBe('light');
  });

  it('the files of the first screen are fetched in the right language, and nothing twice or for nothing', () => {
    const needed = {
      texts: { de: { common: 'c.js', home: 'h.js', spot: 's.js' } },
      nouns: { '/': ['common', 'home'] },
      screens: { '/': ['Home.js', 'Home.css'] },
    };
    expect(paint({ languages: ['de'], needed }).links).toEqual([
      'modulepreload /c.js low',
      'modulepreload /h.js low',
      'modulepreload /Home.js low',
      'preload /Home.css auto',
    ]);
    expect(paint({ languages: ['de'], needed, pathname: '/sfyz' }).links).toEqual(['modulepreload /c.js low']);
    expect(paint({ languages: ['ja'], needed }).links).toEqual([
      'modulepreload /Home.js low',
      'preload /Home.css auto',
    ]);
  });
});
