import { afterEach, describe, expect, it } from '@jest/globals';
import { rendered, renderedFor } from '../../lib/rendered.testkit';
import { bundle } from '../../../test/kit/words.js';
import { BottomBar } from './BottomBar';
import { Footer } from './Footer';
import { MainNavigation } from './MainNavigation';
import { menuOf, reloadIfThere } from './navigation';
import { VisitorLinks } from './VisitorLinks';

const { UserMenu } = await import('./UserMenu');

const texts = bundle('en', 'common');
/** The links of what was drawn, by what stands on them. */
const linksOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, to = '', inner = '']) => [
      inner.replace(/<[^>]*>/g, '').trim(),
      to,
    ]),
  );
const named = (wanted: Record<string, string>) =>
  Object.fromEntries(Object.entries(wanted).map(([key, to]) => [texts[key], to]));

describe('the main ways', () => {
  const FIVE = {
    'nav.home': '/index',
    'nav.market': '/market',
    'nav.trade': '/preciousMetal',
    'nav.wealth': '/profit_index',
    'nav.assets': '/asset',
  };

  it('lead to the same five places on top and under the thumb', async () => {
    expect(linksOf(await rendered(<MainNavigation />))).toEqual(named(FIVE));
    expect(linksOf(await rendered(<BottomBar />))).toEqual(named(FIVE));
  });
});

describe('the way to the market', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'location'));

  it.each([
    ['/market', '/market', true],
    ['/market', '/index', false],
    ['/index', '/index', false],
  ])('to %s, chosen on %s, loads the page again: %s', (to, pathname, again) => {
    let loaded = false;
    Object.assign(globalThis, { location: { pathname, reload: () => (loaded = true) } });
    reloadIfThere(to);
    expect(loaded).toBe(again);
  });
});

describe('the user menu', () => {
  const name = async (session: object) =>
    />([^<>]*)<\/span><\/button>/.exec(
      await renderedFor({ session: { name: 'anna', realm: 'real', ...session } }, <UserMenu />),
    )?.[1];

  it('names a person by the phone, or else by the e-mail', async () => {
    expect(await name({ phone: '+49***123456', email: 'anna@x.org' })).toBe('+49***123456');
    expect(await name({ phone: '', email: 'anna@x.org' })).toBe('anna@x.org');
    expect(await name({ phone: '', email: '' })).toBe('anna');
  });

  it('cuts the name to twelve characters', async () => {
    expect(await name({ phone: '', email: 'twelve@ab.org' })).toBe('twelve@ab.o…');
    expect(await name({ phone: '', email: 'twelve@a.org' })).toBe('twelve@a.org');
  });

  it('is not there for a visitor', async () => {
    expect(await renderedFor({ session: null }, <UserMenu />)).toBe('');
  });

  it('leads to the user centre and to verification, coins and credit, and to the records', () => {
    expect(menuOf('personal').map(({ path }) => path)).toEqual([
      '/setting',
      '/sfyz',
      '/smauth',
      '/seniorauth',
      '/dzrz',
      '/kjmbSelect',
      '/xinyongfen',
    ]);
    expect(menuOf('records').map(({ path }) => path)).toEqual(['/deallog', '/currencyRecord', '/cbjl', '/tbjl']);
  });
});

describe('a visitor', () => {
  it('finds the log-in, the registration and the app on top', async () => {
    const wanted = { 'nav.download': '/downLoad', 'nav.login': '/login', 'nav.register': '/register' };
    expect(linksOf(await rendered(<VisitorLinks />))).toEqual(named(wanted));
  });
});

describe('the footer', () => {
  it('leads everybody to the company, the agreement and privacy by their numbers, and to help, the app and the API', async () => {
    expect(linksOf(await rendered(<Footer />))).toMatchObject(
      named({
        'footer.company': '/text?id=1',
        'screen.help': '/help',
        'nav.download': '/downLoad',
        'screen.userAgreement': '/agrt?id=3',
        'footer.privacy': '/agrt?id=5',
        'footer.api': '/docs',
      }),
    );
  });
});
