import { basename } from 'node:path';
import type { Language } from '../../shared/language.js';
import { bundleOf, type TextFile } from '../../shared/texts.js';
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
  for (const name of Object.keys(filesOf(language)))
    for (const [key, text] of Object.entries(bundle(language, name))) found.set(`${name}:${key}`, text);
  return found;
}

/** The texts that are read under one name in a language, by key. */
export const bundle = (language: string, name: string): Record<string, string> =>
  Object.fromEntries(flat(bundleOf(name, filesOf(language))));

const files = new Map<string, Readonly<Record<string, TextFile>>>();

/** The files of a language by their names. */
export function filesOf(language: string): Readonly<Record<string, TextFile>> {
  const known = files.get(language);
  if (known !== undefined) return known;
  const paths = filesBelow(`locales/${language}`).filter((path) => path.endsWith('.json'));
  const found = Object.fromEntries(paths.map((path) => [basename(path, '.json'), readJson<TextFile>(path)]));
  files.set(language, found);
  return found;
}

/** Texts in groups, by dotted keys. */
export function flat(texts: Readonly<Record<string, unknown>>, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[before + key, text] as [string, string]]
      : flat(text as Record<string, unknown>, `${before}${key}.`),
  );
}
