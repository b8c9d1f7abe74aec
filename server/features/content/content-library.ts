import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandView, TextView } from '../../../contracts/account.contract.js';
import { languageKeys, type Language } from '../../../contracts/envelope.contract.js';

/** The pages by the ids that the specification gives them (1, 3, 5), and ours beside them. */
const PAGES: readonly { id: number; key: string }[] = [
  { id: 1, key: 'company-profile' },
  { id: 3, key: 'user-agreement' },
  { id: 5, key: 'privacy-policy' },
  { id: 7, key: 'simulation-notice' },
];

/** Brand, pages and notices in nine languages, read once from `seeds/content`. */
export class ContentLibrary {
  private readonly brands: ReadonlyMap<Language, BrandView>;
  private readonly pages: ReadonlyMap<Language, readonly TextView[]>;

  constructor(folder: string) {
    const name = (readJson(join(folder, 'brand.json')) as { name: string }).name;
    const logo = readFileSync(join(folder, 'logo.svg'), 'utf8');
    this.brands = new Map(languageKeys.map((lang) => [lang, { name, logo, ...readBrand(join(folder, lang)) }]));
    this.pages = new Map(languageKeys.map((lang) => [lang, PAGES.map((page) => readPage(join(folder, lang), page))]));
  }

  brand(lang: Language): BrandView {
    return this.brands.get(lang) as BrandView;
  }

  /** All pages, or the one of that id: none when there is no such page. */
  texts(lang: Language, id: number | undefined): readonly TextView[] {
    const pages = this.pages.get(lang) ?? [];
    return id === undefined ? pages : pages.filter((page) => page.id === id);
  }
}

function readBrand(folder: string): Pick<BrandView, 'tagline' | 'simulationNotice'> {
  return readJson(join(folder, 'brand.json')) as Pick<BrandView, 'tagline' | 'simulationNotice'>;
}

/** The first line of a page is its title, as a heading. */
function readPage(folder: string, { id, key }: { id: number; key: string }): TextView {
  const text = readFileSync(join(folder, `${key}.md`), 'utf8');
  const [heading = '', ...body] = text.split('\n');
  return { id, key, title: heading.replace(/^#\s*/, '').trim(), body: body.join('\n').trim() };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
