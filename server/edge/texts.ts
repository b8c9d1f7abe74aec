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
  'loan',
];

type Bundles = Readonly<Record<string, Readonly<Record<string, string>>>>;

const read = new Map<Language, Bundles>();

/** What the server itself says, by language and bundle as i18next takes it. English is read at the start, another language at its first word. */
export const serverTexts = Object.create(null) as Readonly<Record<Language, Bundles>>;
for (const language of languageKeys)
  Object.defineProperty(serverTexts, language, { enumerable: true, get: () => textsOf(language) });

/** The words of screens are dropped. */
function textsOf(language: Language): Bundles {
  const known = read.get(language);
  if (known !== undefined) return known;
  const files = readFiles(join(projectRoot, 'locales', language));
  const texts = Object.fromEntries(BUNDLES.map((name) => [name, bundleOf(name, files)])) as Bundles;
  read.set(language, texts);
  return texts;
}

function readFiles(folder: string): Record<string, TextFile> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const parsed = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TextFile;
  return Object.fromEntries(names.map((name) => [name.replace('.json', ''), parsed(name)]));
}
