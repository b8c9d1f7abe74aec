import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleOf } from '../../shared/texts.ts';

const LOCALES = new URL('../../locales/', import.meta.url);
const FILE = /\/locales\/(\w+)\/([\w-]+)\.json$/;

const read = new Map();

/** The files of a language by their names: read once, as each bundle may come from all. */
function filesOf(language) {
  const known = read.get(language);
  if (known !== undefined) return known;
  const folder = new URL(`${language}/`, LOCALES);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const textsOf = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  const files = Object.fromEntries(names.map((name) => [name.replace('.json', ''), textsOf(name)]));
  read.set(language, files);
  return files;
}

/**
 * The texts that are read under one name in a language.
 * @param {string} language
 * @param {string} name
 * @returns {Record<string, string>}
 */
export const readBundle = (language, name) => /** @type {Record<string, string>} */ (bundleOf(name, filesOf(language)));

/**
 * Browsers fetch bundles: what a noun's file holds for others comes with those.
 * @returns {import('vite').Plugin}
 */
export const textBundles = () => ({
  name: 'glassbook-texts',
  buildStart: () => read.clear(),
  watchChange: () => read.clear(),
  load(id) {
    const [, language, name] = FILE.exec(id.split('?')[0]) ?? [];
    if (language === undefined || name === undefined) return null;
    for (const file of Object.keys(filesOf(language))) {
      this.addWatchFile(fileURLToPath(new URL(`${language}/${file}.json`, LOCALES)));
    }
    return JSON.stringify(readBundle(language, name));
  },
});
