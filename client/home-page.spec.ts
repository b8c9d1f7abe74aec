import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { homePage } from './home-page';
import { languageKeys, LANGUAGES } from '../shared/language';
import { bundle } from '../test/kit/words.js';

const built = readFileSync(new URL('index.html', import.meta.url), 'utf8');

describe('the home page as it is served', () => {
  it.each(languageKeys)('says its opening words, title and description in %s', async (key) => {
    const page = await homePage(built, key);
    const [home, common] = [bundle(key, 'home'), bundle(key, 'common')];
    expect(page).toContain(`<html lang="${LANGUAGES[key]}">`);
    expect(page).toContain(`<h1>${home['opening.title']}</h1>`);
    expect(page).toContain(`<p>${home['opening.body']}</p>`);
    expect(page).toContain(`<title>${common['title.home']?.replace('{{brand}}', 'Glassbook')}</title>`);
    expect(page).toContain(`content="${common['meta.description']?.replace('{{brand}}', 'Glassbook')}"`);
  });

  it('is not made of a page that has no place for the words', async () => {
    await expect(homePage('<html lang="en"></html>', 'de')).rejects.toThrow('index.html has no');
  });
});
