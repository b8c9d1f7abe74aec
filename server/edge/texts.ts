import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf, type TextFile } from '../../shared/texts.js';
import { languageKeys, type Language } from '../../shared/language.js';
import { projectRoot } from './project-root.js';

const BUNDLES = [
  'refusal',
  'order-refusal',
  'message',
  'message-box',
  'review',
  'policy',
  'mail',
  'statement',
  'asset',
];

type Texts = Readonly<Record<string, string>>;

let read: Readonly<Record<Language, Readonly<Record<string, Texts>>>> | undefined;

/** What the server itself says, by language and bundle as i18next takes it. The files are read once; the words of screens are dropped. */
export const serverTexts = (): NonNullable<typeof read> => (read ??= readAll());

function readAll(): NonNullable<typeof read> {
  const texts = languageKeys.map((language) => {
    const files = readFiles(join(projectRoot, 'locales', language));
    return [language, Object.fromEntries(BUNDLES.map((name) => [name, bundleOf(name, files) as Texts]))] as const;
  });
  return Object.fromEntries(texts) as NonNullable<typeof read>;
}

function readFiles(folder: string): Record<string, TextFile> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const parsed = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TextFile;
  return Object.fromEntries(names.map((name) => [name.replace('.json', ''), parsed(name)]));
}
