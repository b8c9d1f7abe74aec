import { readBundle } from '../scripts/lib/texts.mjs';
import { tagOf, type Language } from '../shared/language.ts';

const BRAND = 'Glassbook';
const BODY = '<div class="first-body"><i></i><i></i><i></i></div>';

/**
 * The home page with its opening words in it, so that a reader has them before any script has run. `ui/first-paint.css` styles
 * them, and the home screen draws the same elements in their place.
 */
export async function homePage(html: string, language: Language): Promise<string> {
  const [common, home] = [textsOf(language, 'common'), textsOf(language, 'home')];
  const changes: readonly [RegExp | string, string][] = [
    ['<html lang="en">', `<html lang="${tagOf(language)}">`],
    [/<title>.*?<\/title>/, `<title>${common('title.home')}</title>`],
    [/(<meta\s+name="description"\s+content=")[^"]*/, `$1${common('meta.description')}`],
    [BODY, opening(home)],
  ];
  return changes.reduce((page, [from, to]) => {
    const changed = page.replace(from, to);
    if (changed === page && language !== 'en') throw new Error(`index.html has no ${from}`);
    return changed;
  }, html);
}

const opening = (home: (key: string) => string): string => `<div class="home-page">
          <div class="home-hero">
            <section class="home-opening">
              <h1>${home('opening.title')}</h1>
              <p>${home('opening.body')}</p>
              <div class="home-start"><i></i><i></i></div>
            </section>
            <div class="home-pairs first-pairs"></div>
          </div>
        </div>`;

function textsOf(language: Language, noun: string): (key: string) => string {
  const texts = readBundle(language, noun);
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`no ${key} in ${language}/${noun}`);
    return escaped(text.replaceAll('{{brand}}', BRAND));
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('$', '$$$$');
