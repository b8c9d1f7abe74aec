import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { ROUTES, loginPath, pathOf, safeReturn, screenAt } from './routes';
import { bundle } from '../../test/kit/words.js';

describe('routes', () => {
  it('name each path once', () => {
    const paths = ROUTES.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('guard exactly what the specification does not list as public, besides seven of our own', () => {
    const open = ROUTES.filter((route) => route.access === 'public').map((route) => route.path);
    const own = ['/explorer', '/fees', '/housePositions', '/insuranceFund', '/lostGoogle', '/premiums', '/scorecard'];
    expect(open.filter((path) => !own.includes(path))).toHaveLength(23);
    expect(open).toEqual(expect.arrayContaining(own));
    expect(open).toContain('/market');
    expect(open).not.toContain('/currencyTrade');
  });

  it('show the same screen for both readings of a double route', () => {
    const screen = (path: string) => ROUTES.find((route) => route.path === path)?.screen;
    expect(screen('/smauth')).toBe(screen('/authentication'));
    expect(screen('/deallog')).toBe(screen('/accountRecord'));
  });

  it('have one canonical path for a screen, and it is the first reading', () => {
    expect(pathOf('primary')).toBe('/smauth');
    expect(pathOf('accountRecords')).toBe('/deallog');
    expect(pathOf('home')).toBe('/');
    for (const { screen } of ROUTES) expect(ROUTES.find(({ path }) => path === pathOf(screen))?.screen).toBe(screen);
  });

  it('have a title in English for every screen', () => {
    const texts = bundle('en', 'common');
    for (const route of ROUTES) expect(texts[`screen.${route.screen}`]).toBeTruthy();
  });

  it('are found by path, redirects followed', () => {
    expect(screenAt('/asset')).toBe('assets');
    expect(screenAt('/profit_index')).toBe('custody');
    expect(screenAt('/nowhere')).toBe('');
  });

  it('are there for every link of the texts that an installation begins with', () => {
    const folder = new URL('../../seeds/content/', import.meta.url);
    const index = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { slug: string; link?: string }[];
    const slugs = new Set(index.map(({ slug }) => slug));
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
    const linked = texts.flatMap((path) => {
      const body = readFileSync(new URL(path.replaceAll('\\', '/'), folder), 'utf8');
      return [...body.matchAll(/\]\((\/[^)]*)\)/g)].map((link) => [path, link[1] ?? ''] as const);
    });
    const all = [...linked, ...index.flatMap(({ slug, link }) => (link ? [[slug, link] as const] : []))];
    expect(linked.length).toBeGreaterThan(500);
    const lost = all.filter(([, link]) => {
      const { pathname, searchParams } = new URL(link, 'https://x.test');
      const slug = searchParams.get('slug');
      return (pathname !== '/docs' && !ROUTES.some(({ path }) => path === pathname)) || (slug && !slugs.has(slug));
    });
    expect(lost).toEqual([]);
  });

  it.each(['/currencyTrade?symbol=ETHUSDT', '/accountRecord?kind=trade&cursor=a%2Fb#today', '/table1#BTC'])(
    'bring a visitor back to %s, with all that was in it',
    (wanted) => {
      const path = loginPath(wanted);
      expect(safeReturn(new URL(path, 'https://x.test').searchParams.get('from'))).toBe(wanted);
    },
  );

  it('never follow a return path to another site or back to the login', () => {
    for (const bad of ['//evil.test', '/\\evil.test', 'https://evil.test', '/login?from=/x', null]) {
      expect(safeReturn(bad)).toBe('/table1');
    }
  });
});
