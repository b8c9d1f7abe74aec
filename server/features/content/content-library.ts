import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandView, TextView } from '../../../contracts/account.contract.js';
import { languageKeys, type Language } from '../../../contracts/envelope.contract.js';

/** A line of `seeds/content/index.json`. */
interface IndexEntry {
  readonly slug: string;
  readonly kind: string;
  readonly number?: number;
}

/** Brand, pages and notices in nine languages, read once from `seeds/content`. */
export class ContentLibrary {
  private readonly brands: ReadonlyMap<Language, BrandView>;
  private readonly pages: ReadonlyMap<Language, readonly TextView[]>;

  constructor(folder: string) {
    const name = (readJson(join(folder, 'brand.json')) as { name: string }).name;
    const logo = readFileSync(join(folder, 'logo.svg'), 'utf8');
    this.brands = new Map(languageKeys.map((lang) => [lang, { name, logo, ...readBrand(join(folder, lang)) }]));
    const pages = (readJson(join(folder, 'index.json')) as IndexEntry[]).filter(
      ({ kind, number }) => kind === 'page' && number !== undefined,
    );
    this.pages = new Map(
      languageKeys.map((lang) => [lang, pages.map((page) => readPage(join(folder, lang, 'page'), page))]),
    );
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
function readPage(folder: string, { number = 0, slug }: IndexEntry): TextView {
  const text = readFileSync(join(folder, `${slug}.md`), 'utf8');
  const [heading = '', ...body] = text.split('\n');
  return { id: number, key: slug, title: heading.replace(/^#\s*/, '').trim(), body: body.join('\n').trim() };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
