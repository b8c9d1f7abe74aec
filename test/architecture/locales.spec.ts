import { describe, expect, it } from '@jest/globals';
import { filesBelow, read, readJson } from '../kit/sources.js';
import { bundle, filesOf, flat, textsOf } from '../kit/words.js';

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
    expect(bundle(language, 'c2c')['fact.margin']).toBe(bundle(language, 'conversion')['spread']);
  });

  it.each(LANGUAGES)('%s leaves no text empty', (language) => {
    const empty = namesOf(language).flatMap((name) =>
      [...texts(`locales/${language}/${name}`)]
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => `${name}: ${key}`),
    );
    expect(empty).toEqual([]);
  });

  it('have every text once, wherever it is written', () => {
    const written = Object.values(filesOf('en')).flatMap((file) => flat(file));
    expect(textsOf('en').size).toBe(written.length);
  });

  it('keep in groups only what is read under the name of another file', () => {
    const lost = Object.entries(filesOf('en')).flatMap(([name, file]) =>
      Object.entries(file)
        .filter(
          ([key, text]) => typeof text !== 'string' && name !== 'console' && !(key in filesOf('en') && key !== name),
        )
        .map(([key]) => `${name}: ${key}`),
    );
    expect(lost).toEqual([]);
  });

  it('have words for each signal to a reviewer, and for no other', () => {
    const sources = filesBelow('server').filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
    const code = sources.map(read).join();
    const worded = Object.keys(bundle('en', 'review')).flatMap(
      (key) => /^signal\.([\w-]+?)(?:_\w+)?$/.exec(key)?.[1] ?? [],
    );
    expect(worded.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
    const given = [...code.matchAll(/name: '([\w-]+)', level: /g)].map(([, name]) => name);
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !worded.includes(name ?? ''))).toEqual([]);
  });

  it('keep the words for a refusal with the noun that refuses', () => {
    const { refusal = {}, ...nouns } = filesOf('en');
    expect(Object.keys(refusal).filter((code) => (code.split('.')[0] ?? '') in nouns)).toEqual([]);
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
const texts = (path: string): Map<string, string> => new Map(flat(readJson(path)));

/** Keys without their plural forms: a language has the forms that its grammar has. */
function keysOf(path: string): string[] {
  return [...new Set([...texts(path).keys()].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))].sort();
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])].map((found) => found.replace(/[{\s]/g, '')).sort();
}
