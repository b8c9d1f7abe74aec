import { describe, expect, it } from '@jest/globals';
import { CANCEL_REASONS } from '../../server/trading/matching/types.js';
import { filesBelow, read, readJson } from '../kit/sources.js';
import { textUse, withoutPlural, type TextUse } from '../kit/texts.js';
import { textsOf } from '../kit/words.js';

const LANGUAGES = ['xby', 'de', 'jp', 'hy', 'ty', 'yn', 'zh', 'ft'];

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path);
// The gallery is for those who build screens, is in no production bundle, and speaks English.
const inGallery = (path: string): boolean => path.startsWith('client/gallery/');
const sources = ['client', 'admin', 'server', 'contracts'].flatMap(filesBelow).filter(isSource);
const uses = sources.filter((path) => !inGallery(path)).map(textUse);
const english = textsOf('en');
// Keys that react-admin itself uses.
const ofReactAdmin = (key: string): boolean => key.startsWith('console:ra.');
// Names, and a notice that its licence wants word for word, are the same in every language.
const NAMES = new Set(['Glassbook', 'TradingView Lightweight Charts™', 'Copyright (c) 2025 TradingView, Inc.']);
const isName = (text: string): boolean => NAMES.has(text) || /^[A-Z]{3,5}$/.test(text);
const keys = [...new Set([...english.keys()].map(withoutPlural))];

/** All literals of the sources, with and without the noun in front, and the patterns that build keys. */
function usesOf(all: readonly TextUse[]) {
  const literals = new Set(all.flatMap((use) => use.literals));
  // A pattern that begins with a hole could mean anything, and so proves nothing.
  const patterns = all
    .flatMap((use) => use.patterns)
    .filter(({ source }) => /^\^[a-z][A-Za-z:-]*(\\\.|:|-|[A-Z])/.test(source));
  return (key: string): boolean => {
    const bare = key.slice(key.indexOf(':') + 1);
    return [key, bare].some((each) => literals.has(each) || patterns.some((pattern) => pattern.test(each)));
  };
}

describe('the texts', () => {
  it('are all used: a text that nobody asks for goes', () => {
    const isUsed = usesOf(uses);
    expect(keys.filter((key) => !ofReactAdmin(key) && !isUsed(key))).toEqual([]);
  });

  it('are there for everything that is asked for by name', () => {
    const known = new Set([...keys, ...keys.map((key) => key.slice(key.indexOf(':') + 1))]);
    const missing = uses.flatMap(({ path, keys }) =>
      keys.filter((key) => !known.has(key)).map((key) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('name every reason for which an order is cancelled, to its owner and to staff', () => {
    for (const language of ['en', ...LANGUAGES]) {
      const texts = textsOf(language);
      const own = CANCEL_REASONS.filter((reason) => !texts.has(`order:reason.${reason}`));
      const staff = CANCEL_REASONS.filter((reason) => !texts.has(`console:console.reason.${reason}`));
      expect([language, own, staff]).toEqual([language, [], []]);
    }
  });

  it('have a list for each language, and each lists its own', () => {
    const lists = ['en', ...LANGUAGES].map((language) => `client/lib/texts/${language}.ts`);
    expect(filesBelow('client/lib/texts').sort()).toEqual(lists.sort());
    for (const [path, language] of lists.map((path) => [path, /(\w+)\.ts$/.exec(path)?.[1]] as const))
      expect([path, /locales\/(\w+)\/\*\.json/.exec(read(path))?.[1]]).toEqual([path, language]);
  });

  it('stand in locales/ and nowhere else: no screen says a word of its own', () => {
    const screens = uses.filter(({ path }) => /^(client|admin)\//.test(path));
    const own = screens.flatMap(({ path, hardCoded }) =>
      hardCoded.filter((text) => !isName(text)).map((text) => `${path}: ${text}`),
    );
    expect(own).toEqual([]);
  });
});

// Words that a language took over from English, or happens to share with it: word -> languages.
const SAME = new Map(Object.entries(readJson<Record<string, string[]>>('test/golden/same-words.json')));

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it('are translated: what reads as in English is a name, an abbreviation, or listed as a word of this language', () => {
    const left = [...textsOf(language)].filter(([key, text]) => {
      const words = text.replace(/(\{\{|%\{).*?\}\}?/g, '');
      if (english.get(key) !== text || !/\p{Ll}{2,}/u.test(words) || isName(text)) return false;
      return !SAME.get(text)?.includes(language);
    });
    expect(left.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });
});
