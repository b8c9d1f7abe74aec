import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));
const LOCALES = join(CLIENT, '..', 'locales', 'en');
const NOUNS = ['common', 'home', 'market', 'spot', 'asset', 'account', 'content'];

const texts = (noun: string): Set<string> =>
  new Set(
    Object.keys(JSON.parse(readFileSync(join(LOCALES, `${noun}.json`), 'utf8')) as object).map((key) =>
      key.replace(/_(one|other)$/, ''),
    ),
  );

const sources = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.'))
  .map((path) => ({ path, source: readFileSync(join(CLIENT, path), 'utf8') }));
const everything = sources.map(({ source }) => source).join('\n');

describe('the texts of the client', () => {
  it('are there for every key that a screen asks for by name', () => {
    const known = new Set(NOUNS.flatMap((noun) => [...texts(noun)]));
    const missing = sources.flatMap(({ path, source }) =>
      [...source.matchAll(/\bt\('([\w.-]+)'/g)]
        .filter(([, key]) => !known.has(key ?? ''))
        .map(([, key]) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(NOUNS)('of %s are all used', (noun) => {
    // A key is used by its full name, or by a template such as `column.${name}` that begins like it.
    const templates = [...everything.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const bare = new Set([...everything.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, key]) => key));
    const unused = [...texts(noun)].filter(
      (key) => !bare.has(key) && !templates.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('never stand in a component themselves', () => {
    const written = sources
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, source }) =>
        [...source.matchAll(/>\s*([A-Z][a-z]+(?: [A-Za-z]+)+)\s*</g)].map(([, text]) => `${path}: ${text}`),
      );
    expect(written).toEqual([]);
  });
});
