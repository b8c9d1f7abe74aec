import { describe, expect, it } from '@jest/globals';
import { filesBelow, readJson } from '../kit/sources.js';

const LANGUAGES = ['en', 'xby', 'de', 'jp', 'hy', 'ty', 'yn', 'zh', 'ft'];
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

const namesOf = (language: string): string[] =>
  filesBelow(`locales/${language}`)
    .map((path) => path.slice(`locales/${language}/`.length))
    .filter((name) => name.endsWith('.json'));

describe('the nine languages', () => {
  it('are these nine and no others', () => {
    const found = new Set(filesBelow('locales').map((path) => path.split('/')[1] ?? ''));
    expect([...found].filter((name) => !name.endsWith('.json')).sort()).toEqual([...LANGUAGES].sort());
  });

  it.each(OTHERS)('%s has the files of English', (language) => {
    expect(namesOf(language)).toEqual(namesOf('en'));
  });

  it.each(LANGUAGES)('%s calls the spread in a C2C price what it calls that in a conversion', (language) => {
    const inC2c = texts(`locales/${language}/c2c.json`).get('fact.margin');
    expect(inC2c).toBe(texts(`locales/${language}/conversion.json`).get('spread'));
  });

  it.each(LANGUAGES)('%s leaves no text empty', (language) => {
    const empty = namesOf(language).flatMap((name) =>
      [...texts(`locales/${language}/${name}`)]
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => `${name}: ${key}`),
    );
    expect(empty).toEqual([]);
  });

  describe.each(OTHERS)('%s', (language) => {
    it('has the keys of English', () => {
      for (const name of namesOf('en')) {
        const wanted = keysOf(`locales/en/${name}`);
        expect({ name, keys: keysOf(`locales/${language}/${name}`) }).toEqual({ name, keys: wanted });
      }
    });

    it('fills in the same values as English', () => {
      const different = namesOf('en').flatMap((name) => {
        const translated = texts(`locales/${language}/${name}`);
        return [...texts(`locales/en/${name}`)]
          .filter(([key, text]) => {
            const own = translated.get(key);
            // A plural form that the language does not have; any other missing key is found above.
            return own !== undefined && String(placeholders(own)) !== String(placeholders(text));
          })
          .map(([key]) => `${name}: ${key}`);
      });
      expect(different).toEqual([]);
    });
  });
});

/** All texts of a file by dotted key. */
function texts(path: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') found.set(key, value);
    else
      for (const [name, inner] of Object.entries(value as object)) visit(inner, key === '' ? name : `${key}.${name}`);
  };
  visit(readJson(path), '');
  return found;
}

/** Keys without their plural forms: a language has the forms that its grammar has. */
function keysOf(path: string): string[] {
  return [...new Set([...texts(path).keys()].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))].sort();
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])].map((found) => found.replace(/[{\s]/g, '')).sort();
}
