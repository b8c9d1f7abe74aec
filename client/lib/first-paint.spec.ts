import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { LANGUAGE_LIST, negotiate, tagOf } from './languages';

const script = readFileSync(new URL('../public/first-paint.js', import.meta.url), 'utf8');

interface Visit {
  languages?: readonly string[];
  kept?: unknown;
  dark?: boolean;
  needed?: object;
  pathname?: string;
}

/** Runs the script as a browser would, and answers what it made of the page. */
function paint({ languages = ['en'], kept, dark = false, needed, pathname = '/' }: Visit) {
  const root = { lang: '', dataset: {} as Record<string, string> };
  const links: { rel: string; href: string }[] = [];
  runInNewContext(script, {
    document: {
      documentElement: root,
      currentScript: { dataset: needed === undefined ? {} : { needed: JSON.stringify(needed) } },
      createElement: () => ({}),
      head: { appendChild: (link: { rel: string; href: string }) => links.push(link) },
    },
    localStorage: {
      getItem: () => (kept === undefined ? null : typeof kept === 'string' ? kept : JSON.stringify(kept)),
    },
    matchMedia: () => ({ matches: dark }),
    navigator: { languages },
    location: { pathname },
  });
  return { ...root, links: links.map(({ rel, href }) => `${rel} ${href}`) };
}

describe('before the first paint', () => {
  it.each([
    [['de-AT', 'en']],
    [['fr-FR', 'ja']],
    [['zh-TW']],
    [['zh-HK', 'zh']],
    [['zh-CN']],
    [['zh-Hant-TW']],
    [['KO-kr']],
    [['fr', 'it']],
    [[]],
    [['es-419']],
    [['th', 'vi']],
  ])('the language for %j is the one that the client chooses', (languages) => {
    expect(paint({ languages }).lang).toBe(tagOf(negotiate(languages)));
  });

  it('the language that was chosen before wins', () => {
    for (const { key, tag } of LANGUAGE_LIST) {
      expect(paint({ languages: ['en'], kept: { state: { language: key } } }).lang).toBe(tag);
    }
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
      'modulepreload /c.js',
      'modulepreload /h.js',
      'modulepreload /Home.js',
      'preload /Home.css',
    ]);
    expect(paint({ languages: ['de'], needed, pathname: '/sfyz' }).links).toEqual(['modulepreload /c.js']);
    expect(paint({ languages: ['ja'], needed }).links).toEqual(['modulepreload /Home.js', 'preload /Home.css']);
  });
});
