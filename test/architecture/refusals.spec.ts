import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../contracts/envelope.contract.js';
import { refusals } from '../../contracts/refusal.contract.js';
import { filesBelow, read, readJson } from '../kit/sources.js';

interface Place {
  at: string;
  code: string;
  params: string[];
}

/** The book refuses in ticks and lots; spot-refusals.rules.ts puts that into words, and its own spec proves those. */
const IN_OTHER_WORDS = /^server\/market\/matching\/|[.](spec|testkit|fixture)[.]ts$/;

const places = filesBelow('server')
  .filter((path) => path.endsWith('.ts') && !IN_OTHER_WORDS.test(path))
  .flatMap((path) => placesIn(path, read(path)));

describe('refusals', () => {
  it('are found where the server refuses', () => {
    expect(places.length).toBeGreaterThan(60);
  });

  it('have a code of the contract', () => {
    expect(places.filter(({ code }) => !(code in refusals))).toEqual([]);
  });

  it.each(languageKeys)('have a message each in %s, and no message is left over', (lang) => {
    expect(Object.keys(texts(lang)).sort()).toEqual(Object.keys(refusals).sort());
  });

  it('are handed everything that their message shows, wherever they are given', () => {
    const english = texts('en');
    const poor = places.flatMap(({ at, code, params }) => {
      const shown = [...(english[code] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
      return shown.filter((name) => !params.includes(name)).map((name) => `${at}: ${code} lacks ${name}`);
    });
    expect(poor).toEqual([]);
  });
});

function texts(lang: string): Record<string, string> {
  const [all, spot] = ['refusal', 'spot-refusal'].map((noun) =>
    readJson<Record<string, string>>(`locales/${lang}/${noun}.json`),
  );
  return { ...all, ...spot };
}

/** Every `refuse('code', { … })` of a file: its code and the names it hands in. */
function placesIn(path: string, source: string): Place[] {
  return [...source.matchAll(/\brefuse\(\s*'([a-z.-]+)'/g)].map((match) => {
    const from = match.index + match[0].length;
    const line = source.slice(0, match.index).split('\n').length;
    return { at: `${path}:${line}`, code: match[1] ?? '', params: namesIn(argumentsFrom(source, from)) };
  });
}

/** What follows the code up to the closing bracket of the call. */
function argumentsFrom(source: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at += 1) {
    if ('({['.includes(source[at] ?? '')) depth += 1;
    if (')}]'.includes(source[at] ?? '')) depth -= 1;
  }
  return source.slice(from, at - 1);
}

function namesIn(text: string): string[] {
  const body = /\{([\s\S]*)\}/.exec(text)?.[1] ?? '';
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of body) {
    if ('({['.includes(letter)) depth += 1;
    if (')}]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.split(':')[0]?.trim() ?? '').filter((name) => name !== '');
}
