import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_PAGES } from '../../../shared/rules-pages.js';
import { languageKeys } from '../../../shared/language.js';
import { projectRoot } from '../../edge/project-root.js';
import { Brand } from './brand.js';
import { languagesLacking, parseSeed, readSeeds } from './content-seeds.js';
import { fieldsProblem, isWhole } from './content.rules.js';

const folder = join(projectRoot, 'seeds', 'content');
const seeds = readSeeds(folder);

describe('the seeds', () => {
  it('have every entry in every language', () => {
    const lacking = seeds.flatMap((seed) => languagesLacking(seed).map((language) => `${language} ${seed.slug}`));
    expect(lacking).toEqual([]);
  });

  it('have the pages of the specification under their numbers, and each slug once', () => {
    const pages = seeds.filter(({ number }) => number !== null);
    expect(pages.map(({ number, slug }) => [number, slug])).toEqual([
      [1, 'company-profile'],
      [3, 'user-agreement'],
      [5, 'privacy-policy'],
      [7, 'simulation-notice'],
    ]);
    expect(new Set(seeds.map(({ slug }) => slug)).size).toBe(seeds.length);
  });

  it.each(seeds.map((seed) => [seed.slug, seed] as const))('could be published: %s', (_, seed) => {
    expect(fieldsProblem(seed.kind, seed)).toBeUndefined();
    const poor = Object.entries(seed.texts).filter(([, text]) => !isWhole(seed.kind, text));
    expect(poor.map(([language]) => language)).toEqual([]);
  });

  it.each(seeds.map((seed) => [seed.slug, seed] as const))('have the sections of the English text: %s', (_, seed) => {
    const sections = (body = '') => body.match(/^#{1,6} /gm)?.length ?? 0;
    const english = sections(seed.texts.en?.body);
    for (const [language, { body }] of Object.entries(seed.texts))
      expect({ language, sections: sections(body) }).toEqual({ language, sections: english });
  });

  it('have the rules that a product asks its people to read', () => {
    const help = seeds.filter(({ kind }) => kind === 'help').map(({ slug }) => slug);
    expect(help).toEqual(expect.arrayContaining(Object.values(RULES_PAGES)));
  });

  it('have no text that the index does not name', () => {
    const listed = new Set(seeds.map(({ kind, slug }) => `${kind}/${slug}.md`));
    const strays = languageKeys.flatMap((language) =>
      readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.md') && !listed.has(path))
        .map((path) => `${language}/${path}`),
    );
    expect(strays).toEqual([]);
  });

  it('are read as title, summary and body', () => {
    const body = '## A\n\n> quoted';
    expect(parseSeed(`# Fees\n\n> In short\n\n${body}\n`)).toEqual({ title: 'Fees', summary: 'In short', body });
    expect(parseSeed('# Fees\n\nText')).toEqual({ title: 'Fees', summary: '', body: 'Text' });
    expect(parseSeed('# Deal\n> In short')).toEqual({ title: 'Deal', summary: 'In short', body: '' });
  });
});

describe('the brand', () => {
  const brand = new Brand(folder);

  it('says in every language, and differently in each, that it is a simulation', () => {
    const notices = languageKeys.map((lang) => brand.view(lang).simulationNotice);
    expect(new Set(notices).size).toBe(languageKeys.length);
  });

  it('has a logo without scripts', () => {
    expect(brand.view('en').logo).toMatch(/^<svg (?![\s\S]*(script|onload|href))/);
  });
});
