import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { languageKeys } from '../../../contracts/envelope.contract.js';
import { projectRoot } from '../../edge/project-root.js';
import { ContentLibrary } from './content-library.js';

const library = new ContentLibrary(join(projectRoot, 'seeds', 'content'));

describe('the content', () => {
  it.each(languageKeys)('is whole in %s, as plain Markdown without HTML', (lang) => {
    const texts = library.texts(lang, undefined);
    expect(texts.map(({ id }) => id)).toEqual([1, 3, 5, 7]);
    for (const { title, body } of texts) {
      expect(title).not.toBe('');
      expect(body.length).toBeGreaterThan(100);
      expect(body).not.toMatch(/<[a-z]/i);
    }
  });

  it('says in every language, and differently in each, that it is a simulation', () => {
    const notices = languageKeys.map((lang) => library.brand(lang).simulationNotice);
    expect(new Set(notices).size).toBe(languageKeys.length);
  });

  it('has the sections of the English text in every language', () => {
    const sections = (lang: (typeof languageKeys)[number]) =>
      library.texts(lang, undefined).map(({ body }) => body.split('\n## ').length);
    for (const lang of languageKeys)
      expect({ lang, sections: sections(lang) }).toEqual({ lang, sections: sections('en') });
  });

  it('answers no page for an id that no page has', () => {
    expect(library.texts('en', 2)).toEqual([]);
  });

  it('has a logo without scripts', () => {
    expect(library.brand('en').logo).toMatch(/^<svg (?![\s\S]*(script|onload|href))/);
  });
});
