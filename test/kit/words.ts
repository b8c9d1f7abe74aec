import type { Language } from '../../shared/language.js';
import { filesBelow, readJson } from './sources.js';

/** What stands on a screen, by `noun:key`; holes without a value stay. */
export type Words = (name: string, values?: Readonly<Record<string, string | number>>) => string;

const read = new Map<string, Map<string, string>>();

/** Texts of a language by their keys: a spec that reads a screen survives a better translation. */
export function wordsOf(language: Language): Words {
  const texts = read.get(language) ?? textsOf(language);
  read.set(language, texts);
  return (name, values = {}) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`no text ${name} in ${language}`);
    return text.replace(HOLE, (hole, key: string) => String(values[key] ?? hole));
  };
}

const HOLE = /[{%]\{(\w+)\}\}?/g;

/** A text as a pattern, in which holes may hold anything. */
export function patternOf(text: string): RegExp {
  const parts = text.split(/[{%]\{\w+\}\}?/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.+'));
}

/** All texts of a language by `noun:key`. */
export function textsOf(language: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of filesBelow(`locales/${language}`).filter((each) => each.endsWith('.json'))) {
    const noun = path.split('/').at(-1)?.replace('.json', '') ?? '';
    for (const [key, text] of flat(readJson<Texts>(path))) found.set(`${noun}:${key}`, text);
  }
  return found;
}

type Texts = { [key: string]: string | Texts };

function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text] as [string, string]] : flat(text, `${before}${key}.`),
  );
}
