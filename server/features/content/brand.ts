import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandView } from '../../../contracts/content.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';

/** Name, logo, tagline and the notice that all is simulated, in nine languages, read once from `seeds/content`. */
export class Brand {
  private readonly views: ReadonlyMap<Language, BrandView>;

  constructor(folder: string) {
    const { name } = readJson<{ name: string }>(join(folder, 'brand.json'));
    const logo = readFileSync(join(folder, 'logo.svg'), 'utf8');
    const worded = (lang: Language) =>
      readJson<Pick<BrandView, 'tagline' | 'simulationNotice'>>(join(folder, lang, 'brand.json'));
    this.views = new Map(languageKeys.map((lang) => [lang, { name, logo, ...worded(lang) }]));
  }

  view(lang: Language): BrandView {
    return this.views.get(lang) as BrandView;
  }
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape;
}
